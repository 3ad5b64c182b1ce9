import { useQuery } from "@tanstack/react-query";
import { Trophy } from "lucide-react";
import { Link } from "wouter";
import type { LiveBet } from "#domain/features/house-flips/contract.ts";
import { figureNote, figureOf, gameName } from "#web/features/house-flips/game-words.ts";
import { StakedBadge } from "#web/features/house-flips/staked-badge.tsx";
import { LARGEST, NO_LARGEST } from "#web/features/spectator/messages.ts";
import { largestBetsQuery } from "#web/features/spectator/queries.ts";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Noted } from "#web/ui/floating/tooltip.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const SKELETONS = 3;

function Bet({ bet }: { bet: LiveBet }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-line border-t py-2.5 first:border-t-0">
      <Link
        href={`/games/${bet.id}`}
        className="tap break-words rounded-lg font-medium text-ink text-sm hover:underline"
      >
        {bet.player.username}
        <span className="font-normal text-muted">
          {" "}
          in <bdi>{gameName(bet)}</bdi>
        </span>
      </Link>
      <Noted
        note={figureNote(bet)}
        className={cx("text-right font-semibold text-sm", bet.won ? "text-gain" : "text-loss")}
      >
        {figureOf(bet)}
      </Noted>
      <span className="col-span-2 flex items-center gap-1.5 text-muted text-xs">
        Bet {money(readMoney(bet.betAmount))}
        <StakedBadge game={bet} />
      </span>
    </li>
  );
}

function List() {
  const { data, error, refetch } = useQuery(largestBetsQuery);
  if (!data)
    return <Unloaded {...{ error, refetch }} what="The largest bets" rows={SKELETONS} className="h-16" />;
  if (data.length === 0) return <EmptyState icon={Trophy} text={NO_LARGEST} />;
  return (
    <ul aria-labelledby="largest-bets">
      {data.map((bet) => (
        <Bet key={bet.position} bet={bet} />
      ))}
    </ul>
  );
}

/** The largest bets of the UTC day, each with its proof. */
export function LargestBets() {
  return (
    <section aria-labelledby="largest-bets" className="mt-6">
      <h2 id="largest-bets" className="mb-1 font-semibold text-ink text-sm">
        {LARGEST}
      </h2>
      <List />
    </section>
  );
}
