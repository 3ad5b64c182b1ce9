import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { instantOf, moneyOf } from "#projections/kernel/values.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";
import {
  newestCheck,
  newestDifferences,
  newestHints,
  openPayments,
} from "#service/integrations/payments/payment-checks.ts";

/** Payments for admins, without the buyer's other activity or address. */
export function paymentRoutes(app: Hono<Env>, deps: Deps): void {
  const { db } = deps;
  route(app, { deps, endpoint: endpoints.payments }, async () => {
    const [open, inbox, differences, check] = await Promise.all([
      openPayments(db),
      newestHints(db),
      newestDifferences(db),
      newestCheck(db),
    ]);
    return {
      open: open.map(({ provider, purpose, reference, ...row }) => ({
        ...{ paymentId: row.payment_id, purpose, provider, reference, received: moneyOf(row.received) },
        createdAt: instantOf(row.created_at),
        expiresAt: instantOf(row.expires_at),
        closedAt: row.closed_at === null ? null : instantOf(row.closed_at),
        dueAt: instantOf(row.due_at),
      })),
      inbox: inbox.map(({ provider, event_id: eventId, type, reference, received_at: at }) => ({
        ...{ provider, eventId, type, reference },
        receivedAt: instantOf(at),
      })),
      differences: differences.map(
        ({ night, provider, reference, payment_id: paymentId, what, ...sums }) => ({
          ...{ night, provider, reference, paymentId, what },
          ours: moneyOf(sums.ours),
          theirs: moneyOf(sums.theirs),
        }),
      ),
      lastCheck:
        check === null
          ? null
          : {
              ...{ night: check.night, found: check.found, trouble: check.trouble },
              finishedAt: check.finished_at === null ? null : instantOf(check.finished_at),
            },
    };
  });
}
