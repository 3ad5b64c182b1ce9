import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Sql } from "#projections/kernel/sql.ts";

/** What an account holds right after an event; null when it was never touched. */
export type AmountOf = (account: string, asset: string) => bigint | null;

/** A log that was found right, as far as tables beside it are compared with it. */
export interface FoldedLog {
  /** Its last position. */
  readonly position: number;
  /** The states of every stream of a kind. */
  states<S>(kind: StreamKind<S>): Iterable<readonly [name: string, state: S]>;
}

/** One pass of a check over a log, in the order of positions. */
export interface CheckPass {
  /** How many results were recomputed from what was revealed. */
  readonly recomputed?: number;
  /**
   * Checks an event that the log may hold.
   * @param state what the event's stream folds to before it
   * @param amountOf what accounts hold after it
   * @throws BadLog when it is not what it should be
   */
  event?(event: RecordedEvent, state: unknown, amountOf: AmountOf): void;
  /** Compares tables that are kept beside the log with it. @throws BadLog when they differ */
  tables?(log: FoldedLog, tx: Sql): Promise<void>;
}

/** Gives the pass of a check that was begun before. */
export type PassOf = <P extends CheckPass>(check: LogCheck<P>) => P;

/** What a feature holds of its events, beyond what holds for every log. */
export interface LogCheck<P extends CheckPass = CheckPass> {
  readonly name: string;
  begin(passOf: PassOf): P;
  /** The answer a command must have by its last event; null for an event of another feature. */
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

/** The answer that a command's last event implies, if any. A stored answer may say more, since answers grow. */
export function answerDue(checks: readonly LogCheck[], event: RecordedEvent, amountOf: AmountOf): JsonObject {
  for (const { answer } of checks) {
    const due = answer?.(event, amountOf) ?? null;
    if (due !== null) return due;
  }
  return {};
}
