import { UnreadableEventError } from "#domain/kernel/events/stream-kind.ts";
import {
  type Advanced,
  advance,
  type ProjectionCursor,
  type Statements,
  type Step,
  type UpcastEvent,
} from "./advance.ts";
import { upcastOlder } from "./events/older-events.ts";
import type { Database, Row, Sql } from "./sql.ts";

/** What came of a step: how far it went, nothing new in the log, or a checkpoint or lease that was not as thought. */
export type StepOutcome =
  | { readonly kind: "moved"; readonly upTo: number }
  | { readonly kind: "idle" }
  | { readonly kind: "refused" };

/** The stepping cursors, all at `step.from`. */
export interface ProjectionStep {
  readonly cursors: readonly ProjectionCursor[];
  readonly step: Step;
}

/** Older events are turned by functions, outside the database: so many at a time. */
const UPCAST_EVENTS_MAX = 1_000;

/** Maximum events whose types are read before a step: what gathers within a moment at the highest rates. */
const FEW_EVENTS_MAX = 2_000;

/**
 * Settings of the transactions that project. A commit lost in a crash is lost with its checkpoint and made again, so
 * nobody waits for the disk. One plan serves every slice, since planning this statement each time would take longer
 * than running it, and JIT compilation longer still. The plan may stem from empty tables, so sequential scans are off.
 * A rebuild sorts a whole step, in memory.
 */
const SETTINGS = `select set_config('synchronous_commit', 'off', true), set_config('jit', 'off', true),
  set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
  set_config('work_mem', '128MB', true), events, last, types
  from (
    select count(*)::int as events, max(position) as last, string_agg(distinct type, ',') as types
    from (
      select position, type from events
      where log_id = $1::int and position > $2::bigint and position <= $3::bigint
      order by position limit ${FEW_EVENTS_MAX + 1}
    ) e
  ) few`;

/**
 * Gives a transaction the settings under which projections write.
 * @returns the step, with the types that it meets where it is a short one; null where there is no event in it
 */
async function prepareToProject(tx: Sql, step: Step): Promise<Step | null> {
  const [row] = await tx.run<FewRow>({
    name: "projector_settings",
    text: SETTINGS,
    values: [step.logId, step.from, step.limit],
  });
  if (row === undefined || row.last === null) return null;
  if (row.events > FEW_EVENTS_MAX) return step;
  // The types of events from here on are unknown.
  return { ...step, limit: Number(row.last), types: new Set(row.types?.split(",")) };
}

interface FewRow extends Row {
  readonly events: number;
  readonly last: bigint | null;
  readonly types: string | null;
}

/**
 * Takes one step in a transaction of its own: read models and checkpoints move together or not at all.
 * @throws UnreadableEventError at an event that this program does not know, once everything before it is applied
 */
export async function takeStep(
  db: Database,
  projectionStep: ProjectionStep,
  statements: Statements,
): Promise<StepOutcome> {
  const first = await attempt(db, projectionStep, { statements });
  if (first.kind !== "strange") return first;
  const { step } = projectionStep;
  if (first.at > step.from + 1)
    return settled(await attempt(db, until(projectionStep, first.at - 1), { statements }));
  return takeOlderStep(
    db,
    until(projectionStep, Math.min(first.upTo, step.from + UPCAST_EVENTS_MAX)),
    statements,
  );
}

/** Takes a step that begins at an event of an older version, or at one that nobody knows. */
async function takeOlderStep(
  db: Database,
  projectionStep: ProjectionStep,
  statements: Statements,
): Promise<StepOutcome> {
  try {
    const upcasts = await upcastOlder(db, projectionStep.step, statements.types);
    return settled(await attempt(db, projectionStep, { statements, upcasts }));
  } catch (error) {
    const alone = projectionStep.step.limit <= projectionStep.step.from + 1;
    if (alone || !(error instanceof UnreadableEventError)) throw error;
    return takeOlderStep(db, until(projectionStep, projectionStep.step.from + 1), statements);
  }
}

const until = ({ cursors, step }: ProjectionStep, limit: number): ProjectionStep => ({
  cursors,
  step: { ...step, limit },
});

type Attempt = StepOutcome | { readonly kind: "strange"; readonly at: number; readonly upTo: number };

async function attempt(
  db: Database,
  projectionStep: ProjectionStep,
  how: { readonly statements: Statements; readonly upcasts?: readonly UpcastEvent[] },
): Promise<Attempt> {
  try {
    return await db.transaction(async (tx) => {
      const step = await prepareToProject(tx, projectionStep.step);
      if (step === null) throw new RolledBack({ kind: "idle" });
      const outcome = attemptOf(await advance(tx, { ...projectionStep, step }, how), projectionStep);
      if (outcome.kind !== "moved") throw new RolledBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome;
    throw error;
  }
}

function attemptOf({ standing, upTo, moved, strange }: Advanced, { cursors, step }: ProjectionStep): Attempt {
  if (!standing) return { kind: "refused" };
  if (upTo <= step.from) return { kind: "idle" };
  if (strange !== null) return { kind: "strange", at: strange, upTo };
  return moved === cursors.length ? { kind: "moved", upTo } : { kind: "refused" };
}

function settled(outcome: Attempt): StepOutcome {
  return outcome.kind === "strange" ? { kind: "refused" } : outcome;
}

/** Carries an outcome out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly outcome: Attempt;

  constructor(outcome: Attempt) {
    super("The step was taken back");
    this.outcome = outcome;
  }
}
