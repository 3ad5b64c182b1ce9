import { TriangleAlert } from "lucide-react";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { EDGE_WARNED_ABOVE, HIGH_EDGE } from "#web/features/user-games/messages.ts";
import { gameKinds } from "#web/features/user-games/slots.ts";
import { compactMoney, money, readMoney } from "#web/lib/format.ts";
import { useParts } from "#web/lib/site.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Noted } from "#web/ui/floating/tooltip.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";
import { Term } from "#web/ui/proofs/term.tsx";

/** The kind of a game as a badge. */
export function KindBadge({ gameType }: Pick<UserGameListed, "gameType">) {
  const kind = useParts(gameKinds).find((one) => one.gameType === gameType);
  return <Badge tone="accent">{kind?.label ?? gameType}</Badge>;
}

/** The creator of a game. */
export function Creator({ creator }: Pick<UserGameListed, "creator">) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2 text-muted text-sm">
      <Avatar name={creator.username} url={creator.profileImageUrl} className="size-6" />
      <span className="truncate">by {creator.firstName}</span>
    </span>
  );
}

/** Percent with one decimal. @example edgeText("5.00") // "5.0%" */
export const edgeText = (percent: string): string => `${percent.slice(0, -1)}%`;

/** A bet without decimals where it is a whole one; the exact amount by hover, focus and tap. */
export function BetBound({ amount }: { amount: string }) {
  const exact = readMoney(amount);
  if (exact % 100n !== 0n) return <>{money(exact)}</>;
  return <Noted note={money(exact)}>{money(exact).slice(0, -3)}</Noted>;
}

/** What was staked in a game, in thousands and millions; the exact amount by hover, focus and tap. */
export function Volume({ amount }: { amount: string }) {
  const exact = readMoney(amount);
  return <Noted note={`${money(exact)}, RBX and TIX added`}>{compactMoney(exact)}</Noted>;
}

/** The edge of a game and what comes back of all stakes, with a warning where the edge is high. */
export function EdgeTerms({ game }: { game: Pick<UserGameListed, "houseEdge" | "returnToPlayer"> }) {
  return (
    <>
      <Term label="House Edge">
        <Noted note={`${game.houseEdge}% of every stake`}>{edgeText(game.houseEdge)}</Noted>
      </Term>
      <Term label="Return to player">{game.returnToPlayer}%</Term>
    </>
  );
}

/** A game's terms and volume. */
export function GameTerms({ game }: { game: UserGameListed }) {
  return (
    <>
      <Term label="Min Bet">
        <BetBound amount={game.minBet} />
      </Term>
      <Term label="Max Bet">
        <BetBound amount={game.maxBet} />
      </Term>
      <EdgeTerms game={game} />
      <Term label="Volume">
        <Volume amount={game.totalVolume} />
      </Term>
      <Term label="Times played">{game.totalPlayed}</Term>
    </>
  );
}

/** Warns of a high edge. */
export function EdgeWarning({ houseEdge }: Pick<UserGameListed, "houseEdge">) {
  if (readMoney(houseEdge) <= EDGE_WARNED_ABOVE) return null;
  return (
    <p className="flex items-start gap-2 text-sm text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {HIGH_EDGE}
    </p>
  );
}
