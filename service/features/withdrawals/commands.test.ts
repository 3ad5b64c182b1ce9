import { expect, it } from "vitest";
import { owing } from "#domain/testing/cashouts.ts";
import { DEPOSIT, DORA } from "#domain/testing/deposits.ts";
import { carriedOut, codeOf, type GivenLog } from "#domain/testing/given.ts";
import { HAT } from "#domain/testing/items.ts";
import { ALICE } from "#domain/testing/players.ts";
import { aDelivered } from "#domain/testing/purchases.ts";
import { approvesIt, asks, inCustody, PURCHASE, WITHDRAWAL } from "#domain/testing/withdrawals.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { viewOf } from "#service/lab/testing/logs/log-view.ts";
import { approveCommand, requestCommand, sendCommand } from "./commands.ts";

const review = { actor: { playerId: DORA, isListed: false }, id: WITHDRAWAL };
const request = (log: GivenLog, purchaseId: string | null = null) => {
  const found = { copy: HAT, depositId: DEPOSIT };
  const wanted = { withdrawalId: WITHDRAWAL, playerId: ALICE, found, purchaseId };
  return codeOf(requestCommand(serviceOrigin(log.at), wanted).decide(viewOf(log)));
};
const approve = (log: GivenLog, purchaseId: string | null = null) => {
  const command = approveCommand(serviceOrigin(log.at), { ...review, purchaseId, listed: new Set() });
  return codeOf(command.decide(viewOf(log)));
};
const send = (log: GivenLog) => codeOf(sendCommand(serviceOrigin(log.at), review).decide(viewOf(log)));

const asked = () => carriedOut(inCustody(), asks());

it("a debtor by the log's books gets no item: at the request, at the approval and at the trade", () => {
  const steps = [
    [request, inCustody(), "debt_open"],
    [approve, asked(), "payee_barred"],
    [send, carriedOut(asked(), approvesIt(DORA)), "payee_barred"],
  ] as const;
  for (const [step, log, refusal] of steps) {
    expect(step(log)).toBe("accepted");
    log.append([owing("0.01")]);
    expect(step(log)).toBe(refusal);
  }
});

it("a bought item stays while the purchase that was looked up is unsettled, at the request and at the approval", () => {
  const bought = aDelivered().events.map((event) => ({ ...event, postings: [] }));
  for (const [step, log] of [
    [request, inCustody()],
    [approve, asked()],
  ] as const) {
    log.append(bought);
    expect(step(log)).toBe("accepted");
    expect(step(log, PURCHASE)).toBe("purchase_unsettled");
  }
});
