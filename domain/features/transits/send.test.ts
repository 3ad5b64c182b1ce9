import { expect, it } from "vitest";
import { minor } from "../../kernel/money.ts";
import { GivenLog } from "../../testing/given.ts";
import { playerIn, registered } from "../../testing/players.ts";
import { type SendContext, sendBank } from "./send.ts";

const log = new GivenLog();
log.append([registered()]);
const player = playerIn(log);

const command = { id: "1-a", to: 2, currency: "RBX", amount: minor("100.00") } as const;
const context: SendContext = {
  actor: { player, isListed: true },
  here: 1,
  transit: { is: "unknown" },
  peers: new Set([1, 2]),
  bank: minor("1100.00"),
  limits: { floor: minor("1000.00") },
};
const codeOf = (change: Partial<typeof command> | object, of: Partial<SendContext> = {}) => {
  const decision = sendBank({ ...command, ...change }, { ...context, ...of });
  return "refused" in decision ? decision.refused.code : "accepted";
};

it("part of the bank leaves for the bank of another log, down to the bank's minimum", () => {
  const decision = sendBank(command, context);
  expect(decision).toMatchObject({ answer: { id: "1-a" } });
  const postings = "events" in decision ? decision.events.flatMap((event) => event.postings) : [];
  expect(postings.map(({ account, delta }) => [account, delta])).toEqual([
    ["house", -10_000n],
    ["transit:1-a", 10_000n],
  ]);
  expect(codeOf({ amount: minor("100.01") })).toBe("bank_limit");
  expect(codeOf({}, { bank: minor("500.00") })).toBe("bank_limit");
});

it("a refusal to send names the most that can be sent, which is never negative", () => {
  const mostOf = (bank: string) => {
    const decision = sendBank({ ...command, amount: minor("100.01") }, { ...context, bank: minor(bank) });
    return "refused" in decision ? decision.refused.facts : null;
  };
  expect(mostOf("1100.00")).toEqual({ most: "100.00" });
  expect(mostOf("1000.01")).toEqual({ most: "0.01" });
  for (const bank of ["1000.00", "999.99", "0.00"]) expect(mostOf(bank)).toEqual({ most: "0.00" });
});

it("nothing leaves for an unknown log, without an admin, or of zero", () => {
  expect(codeOf({ to: 1 })).toBe("log_unknown");
  expect(codeOf({ to: 3 })).toBe("log_unknown");
  for (const amount of [0n, -1n]) {
    expect(codeOf({ amount })).toBe("amount_too_small");
    expect(codeOf({ amount }, { bank: minor("500.00") })).toBe("amount_too_small");
  }
  expect(codeOf({}, { actor: { player, isListed: false } })).toBe("forbidden");
  expect(codeOf({}, { transit: { is: "arrived", leaf: "", position: 1, told: [] } })).toBe("transit_exists");
});
