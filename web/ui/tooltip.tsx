import { Arrow, Content, Portal, Provider, Root, Trigger } from "@radix-ui/react-tooltip";
import type { ReactElement, ReactNode } from "react";

/** How long the pointer rests before a tooltip opens. */
export const TOOLTIP_DELAY_MS = 700;
/** Within this time after one tooltip the next opens at once. */
export const TOOLTIP_SKIP_DELAY_MS = 300;

/** Goes around a page whose parts have tooltips; not around the site, whose first load does without their code. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={TOOLTIP_DELAY_MS} skipDelayDuration={TOOLTIP_SKIP_DELAY_MS}>
      {children}
    </Provider>
  );
}

/** The look of words that have a note. */
export const NOTED =
  "tap cursor-help rounded underline decoration-dotted decoration-faint underline-offset-4";

/** A note on something. The child must be able to take focus, so that the note can be had without a pointer. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Root>
      <Trigger asChild>{children}</Trigger>
      <Portal>
        <Content
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-72 animate-fade-in rounded-lg border border-line-strong bg-raised px-3 py-2 text-ink text-sm leading-snug shadow-float"
        >
          {text}
          <Arrow className="fill-line-strong" />
        </Content>
      </Portal>
    </Root>
  );
}
