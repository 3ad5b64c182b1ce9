import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import type { Return } from "#web/lib/effects/result-effects.ts";
import { money, readMoney } from "#web/lib/format.ts";

/** While the marker is on its way to the drawn ticket. */
export const DRAWING = "The ticket is drawn. The marker moves to it.";

/** The winning entry. Found by its ticket, since a hidden winner has no id. */
export const winningEntry = ({ bets, ticket }: GameRound) =>
  bets.find(
    ({ from, to }) =>
      ticket !== null &&
      from !== null &&
      to !== null &&
      readMoney(from) <= readMoney(ticket) &&
      readMoney(ticket) < readMoney(to),
  );

/** What a player has staked in a round, in minor units. */
export const stakedBy = ({ bets }: GameRound, playerId: string): bigint =>
  bets.reduce(
    (sum, { player, betAmount }) => (player.id === playerId ? sum + readMoney(betAmount) : sum),
    0n,
  );

/** What a round that has ended came to for a player; stakes of a void one went back. */
export function returnTo(round: GameRound, playerId: string): Return {
  const stake = stakedBy(round, playerId);
  if (round.ticket === null) return { stake, payout: stake };
  const won = winningEntry(round);
  return { stake, payout: won?.player.id === playerId ? readMoney(won.winAmount ?? "0") : 0n };
}

/** Whether one player has every entry, as far as it shows: entries of hidden players may be those of two. */
const isAlone = ({ bets }: GameRound): boolean => {
  const players = new Set(bets.map(({ player }) => player.id));
  return bets.length < 2 || (players.size < 2 && !players.has(null));
};

/** Where a round stands, in one sentence: on the page, and for screen readers whenever it changes. */
export function roundInWords(round: GameRound | null, playerId: string): string {
  if (round === null) return "No round is open. The first bet opens one.";
  const currency = round.currency.toUpperCase();
  switch (round.status) {
    case "waiting":
      return `${isAlone(round) ? "Waiting for a second player. " : ""}The countdown starts when nobody holds more than 80% of the pot.`;
    case "betting":
      return "The countdown runs. Bets are taken until it ends.";
    case "locked":
    case "running":
      return "Bets are closed. The beacon draws the winner.";
    case "void":
      return "The round is void. Every stake was returned.";
    case "settled": {
      const won = winningEntry(round);
      if (!won) return "The round has ended.";
      const amount = `${money(readMoney(won.winAmount ?? "0"))} ${currency}`;
      return won.player.id === playerId ? `You won ${amount}.` : `${won.player.username} won ${amount}.`;
    }
  }
}

/** Why no bet is taken now; null when one is. */
export function closedReason(round: GameRound | null): string | null {
  if (round?.status === "locked" || round?.status === "running")
    return "Bets are closed until the winner is drawn.";
  return null;
}
