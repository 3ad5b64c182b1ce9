import { payments } from "#service/features/payments/feature.ts";
import { PURPOSE } from "#service/features/purchases/purpose.ts";
import { Bettors, forEach } from "#service/lab/bench/play/players.ts";
import { PRICE, ShopPairs } from "#service/lab/bench/play/shop-purchases.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import { STRIPE_ACCOUNT, sandboxOrder } from "#service/lab/testing/stand-ins/payment-sandbox.ts";
import type { Service } from "#service/service.ts";
import type { Bench, Subject } from "../bench.ts";
import { Child } from "../child.ts";
import { openLoop } from "../load.ts";
import type { PaymentProviderHandlers } from "../payment-provider.ts";
import { atPort, untilFollowed, withService } from "../services.ts";

const PAYMENTS = 500;
/** Webhooks per payment. */
const TIMES = 2;
const BETS_PER_SECOND = 200;
/** Purchases begun at once. */
const AT_ONCE = 50;

/** Begins purchases, with their payments at the provider. */
async function begin({ deps }: Service): Promise<void> {
  const { desk } = payments.of(deps);
  const pairs = new ShopPairs(deps.writer);
  await pairs.everyFirstCopy(PAYMENTS);
  await forEach({ count: PAYMENTS, atOnce: AT_ONCE }, async (pair) => {
    const paymentId = await pairs.begin(pair);
    await desk.open(sandboxOrder(Date.now(), { paymentId, amount: PRICE }), PURPOSE);
  });
}

/** Everybody pays, and all webhooks come at once. @returns milliseconds until all was booked */
async function pay({ deps }: Service, tellAll: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const taken = await tellAll();
  if (taken !== PAYMENTS * TIMES) throw new AuditError(`${taken} of ${PAYMENTS * TIMES} webhooks were taken`);
  await payments.of(deps).looking.look();
  const [row] = await deps.db.query<{ n: bigint }>(
    "select count(distinct stream) as n from events where type = 'PurchaseDelivered'",
  );
  if (row?.n !== BigInt(PAYMENTS)) throw new AuditError(`${row?.n} purchases were delivered, of ${PAYMENTS}`);
  return performance.now() - began;
}

/** Bets at a fixed rate, without webhooks and then beside them. */
async function besideWebhooks(bench: Bench, service: Service, tellAll: () => Promise<number>) {
  const bettors = new Bettors(service.deps.writer);
  await begin(service);
  await untilFollowed(service);
  const span = { rate: BETS_PER_SECOND, measureMs: bench.spans.measureMs };
  const alone = await openLoop(bettors.bet, { ...span, warmMs: bench.spans.warmMs });
  const beside = openLoop(bettors.bet, { ...span, warmMs: 0 });
  const [{ p99 }, ms] = await Promise.all([beside, pay(service, tellAll)]);
  bench.note(`webhooks: ${PAYMENTS * TIMES} of ${PAYMENTS} payments were booked in ${ms.toFixed(0)} ms`);
  return { alone: alone.p99, beside: p99, took: ms };
}

/** The cost of payments for bettors. */
export const webhookSubject: Subject = {
  id: "webhooks",
  run: (bench) =>
    bench.onDatabase({ filled: true }, async (url) => {
      const provider = new Child<PaymentProviderHandlers>("payment-provider");
      try {
        const origin = await provider.ask("open", null);
        const stripe = { origin: `${origin}/stripe`, ...STRIPE_ACCOUNT };
        const config = { payments: { stripe, paypal: null, btcpay: null } };
        return await withService(bench, { url, config }, (service) =>
          atPort(service.app, (port) =>
            besideWebhooks(bench, service, () => provider.ask("payAll", { port, times: TIMES })),
          ),
        );
      } finally {
        await provider.end();
      }
    }),
};
