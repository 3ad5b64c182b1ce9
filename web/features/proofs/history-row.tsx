import { ChevronRight, LoaderCircle, ShieldCheck, ShieldX } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Link } from "wouter";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import { gameName, hasSides, isProvedHere, opponentName } from "#web/features/house-flips/game-words.ts";
import { StakedBadge } from "#web/features/house-flips/staked-badge.tsx";
import type { Verification } from "#web/features/proofs/verification.ts";
import { cx } from "#web/lib/cx.ts";
import { dateAndTime, money, readMoney, shortTime } from "#web/lib/format.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Columns of the table, for rows that go across. */
const COLUMNS = 8;

interface StateProps {
  readonly game: GameHistoryEntry;
  readonly verification: Verification;
  readonly onVerify: () => void;
}

function VerifyState({ game, verification, onVerify }: StateProps) {
  switch (verification.status) {
    case "verified":
      return (
        <Badge tone="gain">
          <ShieldCheck className="size-3.5" aria-hidden="true" />
          Verified
        </Badge>
      );
    case "mismatch":
      return (
        <span className="inline-flex items-center gap-1 rounded-full bg-loss px-2.5 py-0.5 font-bold text-ground text-xs">
          <ShieldX className="size-3.5" aria-hidden="true" />
          MISMATCH
        </span>
      );
    case "unrevealed":
      return (
        <span className="inline-flex flex-col items-end gap-0.5">
          <span className="text-muted text-xs sm:rounded-full sm:border sm:border-line-strong sm:bg-raised sm:px-2.5 sm:py-0.5 sm:font-medium">
            Not revealed yet
          </span>
          <Link
            href="/fairness"
            aria-label="Reveal by rotating"
            className="tap rounded py-0.5 text-accent text-xs underline-offset-4 hover:underline"
          >
            Reveal<span className="hidden sm:inline"> by rotating</span>
          </Link>
        </span>
      );
    case "checking":
      return (
        <span className="inline-flex min-h-11 items-center gap-2 px-2 sm:min-h-9 text-muted text-sm">
          <LoaderCircle className="size-4 animate-spin" aria-hidden="true" />
          Checking
        </span>
      );
    default:
      return (
        <Button size="sm" onClick={onVerify} aria-label={`Verify the flip at position ${game.position}`}>
          {verification.status === "failed" ? "Try again" : "Verify"}
        </Button>
      );
  }
}

function noteOf({ game, verification }: Pick<StateProps, "game" | "verification">): ReactNode {
  if (verification.status === "failed") {
    return (
      <Notice tone="warn" role="alert" title="Not checked">
        {verification.problem}
      </Notice>
    );
  }
  if (verification.status !== "mismatch") return null;
  return (
    <Notice
      tone="bad"
      role="alert"
      title="MISMATCH"
      action={
        <Link href={`/games/${game.id}`} className={buttonClass({ variant: "destructive", size: "sm" })}>
          See every step
        </Link>
      }
    >
      {verification.problem} Keep the link to its proof as evidence.
    </Notice>
  );
}

/** The cell keeps the focus that its button loses once it is answered. */
function VerifyCell({ onVerify, ...props }: StateProps) {
  const cell = useRef<HTMLSpanElement>(null);
  if (!isProvedHere(props.game)) return <span className="text-faint text-xs">Proved in its own log</span>;
  const verify = () => {
    cell.current?.focus();
    onVerify();
  };
  return (
    <span ref={cell} tabIndex={-1} role="status" className="inline-block rounded-lg outline-none">
      <VerifyState {...props} onVerify={verify} />
    </span>
  );
}

const NO_SIDE = <span className="text-faint">-</span>;

const profitOf = (game: GameHistoryEntry) => readMoney(game.winAmount) - readMoney(game.betAmount);

