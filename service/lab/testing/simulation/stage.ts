import type { OpenDatabase } from "#service/db/database.ts";
import type { FaultPlan } from "./database/faults.ts";
import type { StoredLog } from "./database/stored-log.ts";
import type { Dice } from "./dice.ts";

/** The database for one process. */
export interface ProcessDatabase extends OpenDatabase {
  /** Once true, no more answers come back. */
  readonly isDead: boolean;
  /** Sessions that were opened and neither closed nor lost. */
  readonly openSessions: number;
  /** Ends the process: its connections are cut, and it gets no more answers. */
  die(): void;
}

/** How long a run waits, in milliseconds of its own time. */
export interface Pace {
  /** How long faults continue after the last step. */
  readonly aftermath: number;
  /** Longer than an orphaned statement may be in transit. */
  readonly orphans: number;
  /** Longest pause before a caller retries. */
  readonly askAgain: number;
}

/** Where a program is played: a database shared by several processes, and its faults. */
export interface Stage {
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly pace: Pace;
  /** Kills a process by its number; set by the run that starts processes. */
  crash: (process: number) => void;
  /** Ends the server processes of the writers, or all of them, if there are any. */
  readonly kill: ((what: "killed" | "away") => void) | null;
  open(process: number): Promise<ProcessDatabase>;
  /** The present head of the log; null if it cannot be told without asking. */
  position(): number | null;
  /** The final contents of the log. */
  log(): Promise<StoredLog>;
}
