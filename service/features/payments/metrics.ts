import type { Core } from "#service/http/deps.ts";
import { gauge, type Metric } from "#service/http/metrics/metrics-text.ts";
import { newestCheck } from "#service/integrations/payments/payment-checks.ts";

/** The result of the newest comparison with the providers' lists. */
export async function paymentMetrics({ db }: Pick<Core, "db">): Promise<readonly Metric[]> {
  const check = await newestCheck(db);
  if (check === null) return [];
  const { found, trouble, finished_at: finishedAt } = check;
  return [
    gauge("florin_payment_differences", "What the newest comparison of payments found.", found),
    gauge(
      "florin_payment_lists_missing",
      "Whether the newest comparison of payments missed a provider.",
      Number(trouble !== null),
    ),
    ...(finishedAt === null
      ? []
      : [
          gauge(
            "florin_payment_check_timestamp_seconds",
            "When the newest comparison of payments ended.",
            Number(finishedAt) / 1_000,
          ),
        ]),
  ];
}
