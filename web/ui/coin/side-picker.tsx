import { cx } from "#web/lib/cx.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { SideMark } from "#web/ui/coin/side-mark.tsx";

const SIDES = ["rbx", "tix"] as const;

const LOOKS: Readonly<Record<Side, { chosen: string; other: string }>> = {
  rbx: {
    chosen: "border-rbx bg-rbx text-rbx-ink",
    other: "border-field bg-rbx-deep/40 text-rbx hover:border-rbx/70",
  },
  tix: {
    chosen: "border-tix bg-tix text-tix-ink",
    other: "border-field bg-tix-deep/40 text-tix hover:border-tix/70",
  },
};

interface SidePickerProps {
  /** What the sides are chosen for. */
  readonly legend?: string;
  readonly side: Side;
  readonly disabled: boolean;
  readonly onChoose: (side: Side) => void;
}

/** The two sides of the coin. */
export function SidePicker({ legend = "Your side", side, disabled, onChoose }: SidePickerProps) {
  return (
    <fieldset disabled={disabled}>
      <legend className="sr-only font-medium text-muted text-sm md:not-sr-only md:mb-2">{legend}</legend>
      <div className="grid grid-cols-2 gap-3">
        {SIDES.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={side === option}
            onClick={() => onChoose(option)}
            className={cx(
              "flex min-h-12 md:min-h-14 items-center justify-center gap-2.5 rounded-control border-2 font-bold text-lg tracking-wide transition-[background-color,border-color,color,transform] duration-150 active:scale-[0.98] disabled:opacity-45",
              side === option ? LOOKS[option].chosen : LOOKS[option].other,
            )}
          >
            <SideMark side={option} className="size-6" />
            {option.toUpperCase()}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
