import { describe, expect, it } from "vitest";
import { house, playerAccount } from "../../../accounts/account.ts";
import { minor } from "../../../kernel/money.ts";
import { move } from "../../../ledger/posting.ts";
import {
  credited,
  DORA,
  EMIL,
  granted,
  people,
  ROOT,
  reverses,
  writesOff,
} from "../../../testing/deposits.ts";
import { carriedOut, GivenLog, given, NOON } from "../../../testing/given.ts";
import { ALICE, banked, flipped, playerIn } from "../../../testing/players.ts";
import { confirms, wants } from "../../../testing/proposals.ts";
import { depositor } from "../depositor.ts";
import { depositReversed } from "../events.ts";
import { DEBTS_MAX } from "../rules.ts";

/** Alice was credited what she asked for, by one deposit. */
function creditedOnce(): GivenLog {
  const log = new GivenLog();
  log.append(people);
  return carriedOut(log, ...credited("d_1", "250.00"));
}

/** Alice owes all of two deposits. */
function owingTwice(): GivenLog {
  const log = creditedOnce();
  carriedOut(log, ...credited("d_2", "40.00"));
  log.append([flipped({ stake: minor("1290.00") })]);
  return carriedOut(log, ...["d_1", "d_2"].map((depositId) => reverses(EMIL, { depositId })));
}

describe("a reversal", () => {
  it(`is refused to a player with ${DEBTS_MAX} debts, until one is settled`, () => {
    const debt = (n: number) =>
      depositReversed({
        ...{ depositId: `old_${n}`, playerId: ALICE, by: EMIL, reason: "r", asset: "RBX", copies: [] },
        ...{ taken: "0", owed: "100" },
      });
    const owing = (count: number) => {
      const log = creditedOnce();
      log.append(Array.from({ length: count }, (_, n) => debt(n)));
      return log.events;
    };
    given(...owing(DEBTS_MAX)).refuses(reverses(EMIL), "too_many_debts");
    given(...owing(DEBTS_MAX - 1)).answers(reverses(EMIL), { taken: "25000", owed: "0" });
  });

  it("without a rest to set aside takes the money, however little the bank holds", () => {
    const log = creditedOnce();
    const postings = move({ from: house, to: playerAccount(DORA), asset: "RBX", amount: minor("900.00") });
    const lost = { type: "Earned", schemaVersion: 1, stream: "log:wins", payload: {}, postings } as const;
    log.append([banked("500.00"), lost]);
    expect(log.holding(house, "RBX")).toBe(-minor("400.00"));
    given(...log.events).answers(reverses(EMIL), { taken: "25000", owed: "0" });
    given(...log.events, flipped({ stake: minor("1100.00") })).answers(reverses(EMIL), {
      taken: "15000",
      owed: "10000",
    });
    given(...log.events, flipped({ stake: minor("1250.00") }), lost).refuses(reverses(EMIL), "bank_too_low");
  });
});

describe("a debt that is written off", () => {
  it("is that of its deposit, and the player's other debts stay", () => {
    for (const [depositId, other] of [
      ["d_1", "d_2"],
      ["d_2", "d_1"],
    ] as const) {
      const log = carriedOut(owingTwice(), writesOff(DORA, { depositId }));
      expect(depositor.of(playerIn(log)).debts).toMatchObject([{ depositId: other }]);
    }
    given(...owingTwice().events).answers(writesOff(DORA, { depositId: "d_1" }), { amount: "25000" });
    given(...owingTwice().events).answers(writesOff(DORA, { depositId: "d_2" }), { amount: "4000" });
  });

  it("is confirmed by any admin but the one who owes it", () => {
    const log = owingTwice();
    log.append([{ ...granted(ALICE), recordedAt: NOON - 7 * 24 * 3_600_000 }]);
    carriedOut(log, wants(ROOT, { kind: "write_off_debt", depositId: "d_1" }));
    given(...log.events).refuses(confirms(ALICE), "own_deposit");
    given(...log.events).answers(confirms(DORA), { kind: "write_off_debt" });
  });
});
