import type { Measures } from "#service/lab/bench/bench.ts";
import { median } from "./latencies.ts";
import type { Machine } from "./machine.ts";
import type { Figure, Row } from "./rows.ts";

/** A row with its measurements. */
export interface ReportedRow extends Omit<Row, "ours" | "baseline" | "isLong"> {
  readonly ours: number;
  readonly baseline: number;
  readonly ratio: number;
}

/** How it was measured, beside the machine. */
export interface Conditions extends Machine {
  readonly rounds: number;
  readonly secondsPerRun: number;
  readonly loadAfter: number;
  readonly tookMinutes: number;
  readonly notes: readonly string[];
}

export interface Report {
  readonly rows: readonly ReportedRow[];
  readonly machine: Conditions;
}

/** All subjects' measurements, round by round. */
export type Measured = ReadonlyMap<string, readonly Measures[]>;

/** The rows with the medians of the rounds; a ratio is that of the medians. */
export function reportRows(rows: readonly Row[], measured: Measured): ReportedRow[] {
  return rows.map(({ id, name, unit, floor, goal, atMost, ...row }) => {
    const ours = medianOf(row.ours, measured);
    const baseline = medianOf(row.baseline, measured);
    return { id, name, ours, baseline, unit, ratio: ours / baseline, floor, goal, atMost };
  });
}

function medianOf({ subject, measure }: Figure, measured: Measured): number {
  return median((measured.get(subject) ?? []).map((measures) => measures[measure] ?? Number.NaN));
}

/** Whether both sides of a row were measured in at least one round. */
export const isMeasured = ({ ratio }: ReportedRow): boolean => !Number.isNaN(ratio);

/** Whether a row's floor holds; false without a measurement. */
export const holds = ({ ratio, floor, atMost }: ReportedRow): boolean =>
  atMost ? ratio <= floor : ratio >= floor;

const reachesGoal = ({ ratio, goal, atMost }: ReportedRow): boolean =>
  atMost ? ratio <= goal : ratio >= goal;

/** The report as a table for people. */
export function textOf({ rows, machine }: Report): string {
  const table = [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const lines = table.map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
  const names = rows.map(({ id, name }) => `  ${id}: ${name}`);
  return [...lines, "", "Rows:", ...names, "", ...conditionsOf(machine)].join("\n");
}

const HEADINGS = ["row", "ours", "baseline", "unit", "ratio", "floor", "goal", ""];

function cellsOf(row: ReportedRow): string[] {
  const { id, ours, baseline, unit, ratio, floor, goal, atMost } = row;
  const bound = atMost ? "≤ " : "≥ ";
  const known = !holds(row) ? "BELOW ITS FLOOR" : reachesGoal(row) ? "goal" : "holds";
  const verdict = isMeasured(row) ? known : "not measured";
  return [
    id,
    figure(ours),
    figure(baseline),
    unit,
    ratio.toFixed(2),
    `${bound}${floor}`,
    `${bound}${goal}`,
    verdict,
  ];
}

const WHOLE_FROM = 100;

const figure = (value: number): string =>
  value >= WHOLE_FROM ? Math.round(value).toLocaleString("en") : value.toFixed(2);

function conditionsOf(machine: Conditions): string[] {
  return [
    `Medians of ${machine.rounds} alternating rounds of ${machine.secondsPerRun} s each; ${machine.tookMinutes.toFixed(1)} minutes in all.`,
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB; Node ${machine.node}, PostgreSQL ${machine.postgres}, fsync ${machine.fsync}.`,
    `The disk flushes 8 kB in ${machine.flushMs.toFixed(3)} ms. Load average ${machine.loadBefore.toFixed(1)} before, ${machine.loadAfter.toFixed(1)} after.`,
    ...machine.notes,
  ];
}
