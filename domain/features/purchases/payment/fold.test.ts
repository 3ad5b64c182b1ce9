import { expect, it } from "vitest";
import { streamsOf } from "../../../kernel/events/event.ts";
import { GivenLog } from "../../../testing/given.ts";
import { purchaseInitiated } from "../events.ts";
import { type BegunPurchase, keptOf, onItsWayOf, purchaseStreamKind } from "../purchase.ts";
import { buyerCharged, paymentObserved, refundEnded, refundWanted } from "./events.ts";

type Event = Parameters<GivenLog["append"]>[0][number];

/** The purchase of the examples after these events. */
function after(...events: readonly Event[]): BegunPurchase {
  const log = new GivenLog();
  log.append([purchaseInitiated.example(), ...events]);
  const [stream] = streamsOf(purchaseInitiated.example());
  if (stream === undefined) throw new Error("an event has a stream");
  const purchase = log.stream(purchaseStreamKind, stream);
  if (purchase.status === "absent") throw new Error("the purchase was begun");
  return purchase;
}
const wants = (amount: string): Event => {
  const event = refundWanted.example();
  return { ...event, payload: { ...event.payload, amount } };
};
const ends = (amount: string, kept: string): Event => {
  const event = refundEnded.example();
  return { ...event, payload: { ...event.payload, amount, kept }, postings: [] };
};
const charges = (amount: string): Event => {
  const event = buyerCharged.example();
  return { ...event, payload: { ...event.payload, amount }, postings: [] };
};
const reads = (change: object): Event => {
  const event = paymentObserved.example();
  return { ...event, payload: { ...event.payload, ...change }, postings: [] };
};

it("a purchase counts its refunds, and what of them is on its way", () => {
  expect(after(wants("300"), wants("200"))).toMatchObject({ wanted: "500", refunds: 2 });
  expect(onItsWayOf(after(wants("300"), reads({ refunded: "100" })))).toBe(200n);
  // Refunded by hand before: not requested again.
  expect(after(reads({ refunded: "400" }), wants("100")).wanted).toBe("500");
});

it("a refund that two admins ended is on its way no longer: the house keeps a part of it, the rest is not due", () => {
  const ended = after(wants("500"), ends("500", "200"));
  expect([ended.wanted, keptOf(ended), onItsWayOf(ended)]).toEqual(["200", 200n, 0n]);
  expect(ended.totals.out).toMatchObject({ escrow: "200", house: "-200" });
  const again = after(wants("500"), ends("500", "200"), wants("100"));
  expect([again.wanted, onItsWayOf(again)]).toEqual(["300", 100n]);
  // Made by hand although it was ended: the part that the house keeps is beside it.
  const byHand = after(
    wants("500"),
    ends("500", "200"),
    reads({ refunded: "50", out: ended.totals.out }),
    wants("100"),
  );
  expect([byHand.wanted, onItsWayOf(byHand)]).toEqual(["350", 100n]);
});

it("a buyer's debts for a purchase add up, and leave its escrow", () => {
  expect(after(charges("30")).totals.out).toMatchObject({ buyer: "30", escrow: "-30" });
  expect(after(charges("30"), charges("20")).totals.out).toMatchObject({ buyer: "50", escrow: "-50" });
});
