/** One figure of a metric, with its labels. */
export interface Sample {
  /** The suffix of the metric's name, such as `_bucket`. */
  readonly suffix?: string;
  readonly labels?: { readonly [name: string]: string };
  readonly value: number;
}

export interface Metric {
  readonly name: string;
  /** One sentence, on one line. */
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

/** A metric of one figure that goes up and down. */
export const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "gauge",
  samples: [{ value }],
});

/** Metrics in the text exposition format of Prometheus, version 0.0.4. */
export const metricsText = (metrics: readonly Metric[]): string => metrics.map(metricText).join("");

function metricText({ name, help, type, samples }: Metric): string {
  const lines = samples.map(
    ({ suffix = "", labels = {}, value }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function labelsText(labels: { readonly [name: string]: string }): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const numberText = (value: number): string => (value === Number.POSITIVE_INFINITY ? "+Inf" : String(value));
