import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

export type Tone =
  | "neutral"
  | "accent"
  | "gain"
  | "loss"
  | "warn"
  | "waiting"
  | "rbx"
  | "tix"
  | "legendary"
  | "epic"
  | "rare"
  | "common";

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "border-line-strong bg-raised text-muted",
  accent: "border-accent/35 bg-accent/10 text-accent",
  gain: "border-gain/35 bg-gain/10 text-gain",
  loss: "border-loss/35 bg-loss/10 text-loss",
  warn: "border-warn/35 bg-warn/10 text-warn",
  waiting: "border-tix/35 bg-tix/10 text-tix",
  rbx: "border-rbx/35 bg-rbx/10 text-rbx",
  tix: "border-tix/35 bg-tix/10 text-tix",
  legendary: "border-legendary/40 bg-legendary/10 text-legendary",
  epic: "border-epic/40 bg-epic/10 text-epic",
  rare: "border-rare/40 bg-rare/10 text-rare",
  common: "border-line-strong bg-raised text-muted",
};

/** A short word in a frame. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2.5 py-0.5 font-medium text-xs",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
