import type { ReactNode } from "react";

/** A name and its value, at the two ends of a line of a `dl`. */
export function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-right font-semibold text-ink">{children}</dd>
    </div>
  );
}
