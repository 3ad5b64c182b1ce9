import { CURRENCIES, playerAccount } from "#domain/accounts/account.ts";
import { userCoinFlipped } from "#domain/features/user-coinflips/events.ts";
import { type CoinTable, evolveCoinTable, initialCoinTable } from "#domain/features/user-coinflips/play.ts";
import { payoutOf } from "#domain/features/user-coinflips/rules.ts";
import { accrueShare } from "#domain/features/user-games/share.ts";
import type { UserGame } from "#domain/features/user-games/user-game.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { Player } from "#domain/player/player.ts";
import { stakesCheck } from "#service/features/house-flips/stakes-check.ts";
import { playerIdOf } from "#service/features/players/checks.ts";
import { expectExperience } from "#service/features/players/experience-check.ts";
import { seedPairsCheck } from "#service/features/seed-pairs/checks.ts";
import { settingsCheck } from "#service/features/settings/checks.ts";
import { userGamesCheck } from "#service/features/user-games/checks.ts";
import { isSameMoves } from "#service/ledger/verifier/as-told.ts";
import type { AmountOf, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

type Flipped = RecordedEvent & EventOf<typeof userCoinFlipped>;

/** Whether a flip follows the game's terms of its time, and its player is not the creator. */
function isByTheRules({ stream, payload }: Flipped, game: UserGame): boolean {
  if (game.status !== "active" || game.gameType !== "coinflip") return false;
  const stake = BigInt(payload.stake);
  return (
    payload.creatorId === game.creatorId &&
    payload.version === game.version &&
    payload.edgeRate === game.edge &&
    stake >= BigInt(game.minBet) &&
    stake <= BigInt(game.maxBet) &&
    playerIdOf({ stream }) !== game.creatorId
  );
}

/** Whether a flip's payout follows from result and edge, and its postings match. */
function isPaidAsTold({ stream, postings, payload }: Flipped): boolean {
  const { side, result, edgeRate } = payload;
  const [stake, share] = [BigInt(payload.stake), BigInt(payload.share)];
  const [payout, edge] = [BigInt(payload.payout), BigInt(payload.edge)];
  const won = result === side;
  if (payout !== (won ? payoutOf(stake, edgeRate) : 0n) || edge !== (won ? stake * 2n - payout : 0n))
    return false;
  const due = userCoinFlipped({ ...payload, playerId: playerIdOf({ stream }), stake, payout, edge, share });
  return isSameMoves(due.postings, postings);
}

function flipDue({ stream, payload }: Flipped, amountOf: AmountOf): JsonObject {
  const account = playerAccount(playerIdOf({ stream }));
  const [rbxBalance = "", tixBalance = ""] = CURRENCIES.map((asset) =>
    formatMinor(amountOf(account, asset) ?? 0n),
  );
  const { betId: id, nonce, result, side, payout, edge, share } = payload;
  return {
    id,
    result,
    won: result === side,
    winAmount: formatMinor(BigInt(payout)),
    houseEdgeTaken: formatMinor(BigInt(edge)),
    ...{ rbxBalance, tixBalance, nonce },
    creatorShare: formatMinor(BigInt(share)),
  };
}

/**
 * Checks flips by players' rules: each is drawn from its player's seed pair, follows the game's version of its time,
 * pays what it says, and credits the creator with the edge of all stakes so far, to the minor unit.
 */
export const userCoinflipsCheck: LogCheck = {
  name: "user-coinflips",
  begin: (passOf) => {
    const [pairs, games] = [passOf(seedPairsCheck), passOf(userGamesCheck)];
    const [stakes, settings] = [passOf(stakesCheck), passOf(settingsCheck)];
    const tables = new Map<string, CoinTable>();
    return {
      event: (flip, state) => {
        if (!userCoinFlipped.is(flip)) return;
        const { position, payload } = flip;
        pairs.drawn(flip, state);
        const game = games.game(payload.gameId);
        expectAt(position, isByTheRules(flip, game), () => "The flip is against the rules of its game.");
        expectAt(position, isPaidAsTold(flip), () => {
          return "The flip's postings do not match its result.";
        });
        const [stake, { xp }] = [BigInt(payload.stake), payload];
        stakes.expectTaken(flip, { by: flip.stream, stake, least: 0n });
        expectExperience(flip, { player: state as Player, stake, xp }, settings.now);
        const name = `${payload.gameId} ${payload.side}`;
        const table = tables.get(name) ?? initialCoinTable;
        if (game.status === "absent") return;
        const { share, carried } = accrueShare(table.carried, stake, game);
        expectAt(position, String(share) === payload.share && carried === payload.carried, () => {
          return `The creator's share is ${share}, carrying ${carried}, where ${payload.share} was paid.`;
        });
        tables.set(name, evolveCoinTable(table, flip));
      },
    };
  },
  answer: (event, amountOf) => (userCoinFlipped.is(event) ? flipDue(event, amountOf) : null),
};
