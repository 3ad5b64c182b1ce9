import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { STAKE_MAX, STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import { STARTING_BALANCES } from "#domain/features/players/rules.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { FigureTable } from "#web/features/info/figure-table.tsx";
import { LevelsCard } from "#web/features/info/levels-card.tsx";
import { EDGE_TEXT, LOWEST_RETURN, payoutRow, RETURN_MOST, stakesUpTo } from "#web/features/info/odds.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { percent, readMoney, ruleMoney } from "#web/lib/format.ts";
import { type GameLimits, gameLimitsQuery } from "#web/lib/stakes/game-limits.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";
import { Term } from "#web/ui/proofs/term.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const HEADING = {
  title: "Game Info",
  description:
    "The rules, the odds and what a bet pays. Every figure here comes from the code that settles the games.",
};

/** Stake, pay-out and return; profit and edge follow from them. */
const NARROW_COLUMNS = 3;
const AT_MINIMUM = payoutRow(STAKE_MIN);

const FIGURES = [
  { label: "House edge", value: EDGE_TEXT, note: "Of the stake, on wins only, rounded up to a cent" },
  { label: "Chance of each side", value: "50%", note: "One bit decides, nothing is rounded" },
  {
    label: "Return to player",
    value: percent(RETURN_MOST),
    note: `${percent(AT_MINIMUM.returns)} at the minimum stake`,
  },
] as const;

/** The current limits of stakes, or the rules' maximum until they are known. */
function useStakes(): {
  readonly least: Minor;
  readonly most: Minor;
  readonly limits: GameLimits | undefined;
} {
  const { data: limits } = useQuery(gameLimitsQuery);
  return {
    least: limits ? readMoney(limits.stakeMin) : STAKE_MIN,
    most: limits ? readMoney(limits.stakeMax) : STAKE_MAX,
    limits,
  };
}

function KeyFigures() {
  const { least, most } = useStakes();
  const stakes = {
    label: "Stakes",
    value: `${ruleMoney(least)} – ${ruleMoney(most)}`,
    note: "Two decimals at most",
  };
  return (
    <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
      {[...FIGURES, stakes].map(({ label, value, note }) => (
        <div key={label} className="flex flex-col bg-panel p-5">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="mt-1 whitespace-nowrap font-bold text-2xl text-ink tracking-tight lg:text-xl xl:text-2xl">
            {value}
          </dd>
          <dd className="mt-1 text-faint text-xs">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function CoinFlipRules() {
  return (
    <TitledCard id="coin-flip" title="Coin flip against the house">
      <div className="grid gap-x-10 gap-y-3 text-muted lg:grid-cols-2">
        <p>
          You call <SideBadge side="rbx" /> (heads) or <SideBadge side="tix" /> (tails) and stake that side's
          currency. A correct call pays twice your stake less {EDGE_TEXT} of it, rounded up to a cent; your
          stake is included. On a wrong call the house keeps the stake.
        </p>
        <p>
          Only wins pay the edge, so half of the flips pay none of it: over many flips {percent(RETURN_MOST)}{" "}
          of all stakes come back. Rounding up to a cent weighs more on small stakes:{" "}
          {percent(AT_MINIMUM.returns)} at {ruleMoney(STAKE_MIN)}, and at the lowest{" "}
          {percent(LOWEST_RETURN.returns)} at {ruleMoney(LOWEST_RETURN.stake)}.
        </p>
      </div>
    </TitledCard>
  );
}

function Payouts() {
  const { most } = useStakes();
  return (
    <TitledCard
      id="payouts"
      title="What a flip pays"
      description="In the currency of the side you call. Computed by the same code that settles your bets."
    >
      <FigureTable
        caption="What a flip pays, by stake"
        head={["Stake", "Pay-out on a win", "Return", "Profit", "Edge"]}
        narrowColumns={NARROW_COLUMNS}
        rows={stakesUpTo(most)
          .map(payoutRow)
          .map(({ stake, payout, profit, edge, returns }) => [
            ruleMoney(stake),
            <span key="payout" className="font-semibold text-ink">
              {ruleMoney(payout)}
            </span>,
            percent(returns),
            `+${ruleMoney(profit)}`,
            ruleMoney(edge),
          ])}
      />
    </TitledCard>
  );
}

const limitText = (largest: string, currency: string): string =>
  largest === "0.00" ? "None at the moment" : `${ruleMoney(readMoney(largest))} ${currency}`;

/** The largest stakes that are taken now: they follow the settings and what the house has in its bank. */
function Limits() {
  const { limits } = useStakes();
  return (
    <TitledCard
      id="limits"
      title="Largest stakes at the moment"
      description="A single bet may risk only a small share of the house's bank, so these limits move with the bank."
    >
      {limits === undefined ? (
        <Skeleton className="h-40 rounded-control" />
      ) : (
        <dl className="divide-y divide-line text-sm *:py-2">
          <Term label="Coin flip for RBX">{limitText(limits.bank.RBX.largestStake, "RBX")}</Term>
          <Term label="Coin flip for TIX">{limitText(limits.bank.TIX.largestStake, "TIX")}</Term>
          <Term label="Items against the bot">{limitText(limits.bot.largestStake, "RBX")}</Term>
          <Term label="Coinflip between players">{ruleMoney(readMoney(limits.stakeMax))} RBX or TIX</Term>
        </dl>
      )}
      {limits && (
        <p className="mt-3 text-faint text-xs">
          An open coinflip waits{" "}
          {limits.coinflipOpenHours === 1 ? "1 hour" : `${limits.coinflipOpenHours} hours`} for an opponent.
        </p>
      )}
    </TitledCard>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** The rules of the games, written by the code that applies them. */
export default function GameInfoPage() {
  return (
    <>
      <PageHeading {...HEADING} />
      <div className="grid grid-cols-1 gap-4 lg:gap-6">
        <KeyFigures />
        <CoinFlipRules />
        <Payouts />
        <Limits />
        <LevelsCard />
        <TitledCard id="start" title="What you start with">
          <p className="text-muted">
            Your first sign-in credits {ruleMoney(STARTING_BALANCES.RBX)} RBX and{" "}
            {ruleMoney(STARTING_BALANCES.TIX)} TIX. How results are drawn is told on the{" "}
            <Link href="/fairness" className="text-accent underline underline-offset-4">
              fairness page
            </Link>
            , and who holds what was issued in the{" "}
            <Link href="/ledger" className="text-accent underline underline-offset-4">
              ledger
            </Link>
            .
          </p>
        </TitledCard>
      </div>
    </>
  );
}
