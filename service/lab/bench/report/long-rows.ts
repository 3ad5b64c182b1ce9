import type { Row } from "./rows.ts";

const GROWTH = { floor: 0.8, goal: 0.95, atMost: false, isLong: true } as const;
const LATENCY = { floor: 2, goal: 1.1, atMost: true, isLong: true } as const;

/** A subject's measure at the longest log, and at the shortest. */
const ofBoth = (subject: string, measure: string): Pick<Row, "ours" | "baseline"> => ({
  ours: { subject, measure: `${measure}OfMany` },
  baseline: { subject, measure: `${measure}OfFew` },
});

/** Rows about a long log: the longest in a folder ÷ the shortest. */
export const LONG_ROWS: readonly Row[] = [
  {
    id: "long-append",
    name: "append rate at the longest log, saturated ÷ at the shortest",
    unit: "bets/s",
    ...ofBoth("long-append", "rate"),
    ...GROWTH,
  },
  {
    id: "long-append-p99",
    name: "p99 of a bet, saturated, at the longest log ÷ at the shortest",
    unit: "ms",
    ...ofBoth("long-append", "p99"),
    ...LATENCY,
  },
  {
    id: "long-open-loop",
    name: "p99 of a bet at half the shortest log's rate, open loop, at the longest log ÷ at the shortest",
    unit: "ms",
    ...ofBoth("long-append", "open"),
    ...LATENCY,
  },
  {
    id: "long-start",
    name: "start of a service on a server that has just started, to its first answered bet, at the longest log ÷ at the shortest",
    unit: "ms",
    ...ofBoth("long-start", "start"),
    ...LATENCY,
  },
  {
    id: "long-writer-start",
    name: "start of a writer alone on a server that has just started, to its first answered bet, at the longest log ÷ at the shortest",
    unit: "ms",
    ...ofBoth("long-writer-start", "start"),
    ...LATENCY,
  },
  {
    id: "long-pages",
    name: "pages/s of players' histories and an admin's list, at the longest log ÷ at the shortest",
    unit: "pages/s",
    ...ofBoth("long-questions", "pages"),
    ...GROWTH,
  },
  {
    id: "long-as-of",
    name: "balances/s as of a position or an instant, at the longest log ÷ at the shortest",
    unit: "balances/s",
    ...ofBoth("long-questions", "balances"),
    ...GROWTH,
  },
  {
    id: "long-rebuild",
    name: "rebuild of all read models, at the longest log ÷ at the shortest",
    unit: "events/s",
    ...ofBoth("long-rebuild", "rate"),
    ...GROWTH,
  },
  {
    id: "long-verify",
    name: "verification, at the longest log ÷ at the shortest",
    unit: "events/s",
    ...ofBoth("long-verify", "rate"),
    ...GROWTH,
  },
  {
    id: "long-export",
    name: "export, at the longest log ÷ at the shortest",
    unit: "events/s",
    ...ofBoth("long-export", "rate"),
    ...GROWTH,
  },
];
