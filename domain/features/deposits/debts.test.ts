import { expect, it } from "vitest";
import { playerAccount } from "../../accounts/account.ts";
import { minor } from "../../kernel/money.ts";
import { approves, DORA, EMIL, people, rbx, requests, reverses } from "../../testing/deposits.ts";
import { carriedOut, GivenLog } from "../../testing/given.ts";
import { ALICE, flipped, playerIn } from "../../testing/players.ts";
import { depositor } from "./depositor.ts";
import { receivableAccount } from "./events.ts";

const credited = (depositId: string, amount: string) =>
  [requests(rbx(amount), { depositId }), approves(DORA, { depositId })] as const;

it("of several debts the oldest is paid first, and the next from the rest", () => {
  const log = new GivenLog();
  log.append(people);
  const losesAll = () => ({ events: [flipped({ stake: minor("1300.00") })], answer: {} });
  carriedOut(log, ...credited("d_1", "100.00"), ...credited("d_2", "200.00"), losesAll);
  carriedOut(log, reverses(EMIL, { depositId: "d_1" }), reverses(EMIL, { depositId: "d_2" }));
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
