import type { ReactNode } from "react";

/** A part of `web/ui` in each of its states. */
export interface ShownPart {
  /** The name by which the part is exported. */
  readonly name: string;
  readonly states: Readonly<Record<string, ReactNode>>;
}

/** Parts that are shown together, or, where they cover the page, one state at a time. */
export interface Wall {
  readonly name: string;
  readonly parts: readonly ShownPart[];
  readonly isAlone?: true;
}

/** Shows a part. @example part("NewCount", { few: <NewCount count={3} what="messages" /> }) */
export const part = (name: string, states: ShownPart["states"]): ShownPart => ({ name, states });

/** A no-op for handlers in the gallery. */
export const nothing = (): void => undefined;
