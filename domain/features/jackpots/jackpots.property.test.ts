import fc from "fast-check";
import { expect, it } from "vitest";
import { house, playerAccount } from "../../accounts/account.ts";
import { isBalanced } from "../../ledger/posting.ts";
import { BOB, CAROL, published } from "../../testing/coinflips.ts";
import { carriedOut, refusalOf } from "../../testing/given.ts";
import { ALICE } from "../../testing/players.ts";
import { forAllIn } from "../../testing/properties/for-all.ts";
import { enter, jackpotIn, settlePot, voidPot } from "../../testing/rounds.ts";
import { change, DAVE, held, logWith } from "../../testing/user-games.ts";
import { roundEscrow } from "../game-tables/table.ts";
import { realityCheckAcknowledged } from "../responsible-play/events.ts";
import { creatorShareAccount } from "../user-games/share.ts";
import { largestEntry } from "./enter.ts";
import { jackpotSettled } from "./events.ts";
import { ALONE_MS, SHARE_MOST } from "./rules.ts";
import { potOf, stakesOfPlayers } from "./table.ts";

/** On a machine that runs the tests of a dozen files at once. */
const PROPERTY_TIMEOUT_MS = 30_000;
const PLAYERS = [BOB, CAROL, DAVE];
const entry = fc.record({
  who: fc.nat(2),
  stake: fc.bigInt({ min: 1n, max: 50_000n }),
  waitMs: fc.nat(15_000),
});
const rounds = fc.array(
  fc.record({
    entries: fc.array(entry, { minLength: 1, maxLength: 12 }),
    edge: fc.integer({ min: 0, max: 5_000 }),
  }),
  { minLength: 1, maxLength: 4 },
);

it("the largest stake of a player is the largest that leaves their share at the most or below", () => {
  const stake = fc.bigInt({ min: 1n, max: 500n });
  const made = fc.array(fc.record({ who: fc.nat(2), stake }), { minLength: 1, maxLength: 8 });
  forAllIn({ numRuns: 200 })(made, fc.nat(3), stake, (stakes, who, added) => {
    const entries = stakes.map((one, seq) => ({
      ...{ betId: `b_${seq}`, seq, clientSeed: "s" },
      ...{ playerId: `p_${one.who}`, stake: String(one.stake) },
    }));
    const pot = potOf({ entries }) + added;
    const own = (stakesOfPlayers({ entries }).get(`p_${who}`) ?? 0n) + added;
    expect(added <= largestEntry({ entries }, `p_${who}`)).toBe(own * 10_000n <= pot * SHARE_MOST);
  });
});

it(
  "rounds of a jackpot keep every sum, under any entries, results and edits",
  () => {
    forAllIn({ numRuns: 60 })(rounds, (played) => {
      const log = logWith("jackpot", { edge: 0 });
      const bank = held(log, house);
      let [exact, raked] = [0n, 0n];
      for (const [i, { entries, edge }] of played.entries()) {
        // A round with a single player takes ten minutes: the third would make a check due, which refuses entries.
        log.append(PLAYERS.map((playerId) => realityCheckAcknowledged({ playerId })));
        if (refusalOf(log, change({ edge })) === "accepted") carriedOut(log, change({ edge }));
        const roundId = `round_${i}`;
        const before = new Map(PLAYERS.map((player) => [player, held(log, playerAccount(player))]));
        for (const { who, stake, waitMs } of entries) {
          const decide = enter(stake, { playerId: PLAYERS[who] ?? BOB, roundId });
          if (refusalOf(log, decide) === "accepted") carriedOut(log, decide);
          // Edits do not affect an open round.
          if (refusalOf(log, change({ edge: 5_000 - edge })) === "accepted")
            carriedOut(log, change({ edge: 5_000 - edge }));
          log.at += waitMs;
        }
        const { round } = jackpotIn(log);
        if (round === null) throw new Error("A round is open");
        const pot = potOf(round);
        expect(held(log, roundEscrow(roundId))).toBe(pot);
        if (round.beacon === null) {
          log.at = round.openedAt + ALONE_MS;
          carriedOut(log, voidPot());
          for (const player of PLAYERS) expect(held(log, playerAccount(player))).toBe(before.get(player));
        } else {
          for (const stake of stakesOfPlayers(round).values())
            expect(stake * 10n).toBeLessThanOrEqual(pot * 8n);
          log.at = Math.max(log.at, published(round.beacon.round));
          carriedOut(log, settlePot(null));
          const settled = log.events.flatMap((e) => (jackpotSettled.is(e) ? [e.payload] : [])).at(-1);
          const payout = BigInt(settled?.payout ?? "0");
          // The pot less the edge, rounded down: never a minor unit more.
          expect(payout).toBe((pot * BigInt(10_000 - edge)) / 10_000n);
          expect(BigInt(settled?.share ?? "0")).toBeLessThanOrEqual(pot - payout);
          exact += pot * BigInt(edge);
          raked += pot - payout;
        }
        expect(held(log, roundEscrow(roundId))).toBe(0n);
        log.at += 60_000;
      }
      expect(log.events.every(({ postings }) => isBalanced(postings))).toBe(true);
      expect(held(log, creatorShareAccount(ALICE))).toBe(exact / 10_000n);
      expect(held(log, house) - bank).toBe(raked - exact / 10_000n);
    });
  },
  PROPERTY_TIMEOUT_MS,
);
