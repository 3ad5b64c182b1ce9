import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";

/** A list of names and what they are, one a row. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cx("divide-y divide-line", className)}>{children}</dl>;
}

interface FactProps {
  readonly label: string;
  /** What the name means, in a few words. */
  readonly note?: ReactNode;
  /** Puts a button beside the value that copies this. */
  readonly copy?: string | undefined;
  readonly children: ReactNode;
}

/** One row of a list of facts: beside each other where there is room, else one below the other. */
export function Fact({ label, note, copy, children }: FactProps) {
  return (
    <div className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-[11rem_minmax(0,1fr)] md:items-center">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="flex min-w-0 items-center gap-2 text-ink text-sm">
        <div className="min-w-0 flex-1">
          {children}
          {note && <p className="mt-0.5 text-faint text-xs">{note}</p>}
        </div>
        {copy !== undefined && <CopyButton text={copy} what={label.toLowerCase()} className="-my-1" />}
      </dd>
    </div>
  );
}

/** One of some figures beside each other, each in a frame. */
export const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="rounded-control border border-line bg-sunken px-4 py-3">
    <dt className="text-faint text-sm">{label}</dt>
    <dd className="font-semibold text-ink text-lg">{children}</dd>
  </div>
);

/** What an admin wrote to a player about something of theirs; nothing where they did not. */
export const AdminNotes = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p className="text-muted text-sm [overflow-wrap:anywhere]">
      <span className="text-faint">Admin notes: </span>
      {text}
    </p>
  );

/** A hash, seed or key in full: figures of equal width that break where they must. */
export function Hash({ children, className }: { children: string; className?: string }) {
  return (
    <code className={cx("break-all font-mono text-[0.8125rem] leading-relaxed", className)}>{children}</code>
  );
}
