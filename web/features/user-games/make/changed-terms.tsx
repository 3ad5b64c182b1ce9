import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { userGameQuery } from "#web/features/user-games/queries.ts";
import { hasCode } from "#web/lib/api/api.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Refetches a game when a bet was refused because its creator had edited it, and rethrows the error. */
export function useChangedTerms(gameId: string): (error: unknown) => Promise<never> {
  const queryClient = useQueryClient();
  return async (error) => {
    if (hasCode(error, "game_changed"))
      await queryClient.invalidateQueries({ queryKey: userGameQuery(gameId).queryKey });
    throw error;
  };
}

const TERMS = [
  { label: "House Edge", of: ({ houseEdge }: UserGameListed) => `${houseEdge}%` },
  { label: "Min Bet", of: ({ minBet }: UserGameListed) => money(readMoney(minBet)) },
  { label: "Max Bet", of: ({ maxBet }: UserGameListed) => money(readMoney(maxBet)) },
] as const;

/** Shows what the creator has changed since the player came, until dismissed. */
export function TermsNotice({ game }: { game: UserGameListed }) {
  const [known, setKnown] = useState(game);
  const changed = TERMS.filter(({ of }) => of(known) !== of(game));
  if (changed.length === 0) return null;
  return (
    <Notice
      tone="warn"
      role="alert"
      title="The creator has changed this game"
      action={
        <Button size="sm" onClick={() => setKnown(game)}>
          Got it
        </Button>
      }
    >
      <ul>
        {changed.map(({ label, of }) => (
          <li key={label}>
            {label}: {of(known)}, now <span className="font-semibold text-ink">{of(game)}</span>
          </li>
        ))}
      </ul>
      <p>Bets you have already placed keep the old terms. These apply to new ones.</p>
    </Notice>
  );
}
