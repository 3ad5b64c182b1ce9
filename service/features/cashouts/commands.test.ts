import { expect, it } from "vitest";
import { approves, asks, CASHOUT, earned, owing, waited } from "#domain/testing/cashouts.ts";
import { DORA, people } from "#domain/testing/deposits.ts";
import { carriedOut, codeOf, GivenLog } from "#domain/testing/given.ts";
import { ALICE } from "#domain/testing/players.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { viewOf } from "#service/lab/testing/logs/log-view.ts";
import { approveCommand, beginCommand, requestCommand } from "./commands.ts";

const withDollars = (): GivenLog => {
  const log = new GivenLog();
  log.append([...people, earned("100.00")]);
  return log;
};
const request = (log: GivenLog) => {
  const wanted = { cashoutId: CASHOUT, playerId: ALICE, targetId: "ct_1", amount: 1_000n };
  return codeOf(requestCommand(serviceOrigin(log.at), wanted).decide(viewOf(log)));
};
const approve = (log: GivenLog) => {
  const review = { actor: { playerId: DORA, isListed: false }, id: CASHOUT, listed: new Set<string>() };
  return codeOf(approveCommand(serviceOrigin(log.at), review).decide(viewOf(log)));
};
const begin = (log: GivenLog) => {
  const payout = { cashoutId: CASHOUT, provider: "paypal" };
  return codeOf(beginCommand(serviceOrigin(log.at), payout).decide(viewOf(log)));
};

it("a debtor by the log's books is paid nothing: at the request, at the approval and at the payout", () => {
  const asked = () => waited(carriedOut(withDollars(), asks("10.00")));
  const approved = () => carriedOut(asked(), approves(DORA));
  const steps = [
    [request, withDollars(), "debt_open"],
    [approve, asked(), "payee_barred"],
    [begin, approved(), "payee_barred"],
  ] as const;
  for (const [step, log, refusal] of steps) {
    expect(step(log)).toBe("accepted");
    log.append([owing("0.01")]);
    expect(step(log)).toBe(refusal);
  }
});
