import { expect, it } from "vitest";
import { cashoutRequested } from "#domain/features/cashouts/events.ts";
import { withDollarDebtsPaid } from "#domain/features/dollar-debts/debts.ts";
import { purchaseStream } from "#domain/features/purchases/parties.ts";
import { NO_TOTALS, paymentObserved } from "#domain/features/purchases/payment/events.ts";
import { purchaseStreamKind } from "#domain/features/purchases/purchase.ts";
import { accept } from "#domain/kernel/decision.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { cancelCommand, requestCommand } from "#service/features/cashouts/commands.ts";
import { readOfPlayer } from "#service/features/roles/actor.ts";
import { timeOrderedId } from "#service/ids.ts";
import { earnDollars } from "#service/lab/testing/dollars.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";
import type { Site } from "#service/lab/testing/site.ts";
import { createTwoSites } from "#service/lab/testing/sites.ts";

const ROUNDS = 4;
const EARNED = 2_000n;
/** Less than the earnings, and more than what three cash-outs leave of them. */
const CHARGED = 1_500n;
const CASHED = 500n;
const SELLER = "p_seller";

/** A buyer's debt, for a payment that was taken back. */
const charge = ({ service }: Site, buyerId: string): Submission<{ readonly id: string }> => {
  const { now } = service.deps;
  const purchaseId = timeOrderedId("pu", now());
  const taken = String(CHARGED);
  const charged = paymentObserved(
    {
      ...{ purchaseId, buyerId, sellerId: SELLER, provider: "stripe", reading: 1, paymentStatus: "paid" },
      ...{ received: "0", fee: "0", refunded: "0", taken, out: { ...NO_TOTALS.out, buyer: taken } },
    },
    NO_TOTALS,
  );
  return {
    ...serviceOrigin(now()),
    reads: () => ({
      streams: [
        { kind: purchaseStreamKind, name: purchaseStream(purchaseId) },
        readOfPlayer(buyerId),
        readOfPlayer(SELLER),
      ],
      holdings: [],
    }),
    decide: (view) =>
      withDollarDebtsPaid(accept([charged], { id: purchaseId }), (account, asset) =>
        view.holding(account, asset),
      ),
  };
};
const cashOut = ({ service }: Site, playerId: string) => {
  const { now } = service.deps;
  const cashoutId = timeOrderedId("co", now());
  return requestCommand(serviceOrigin(now()), { cashoutId, playerId, amount: CASHED, targetId: "ct_1" });
};

describeEachEngine("dollars owed", (engine) => {
  it("never leave by a cash-out, in whatever order two processes handle debt and cash-outs", async () => {
    const both = await createTwoSites(engine);
    const { one, two, db } = both;
    const held = (account: string) => one.held(account, "USD");
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id } = await (await one.player(`debtor_${round}`)).user();
        await earnDollars(one, id, EARNED);
        const asked = Array.from({ length: 6 }, (_, at) => at % 2 === 0);
        const outcomes = await Promise.all([
          ...asked
            .slice(0, 3)
            .map((isFirst) =>
              (isFirst ? one : two).service.deps.writer.submit(cashOut(isFirst ? one : two, id)),
            ),
          two.service.deps.writer.submit(charge(two, id)),
          ...asked
            .slice(3)
            .map((isFirst) =>
              (isFirst ? one : two).service.deps.writer.submit(cashOut(isFirst ? one : two, id)),
            ),
        ]);
        expect(outcomes[3]?.kind).toBe("committed");
        const open = outcomes.flatMap((outcome, at) =>
          outcome.kind === "committed" && at !== 3 ? [String(outcome.answer.id)] : [],
        );
        const [free, owed] = [await held(`player:${id}`), -(await held(`receivable:${id}`))];
        expect([free === 0n || owed === 0n, free - owed]).toEqual([
          true,
          EARNED - CHARGED - BigInt(open.length) * CASHED,
        ]);
        for (const cashoutId of open)
          await one.service.deps.writer.submit(
            cancelCommand(serviceOrigin(one.service.deps.now()), { cashoutId, playerId: id }),
          );
        expect([await held(`player:${id}`), await held(`receivable:${id}`)]).toEqual([EARNED - CHARGED, 0n]);
      }
      const rows = await db.query<EventRow>(`select ${EVENT_COLUMNS} from events order by position`);
      const events = rows.map(eventOf);
      expect(events.some(cashoutRequested.is)).toBe(true);
      expect(problemOfEvents(events)).toBeNull();
    } finally {
      await both.close();
    }
  });
});
