import { Suspense } from "react";
import { Link } from "wouter";
import { minor } from "#domain/kernel/money.ts";
import { FigureTable } from "#web/features/info/figure-table.tsx";
import { averageCost, chanceOfRun, EDGE_TEXT, RETURN_MOST } from "#web/features/info/odds.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import { responsibleGamingSections } from "#web/layout/slots/responsible-gaming-sections.ts";
import { figure, percent, ruleMoney, tenthsOfPercent } from "#web/lib/format.ts";
import { useParts } from "#web/lib/site.ts";
import { Card, TitledCard } from "#web/ui/card.tsx";

const HEADING = {
  title: "Responsible Gaming",
  description:
    "A game should never cost you money you would miss. These facts and habits help keep it that way.",
};

const SAMPLE_STAKE = minor("10.00");
const SAMPLE_FLIPS = [100, 1_000, 10_000] as const;
const RUN_FLIPS = 100;
const RUNS = [4, 6, 8, 10] as const;
const PERCENT = 100;

const HABITS = [
  "Decide before you start how much you can lose and how long you play, and stop at either.",
  "Treat what you stake as spent. It is the price of a pastime, not a way to earn.",
  "Take a break after every half hour, away from the screen. The coin does not remember you.",
  "Never raise the stake to win back a loss. The odds of the next flip are the same as those of the last.",
  "Do not play when you are tired, upset or have been drinking.",
] as const;

const SIGNS = [
  "playing for longer, or for more, than you meant to",
  "chasing losses, or thinking that a win is due",
  "hiding how much you play",
  "neglecting sleep, work or people",
  "feeling restless or low when you do not play",
] as const;

function Adults() {
  return (
    <Card className="flex items-center gap-5 border-warn/40!">
      <span className="grid size-14 shrink-0 place-items-center rounded-full border-2 border-warn font-bold text-lg text-warn">
        18+
      </span>
      <p className="max-w-prose text-ink">
        These are games of chance for adults. If you are under 18, or under the legal age for games of chance
        where you live, do not play.
      </p>
    </Card>
  );
}

function Odds() {
  return (
    <TitledCard
      id="odds"
      title="Know the odds"
      description={`The house keeps ${EDGE_TEXT} of every winning stake, so on average ${percent(RETURN_MOST)} of all stakes come back. The longer you play, the closer you get to that.`}
    >
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        <FigureTable
          caption="What playing costs on average"
          head={[`Flips of ${ruleMoney(SAMPLE_STAKE)}`, "Total staked", "Average loss"]}
          rows={SAMPLE_FLIPS.map((flips) => [
            figure(flips),
            ruleMoney(SAMPLE_STAKE * BigInt(flips)),
            <span key="loss" className="font-semibold text-loss">
              -{ruleMoney(averageCost(SAMPLE_STAKE, flips))}
            </span>,
          ])}
        />
        <FigureTable
          caption={`Chance of a losing run within ${RUN_FLIPS} flips`}
          head={["Losses in a row", `Chance within ${RUN_FLIPS} flips`]}
          rows={RUNS.map((length) => [
            `${length} or more`,
            tenthsOfPercent(chanceOfRun(length, RUN_FLIPS) * PERCENT),
          ])}
        />
      </div>
      <div className="mt-5 border-line border-t pt-4">
        <p className="max-w-prose text-muted text-sm">
          Long runs are ordinary, and no way of staking changes the average: doubling after each loss only
          trades many small losses for one large one.
        </p>
      </div>
    </TitledCard>
  );
}

function List({
  id,
  title,
  lead,
  lines,
}: {
  id: string;
  title: string;
  lead: string;
  lines: readonly string[];
}) {
  return (
    <TitledCard id={id} title={title} description={lead}>
      <ul className="list-disc space-y-2 pl-5 text-muted text-sm">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </TitledCard>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** How to keep play a pastime. */
export default function ResponsibleGamingPage() {
  return (
    <>
      <PageHeading {...HEADING} />
      <div className="grid grid-cols-1 gap-4 lg:gap-6">
        <Adults />
        <Suspense fallback={null}>
          <Parts of={useParts(responsibleGamingSections)} />
        </Suspense>
        <Odds />
        <div className="grid gap-4 md:grid-cols-2 lg:gap-6">
          <List id="habits" title="Habits that help" lead="Before and while you play." lines={HABITS} />
          <List id="signs" title="Signs to take seriously" lead="In yourself or in others." lines={SIGNS} />
        </div>
        <div className="grid gap-4 md:grid-cols-2 lg:gap-6">
          <TitledCard id="look" title="Look at your own figures">
            <p className="text-muted text-sm">
              The casino page shows your net profit over all games, your{" "}
              <Link href="/history" className="text-accent underline underline-offset-4">
                history
              </Link>{" "}
              every single one, and the{" "}
              <Link href="/ledger?view=entries" className="text-accent underline underline-offset-4">
                ledger
              </Link>{" "}
              each movement on your account. They are exact, and they do not flatter. This site never bets for
              you: every flip takes a press of yours.
            </p>
          </TitledCard>
          <TitledCard id="help" title="If it stops being fun">
            <p className="text-muted text-sm">
              Sign out, and talk to someone you trust. The helplines above are run by people who will not
              judge you; your health service or doctor can name another one near you. Asking early is the
              easiest time to ask.
            </p>
          </TitledCard>
        </div>
      </div>
    </>
  );
}
