import { expect, it } from "vitest";
import { playerAccount } from "../../accounts/account.ts";
import { minor } from "../../kernel/money.ts";
import {
  approves,
  cancels,
  credited,
  DORA,
  EMIL,
  people,
  ROOT,
  rbx,
  rejects,
  requests,
  reverses,
  writesOff,
} from "../../testing/deposits.ts";
import { carriedOut, GivenLog } from "../../testing/given.ts";
import { ALICE, flipped, playerIn, unfinishedIn } from "../../testing/players.ts";
import { proposedBy, shownPerson } from "../../testing/proposals.ts";
import { depositor } from "./depositor.ts";
import { receivableAccount } from "./events.ts";

/** A log in which Alice lost all that she had, then two of her deposits were reversed: she owes both. */
function owing(first: string, second: string): GivenLog {
  const log = new GivenLog();
  log.append(people);
  const losesAll = () => ({ events: [flipped({ stake: minor("1300.00") })], answer: {} });
  carriedOut(log, ...credited("d_1", first), ...credited("d_2", second), losesAll);
  carriedOut(log, reverses(EMIL, { depositId: "d_1" }), reverses(EMIL, { depositId: "d_2" }));
  return log;
}

it("of several debts the oldest is paid first, and the next from the rest", () => {
  const log = owing("100.00", "200.00");
  const debt = { asset: "RBX", by: EMIL };
  const [first, second] = [
    { ...debt, depositId: "d_1", amount: "10000" },
    { ...debt, depositId: "d_2", amount: "20000" },
  ];
  expect(depositor.of(playerIn(log)).debts).toMatchObject([first, second]);

  carriedOut(log, ...credited("d_3", "40.00"));
  expect(depositor.of(playerIn(log)).debts).toMatchObject([{ ...first, amount: "6000" }, second]);

  carriedOut(log, ...credited("d_4", "110.00"));
  expect(depositor.of(playerIn(log)).debts).toMatchObject([{ ...second, amount: "15000" }]);
  expect(log.holding(receivableAccount(ALICE), "RBX")).toBe(minor("150.00"));
  expect(log.holding(playerAccount(ALICE), "RBX")).toBe(0n);
});

it("a write-off shows the second admin whose debt of which deposit it is, in units of its currency", () => {
  const log = owing("100.00", "200.05");
  expect(proposedBy(ROOT, { kind: "write_off_debt", depositId: "d_2" }, log)).toEqual({
    kind: "write_off_debt",
    depositId: "d_2",
    player: shownPerson(ALICE),
    owed: "200.05",
    asset: "RBX",
  });
});

it("a player is not forgotten before every deposit is decided or cancelled, and every debt is settled", () => {
  const OPEN = "Your deposits have to be decided or cancelled.";
  const OWES = "Pay what you owe first.";
  const reasons = (log: GivenLog) => unfinishedIn(log).filter((one) => one === OPEN || one === OWES);
  const log = new GivenLog();
  log.append(people);
  const asksFor = (depositId: string) => requests(rbx("100.00"), { depositId });
  const ways = [
    cancels(ALICE, "d_0"),
    rejects(DORA, { depositId: "d_0" }),
    approves(DORA, { depositId: "d_0" }),
  ];
  for (const end of ways) {
    const asked = new GivenLog();
    asked.append(people);
    expect(reasons(carriedOut(asked, asksFor("d_0")))).toEqual([OPEN]);
    expect(reasons(carriedOut(asked, end))).toEqual([]);
  }
  const losesAll = () => ({ events: [flipped({ stake: minor("1100.00") })], answer: {} });
  carriedOut(log, asksFor("d_1"), approves(DORA, { depositId: "d_1" }), losesAll);
  expect(reasons(log)).toEqual([]);
  carriedOut(log, reverses(EMIL, { depositId: "d_1" }));
  expect(reasons(log)).toEqual([OWES]);
  // A second reason is not told before the first is gone.
  expect(reasons(carriedOut(log, asksFor("d_2")))).toEqual([OWES]);
  carriedOut(log, writesOff(DORA, { depositId: "d_1" }));
  expect(reasons(log)).toEqual([OPEN]);
});
