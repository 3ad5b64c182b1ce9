import type { Core } from "#service/http/deps.ts";
import { gauge, type Metric } from "#service/http/metrics/metrics-text.ts";

/** Whether signed heads are kept. */
export async function headMetrics({ heads }: Pick<Core, "heads">): Promise<readonly Metric[]> {
  return [
    gauge(
      "florin_heads_not_kept",
      "Whether the newest head could not be signed or written to HEADS_FILE or HEADS_DIR.",
      Number(heads.trouble !== null),
    ),
  ];
}

/** Signed heads that are not kept. The reason names paths: only the console and the service's log have it. */
export async function headAlarm({ heads }: Pick<Core, "heads">): Promise<string | null> {
  if (heads.trouble === null) return null;
  const { setting } = heads.trouble;
  return setting === null ? "Signed heads are not kept" : `Signed heads are not written to ${setting}`;
}
