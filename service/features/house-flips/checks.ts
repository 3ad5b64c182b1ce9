import { CURRENCIES, house } from "#domain/accounts/account.ts";
import { type CoinFlipped, coinFlipped } from "#domain/features/house-flips/events.ts";
import { currencyOf, edgeOf, STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { Player } from "#domain/player/player.ts";
import { expectExperience } from "#service/features/players/experience-check.ts";
import { seedPairsCheck } from "#service/features/seed-pairs/checks.ts";
import { settingsCheck } from "#service/features/settings/checks.ts";
import type { AmountOf, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";
import { stakesCheck } from "./stakes-check.ts";

type Flipped = RecordedEvent & CoinFlipped;

/**
 * Whether a flip's postings match it, between player and house: the stake, and for a winner twice the stake less the
 * edge, which has been the same since the first flip.
 */
function isPaidAsTold({ stream, postings, payload }: Flipped): boolean {
  const { side, result } = payload;
  const [stake, payout, edge] = [BigInt(payload.stake), BigInt(payload.payout), BigInt(payload.edge)];
  const due = result === side ? edgeOf(stake) : 0n;
  if (stake <= 0n || edge !== due || payout !== (result === side ? stake * 2n - due : 0n)) return false;
  const currency = currencyOf(side);
  let gained = 0n;
  for (const { account, asset, delta } of postings) {
    if (asset !== currency || (account !== stream && account !== house)) return false;
    // A player's stream and account have one name.
    if (account === stream) gained += delta;
  }
  return gained === payout - stake;
}

function flipDue({ stream, payload }: Flipped, amountOf: AmountOf): JsonObject {
  const [rbxBalance, tixBalance] = CURRENCIES.map((asset) => formatMinor(amountOf(stream, asset) ?? 0n));
  const { gameId: id, nonce, result, side } = payload;
  return {
    id,
    result,
    won: result === side,
    winAmount: formatMinor(BigInt(payload.payout)),
    houseEdgeTaken: formatMinor(BigInt(payload.edge)),
    rbxBalance: rbxBalance ?? "",
    tixBalance: tixBalance ?? "",
    nonce,
  };
}

/** Checks flips against the house: each could be made, is drawn from its player's seed pair, and pays by the rules. */
export const houseFlipsCheck: LogCheck = {
  name: "house-flips",
  begin: (passOf) => {
    const [pairs, stakes, settings] = [passOf(seedPairsCheck), passOf(stakesCheck), passOf(settingsCheck)];
    return {
      event: (event, state) => {
        if (!coinFlipped.is(event)) return;
        pairs.drawn(event, state);
        expectAt(event.position, isPaidAsTold(event), () => {
          return "The flip's postings do not match its result.";
        });
        const { xp, stake: text } = event.payload;
        const stake = BigInt(text);
        stakes.expectTaken(event, { by: event.stream, stake, least: STAKE_MIN });
        expectExperience(event, { player: state as Player, stake, xp }, settings.now);
      },
    };
  },
  answer: (event, amountOf) => (coinFlipped.is(event) ? flipDue(event, amountOf) : null),
};
