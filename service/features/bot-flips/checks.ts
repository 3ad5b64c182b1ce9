import { house } from "#domain/accounts/account.ts";
import { type ItemsFlipped, itemsFlipped } from "#domain/features/bot-flips/events.ts";
import { winningsOf } from "#domain/features/bot-flips/rules.ts";
import { STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import type { Stake } from "#domain/features/live-coinflips/items/stake.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { Player } from "#domain/player/player.ts";
import { stakesCheck } from "#service/features/house-flips/stakes-check.ts";
import { stakeValuesCheck } from "#service/features/live-coinflips/stake-values.ts";
import { playerIdOf } from "#service/features/players/checks.ts";
import { expectExperience } from "#service/features/players/experience-check.ts";
import { seedPairsCheck } from "#service/features/seed-pairs/checks.ts";
import { settingsCheck } from "#service/features/settings/checks.ts";
import type { AmountOf, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

type Flipped = RecordedEvent & ItemsFlipped;

/** Whether a flip for items posts its outcome: winnings to the winner, or each copy to the house. */
function isItemsPaidAsTold({ stream, postings, payload }: Flipped): boolean {
  const { items } = payload;
  const stake = BigInt(payload.stake);
  const due = itemsFlipped({
    ...payload,
    ...{ playerId: playerIdOf({ stream }), items },
    winnings: winningsOf(stake),
  });
  if (due.payload.payout !== payload.payout || due.payload.edge !== payload.edge) return false;
  if (due.payload.stake !== payload.stake || due.postings.length !== postings.length) return false;
  return due.postings.every(({ account, asset, delta }, leg) => {
    const found = postings[leg];
    return found?.account === account && found.asset === asset && found.delta === delta;
  });
}

/** Whether each item is one copy, now held by its owner: the player if won, else the house. */
function isHeldAsTold({ stream, payload }: Flipped, amountOf: AmountOf): boolean {
  const { items, side, result } = payload;
  const holder = result === side ? stream : house;
  const isHeld = ({ asset, amount }: Stake[number]) => amount === "1" && amountOf(holder, asset) === 1n;
  return new Set(items.map(({ asset }) => asset)).size === items.length && items.every(isHeld);
}

function itemsFlipDue({ payload }: Flipped): JsonObject {
  const { gameId: id, result, side, payout } = payload;
  return { id, won: result === side, result, winAmount: formatMinor(BigInt(payout)) };
}

/** Checks flips for items: drawn from the player's seed pair, posted as they say, with items that the player held. */
export const botFlipsCheck: LogCheck = {
  name: "bot-flips",
  begin: (passOf) => {
    const pairs = passOf(seedPairsCheck);
    const [values, stakes] = [passOf(stakeValuesCheck), passOf(stakesCheck)];
    const settings = passOf(settingsCheck);
    return {
      event: (flip, state, amountOf) => {
        if (!itemsFlipped.is(flip)) return;
        pairs.drawn(flip, state);
        values.expectWorth(flip.position, flip.payload.items);
        expectAt(flip.position, isItemsPaidAsTold(flip), () => {
          return "The flip's postings do not match its result.";
        });
        expectAt(flip.position, isHeldAsTold(flip, amountOf), () => {
          return "The player staked items they did not hold, or one item twice.";
        });
        const [stake, { xp }] = [BigInt(flip.payload.stake), flip.payload];
        stakes.expectTaken(flip, { by: flip.stream, stake, least: STAKE_MIN });
        expectExperience(flip, { player: state as Player, stake, xp }, settings.now);
      },
    };
  },
  answer: (event) => (itemsFlipped.is(event) ? itemsFlipDue(event) : null),
};
