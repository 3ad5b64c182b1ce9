import { Link } from "wouter";
import { STAKE_MAX, STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import { STARTING_BALANCES } from "#domain/features/players/rules.ts";
import { FigureTable } from "#web/features/info/figure-table.tsx";
import { LevelsCard } from "#web/features/info/levels-card.tsx";
import { EDGE_TEXT, LOWEST_RETURN, payoutRow, RETURN_MOST, SAMPLE_STAKES } from "#web/features/info/odds.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { money, percent } from "#web/lib/format.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { SideBadge } from "#web/ui/side-badge.tsx";

/** Stake, pay-out and return; profit and edge follow from them. */
const NARROW_COLUMNS = 3;
const AT_MINIMUM = payoutRow(STAKE_MIN);

const FIGURES = [
  { label: "House edge", value: EDGE_TEXT, note: "Of the stake of a win, rounded up to a cent" },
  { label: "Chance of each side", value: "50%", note: "One bit decides, nothing is rounded" },
  {
    label: "Return to player",
    value: percent(RETURN_MOST),
    note: `${percent(AT_MINIMUM.returns)} at the minimum stake`,
  },
  { label: "Stakes", value: `${money(STAKE_MIN)} – ${money(STAKE_MAX)}`, note: "Two decimals at most" },
] as const;

function KeyFigures() {
  return (
    <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
      {FIGURES.map(({ label, value, note }) => (
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
    <Card aria-labelledby="coin-flip">
      <CardHeader id="coin-flip" title="Coin flip against the house" />
      <div className="grid gap-x-10 gap-y-3 text-muted lg:grid-cols-2">
        <p>
          You call <SideBadge side="rbx" /> (heads) or <SideBadge side="tix" /> (tails) and stake that side's
          currency. A correct call pays twice your stake less {EDGE_TEXT} of it, rounded up to a cent; your
          stake is part of that. A wrong call, and the house keeps the stake.
        </p>
        <p>
          Because the edge is taken from wins only, half of the flips pay none of it: over many flips{" "}
          {percent(RETURN_MOST)} of all stakes come back. Rounding up to a cent weighs more on small stakes:{" "}
          {percent(AT_MINIMUM.returns)} at {money(STAKE_MIN)}, and at the lowest{" "}
          {percent(LOWEST_RETURN.returns)} at {money(LOWEST_RETURN.stake)}.
        </p>
      </div>
    </Card>
  );
}

function Payouts() {
  return (
    <Card aria-labelledby="payouts">
      <CardHeader
        id="payouts"
        title="What a flip pays"
        description="In the currency of the side you call. Computed by the same code that settles your bets."
      />
      <FigureTable
        caption="What a flip pays, by stake"
        head={["Stake", "Pay-out on a win", "Return", "Profit", "Edge"]}
        narrowColumns={NARROW_COLUMNS}
        rows={SAMPLE_STAKES.map(payoutRow).map(({ stake, payout, profit, edge, returns }) => [
          money(stake),
          <span key="payout" className="font-semibold text-ink">
            {money(payout)}
          </span>,
          percent(returns),
          `+${money(profit)}`,
          money(edge),
        ])}
      />
    </Card>
  );
}

/** The rules of the games, written by the code that applies them. */
export default function GameInfoPage() {
  return (
    <>
      <PageHeading
        title="Game Info"
        description="The rules, the odds and what a bet pays. Every figure here comes from the code that settles the games."
      />
      <div className="grid grid-cols-1 gap-4 lg:gap-6">
        <KeyFigures />
        <CoinFlipRules />
        <Payouts />
        <LevelsCard />
        <Card aria-labelledby="start">
          <CardHeader id="start" title="What you start with" />
          <p className="text-muted">
            The first sign-in gives {money(STARTING_BALANCES.RBX)} RBX and {money(STARTING_BALANCES.TIX)} TIX.
            How results are drawn is told on the{" "}
            <Link href="/fairness" className="text-accent underline underline-offset-4">
              fairness page
            </Link>
            , and who holds what was issued in the{" "}
            <Link href="/ledger" className="text-accent underline underline-offset-4">
              ledger
            </Link>
            .
          </p>
        </Card>
      </div>
    </>
  );
}
