import type { Metric } from "#service/http/metrics/metrics-text.ts";

/** Upper bounds of the duration buckets, in milliseconds. */
const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;

/** Counts answers by status, and their durations. A few additions per request. */
export class RequestCounts {
  readonly #byStatus = new Map<number, number>();
  readonly #buckets = new Array<number>(BUCKETS_MS.length + 1).fill(0);
  #sumMs = 0;

  /** Counts an answered request. */
  answered(status: number, tookMs: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    let bucket = 0;
    while (bucket < BUCKETS_MS.length && tookMs > (BUCKETS_MS[bucket] as number)) bucket += 1;
    this.#buckets[bucket] = (this.#buckets[bucket] as number) + 1;
    this.#sumMs += tookMs;
  }

  /** The counts, as metrics. */
  metrics(): readonly Metric[] {
    let upTo = 0;
    const buckets = this.#buckets.map((count, place) => {
      upTo += count;
      const most = BUCKETS_MS[place];
      const le = most === undefined ? "+Inf" : String(most / 1_000);
      return { suffix: "_bucket", labels: { le }, value: upTo };
    });
    const statuses = [...this.#byStatus].sort(([a], [b]) => a - b);
    return [
      {
        name: "florin_requests_total",
        help: "Requests of the API that were answered, by status.",
        type: "counter",
        samples: statuses.map(([status, value]) => ({ labels: { status: String(status) }, value })),
      },
      {
        name: "florin_request_duration_seconds",
        help: "How long they took.",
        type: "histogram",
        samples: [
          ...buckets,
          { suffix: "_sum", value: this.#sumMs / 1_000 },
          { suffix: "_count", value: upTo },
        ],
      },
    ];
  }
}
