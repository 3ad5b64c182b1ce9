import type { JsonObject } from "#domain/kernel/json.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import type { StoredLog } from "./database/stored-log.ts";
import type { CommandAction } from "./program.ts";

/** One sending of a command. */
export interface Ask {
  readonly process: number;
  readonly requestHash: Uint8Array;
  /** Moments are counted: an ask that ended before another began happened before it. */
  readonly began: number;
  ended: number | null;
  /** Bounds of the log's head: at least this at the start, at most this at the end; null if unknown. */
  readonly least: number;
  most: number | null;
  /** Null without an answer, which never comes if the process died. */
  outcome: Outcome | null;
}

/** The deposit that a command is about: the n-th, with its number of copies; without an id while it is requested. */
export interface Meant {
  readonly n: number;
  readonly depositId: string | null;
  readonly quantity: number;
}

/** A command and all its answers. */
export interface Command {
  readonly id: string;
  readonly keyed: boolean;
  /** Its action. */
  readonly action: CommandAction;
  readonly meant: Meant | null;
  /** The database is meant to refuse it. */
  readonly isCulprit: boolean;
  /** Another submission of the same command, as the same caller would repeat it. */
  readonly submission: () => Submission<JsonObject>;
  /** The same id with another body. */
  readonly other: () => Submission<JsonObject>;
  readonly asks: Ask[];
}

/** Positions that a process was notified of. */
export interface Heard {
  readonly startedAt: number;
  readonly positions: number[];
}

/** The results of a run. */
export interface History {
  readonly log: StoredLog;
  readonly commands: readonly Command[];
  readonly heard: readonly Heard[];
  readonly troubles: readonly string[];
  /** Connections left open. */
  readonly openSessions: number;
  readonly faultsMet: number;
  /** Whether the database may have refused valid commands. */
  readonly mayFail: boolean;
}

export type Committed = Extract<Outcome, { kind: "committed" }>;

/** The answers of a command that say it is in the log. */
export const commitsOf = ({ asks }: Command): readonly Committed[] =>
  asks.flatMap(({ outcome }) => (outcome?.kind === "committed" ? [outcome] : []));
