import { cx } from "#web/lib/cx.ts";
import { SideMark } from "#web/ui/coin/side-mark.tsx";

/** The side of a coin by colour, mark and word, so that none of them is needed alone. */
export function SideBadge({ side, className }: { side: "rbx" | "tix"; className?: string }) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 align-middle font-semibold text-sm leading-none",
        side === "rbx" ? "text-rbx" : "text-tix",
        className,
      )}
    >
      <SideMark side={side} className="size-4" />
      {side.toUpperCase()}
    </span>
  );
}
