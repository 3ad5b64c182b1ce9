import { ShieldCheck } from "lucide-react";
import { Link } from "wouter";
import type { FlipAnswer } from "#domain/features/house-flips/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { figureNote, figureOf } from "#web/features/house-flips/game-words.ts";
import type { Bet } from "#web/features/house-flips/play/bet.ts";
import type { FlipState } from "#web/features/house-flips/play/flip-state.ts";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { Noted } from "#web/ui/floating/tooltip.tsx";

/** The outcome in words, for screen readers. */
export function outcomeInWords(state: FlipState): string {
  if (state.phase === "flipping") return "The coin is in the air.";
  if (state.phase !== "result") return "";
  const { bet, answer } = state;
  const side = bet.side.toUpperCase();
  const what = answer.won
    ? `You won ${money(readMoney(answer.winAmount))} ${side}.`
    : `You lost ${money(bet.stake)} ${side}.`;
  return `The coin landed on ${answer.result.toUpperCase()}. ${what}`;
}

function Result({ bet, answer }: { bet: Bet; answer: FlipAnswer }) {
  const face = answer.result.toUpperCase();
  const figures = { won: answer.won, winAmount: answer.winAmount, betAmount: formatMinor(bet.stake) };
  return (
    <div className="flex animate-pop flex-col items-start md:items-center">
      <p
        className={cx(
          "font-extrabold text-xl md:text-2xl tracking-tight",
          answer.won ? (answer.result === "rbx" ? "text-rbx" : "text-tix") : "text-ink",
        )}
      >
        {answer.won ? `${face} WINS!` : "Not this time"}
      </p>
      <p className="text-muted text-sm">
        {`The coin landed on ${face}!`}{" "}
        <span
          className={cx(
            "block whitespace-nowrap font-semibold md:inline",
            answer.won ? "text-gain" : "text-loss",
          )}
        >
          <Noted note={figureNote({ ...figures, currency: bet.side === "rbx" ? "RBX" : "TIX" })}>
            {figureOf(figures)} {bet.side.toUpperCase()}
          </Noted>
        </span>
      </p>
      <Link
        href={`/games/${answer.id}`}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-lg font-medium text-accent text-sm md:px-2 underline-offset-4 hover:underline"
      >
        <ShieldCheck className="size-4" aria-hidden="true" />
        Verify this flip
      </Link>
    </div>
  );
}

/** The flip's result; its place is kept while it is empty. */
export function Outcome({ state }: { state: FlipState }) {
  return (
    <div className="grid min-h-24 grow content-center md:justify-items-center md:text-center">
      {state.phase === "result" ? (
        <Result bet={state.bet} answer={state.answer} />
      ) : (
        <p className="text-faint text-sm">
          {state.phase === "flipping" ? "The coin is in the air…" : "Pick a side and place your bet"}
        </p>
      )}
    </div>
  );
}
