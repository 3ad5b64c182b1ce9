import type { JsonObject } from "#domain/kernel/json.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import type { StoredLog } from "./database/stored-log.ts";
import type { CommandAction } from "./program.ts";

/** One time that a command was sent. */
export interface Ask {
  readonly process: number;
  readonly requestHash: Uint8Array;
  /** Moments are counted: what ended before another began happened before it. */
  readonly began: number;
  ended: number | null;
  /** The head of the log when it began was this at least, and when it ended this at most; null where nobody knows. */
  readonly least: number;
  most: number | null;
  /** Null while nothing was heard; nothing ever is where the process died. */
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
  /** What it is to do. */
  readonly action: CommandAction;
  readonly meant: Meant | null;
  /** The database is meant to refuse it. */
  readonly isCulprit: boolean;
  /** A new submission of the same command, as the same caller would make it again. */
  readonly submission: () => Submission<JsonObject>;
  /** The same id with another body. */
  readonly other: () => Submission<JsonObject>;
  readonly asks: Ask[];
}

/** Positions a process was notified of. */
export interface Heard {
  readonly startedAt: number;
  readonly positions: number[];
}

/** Everything that a run left behind. */
export interface History {
  readonly log: StoredLog;
  readonly commands: readonly Command[];
  readonly heard: readonly Heard[];
  readonly troubles: readonly string[];
  /** Connections that nobody closed. */
  readonly openSessions: number;
  readonly faultsMet: number;
  /** Whether the database may have refused commands that are as they should be. */
  readonly mayFail: boolean;
}

export type Committed = Extract<Outcome, { kind: "committed" }>;

/** The answers of a command that say it is in the log. */
export const commitsOf = ({ asks }: Command): readonly Committed[] =>
  asks.flatMap(({ outcome }) => (outcome?.kind === "committed" ? [outcome] : []));