/** The game, and on narrow screens the content of the hidden columns. */
function GameCell({ game, proof }: { game: GameHistoryEntry; proof: string | null }) {
  return (
    <td className="w-full max-w-0 pr-2 pl-2 sm:pr-3 lg:pl-0">
      <span className="block truncate text-ink text-sm">
        <bdi>{gameName(game)}</bdi>
      </span>
      <span className="block truncate text-faint text-xs">vs {opponentName(game)}</span>
      <time dateTime={game.createdAt} className="mt-1 hidden text-faint text-xs sm:block lg:hidden">
        {shortTime(game.createdAt)}
      </time>
      {proof === null ? (
        <time dateTime={game.createdAt} className="mt-1 block text-faint text-xs sm:hidden">
          {shortTime(game.createdAt)}
        </time>
      ) : (
        <Link
          href={proof}
          className="tap mt-1 inline-block whitespace-nowrap text-faint text-xs underline underline-offset-4 sm:hidden"
        >
          <span className="sr-only">Proof of the flip of </span>
          {shortTime(game.createdAt)}
        </Link>
      )}
      <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs sm:hidden">
        {hasSides(game) && <SideBadge side={game.betSide} className="text-xs!" />}
        <span className="flex items-center gap-1.5">
          <span className="sr-only">Bet </span>
          {money(readMoney(game.betAmount))}
          <StakedBadge game={game} />
        </span>
      </span>
    </td>
  );
}

/** One game of the history: side, result, gain, and whether its proof holds. */
export function HistoryRow(props: StateProps) {
  const { game, verification } = props;
  const proof = isProvedHere(game) ? `/games/${game.id}` : null;
  const note = noteOf(props);
  const isAlarm = verification.status === "mismatch";
  return (
    <>
      <tr className={cx("border-line border-t *:h-15 *:py-2 *:align-middle", isAlarm && "bg-loss-deep")}>
        <td className="hidden whitespace-nowrap pr-3 pl-2 text-muted text-sm lg:table-cell">
          <time dateTime={game.createdAt}>{dateAndTime(game.createdAt)}</time>
        </td>
        <GameCell game={game} proof={proof} />
        <td className="hidden pr-3 sm:table-cell lg:pr-8">
          {hasSides(game) ? <SideBadge side={game.betSide} /> : NO_SIDE}
        </td>
        <td className="hidden pr-3 sm:table-cell lg:pr-8">
          {hasSides(game) ? <SideBadge side={game.result} /> : NO_SIDE}
        </td>
        <td className="hidden whitespace-nowrap pr-3 text-right text-muted text-sm sm:table-cell lg:pr-8">
          <span className="mr-2">{money(readMoney(game.betAmount))}</span>
          {/* Words of one width behind them, so that figures stand below each other. */}
          <span className="inline-block min-w-16 text-left">
            <StakedBadge game={game} />
          </span>
        </td>
        <td className="whitespace-nowrap pr-2 text-right text-sm sm:pr-3">
          <Amount signed value={profitOf(game)} className="font-semibold" />
          <span className="ml-1 inline-block min-w-8 text-left text-muted text-xs max-sm:hidden">
            {game.currency}
          </span>
          <span className="block text-faint text-xs">{game.experience} XP</span>
        </td>
        <td className="whitespace-nowrap pr-2 pl-1 text-right sm:pr-0 sm:pl-3">
          <VerifyCell {...props} />
        </td>
        <td className="hidden w-px sm:table-cell">
          {proof !== null && (
            <Link
              href={proof}
              aria-label={`Proof of the flip at position ${game.position}`}
              className="ml-1 inline-grid size-9 place-items-center rounded-lg text-faint transition-colors hover:bg-raised hover:text-ink sm:ml-2"
            >
              <ChevronRight className="size-5" aria-hidden="true" />
            </Link>
          )}
        </td>
      </tr>
      {note && (
        <tr className={cx(isAlarm && "bg-loss-deep")}>
          <td colSpan={COLUMNS} className="px-2 pb-3">
            {note}
          </td>
        </tr>
      )}
    </>
  );
}
