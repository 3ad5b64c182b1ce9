import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Sql } from "#projections/kernel/sql.ts";

/** The amount of a holding right after an event; null if it was never touched. */
export type AmountOf = (account: string, asset: string) => bigint | null;

/** A verified log, for comparison with the tables beside it. */
export interface FoldedLog {
  /** Its last position. */
  readonly position: number;
  /** The states of every stream of a kind. */
  states<S>(kind: StreamKind<S>): Iterable<readonly [name: string, state: S]>;
}

/** One pass of a check over a log, in the order of positions. */
export interface CheckPass {
  /** How many results were recomputed from revealed secrets. */
  readonly recomputed?: number;
  /**
   * Checks an event of a known type.
   * @param state the fold of the event's stream before it
   * @param amountOf holdings after it
   * @throws BadLog when it is not what it should be
   */
  event?(event: RecordedEvent, state: unknown, amountOf: AmountOf): void;
  /**
   * Checks what it put off, because it is cheaper for many events together: asked before any later problem is reported.
   * @throws BadLog at the first event that is wrong
   */
  flush?(): void;
  /**
   * Checks at the end of the log that nothing is missing that had to follow its last events.
   * @param position the last one
   * @throws BadLog when something is missing
   */
  end?(position: number): void;
  /** Compares tables beside the log with it. @throws BadLog when they differ */
  tables?(log: FoldedLog, tx: Sql): Promise<void>;
}

/** Returns the pass of an earlier check. */
export type PassOf = <P extends CheckPass>(check: LogCheck<P>) => P;

/** A feature's check of its events, beyond the checks of every log. */
export interface LogCheck<P extends CheckPass = CheckPass> {
  readonly name: string;
  begin(passOf: PassOf): P;
  /** The answer due at a command's last event; null for an event of another feature. */
  answer?(event: RecordedEvent, amountOf: AmountOf): JsonObject | null;
}

/** Begins a pass of every check. A check may use the passes of those before it. */
export function beginChecks(checks: readonly LogCheck[]): readonly CheckPass[] {
  const passes = new Map<LogCheck, CheckPass>();
  const passOf = <P extends CheckPass>(check: LogCheck<P>): P => {
    const pass = passes.get(check);
    invariant(pass !== undefined, `the check of ${check.name} comes before those that use it`);
    return pass as P;
  };
  for (const check of checks) passes.set(check, check.begin(passOf));
  return [...passes.values()];
}

/** Runs checks, and then what they put off: that is an earlier problem than any found meanwhile. @throws BadLog */
export function flushing(passes: readonly CheckPass[], work: () => void): void {
  try {
    work();
  } finally {
    for (const pass of passes) pass.flush?.();
  }
}

/** The answer that a command's last event implies, if any. A stored answer may have more fields, since answers grow. */
export function answerDue(checks: readonly LogCheck[], event: RecordedEvent, amountOf: AmountOf): JsonObject {
  for (const { answer } of checks) {
    const due = answer?.(event, amountOf) ?? null;
    if (due !== null) return due;
  }
  return {};
}
