import type { OpenDatabase } from "#service/db/database.ts";
import type { FaultPlan } from "./database/faults.ts";
import type { StoredLog } from "./database/stored-log.ts";
import type { Dice } from "./dice.ts";

/** The database as one process has it. */
export interface ProcessDatabase extends OpenDatabase {
  /** Once true, nothing comes back from it any more. */
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
  /** Longer than an orphaned statement may be under way. */
  readonly orphans: number;
  /** The longest a caller waits before asking again, whatever the answer. */
  readonly askAgain: number;
}

/** Where a program is played: a database shared by several processes, and its faults. */
export interface Stage {
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly pace: Pace;
  /** Kills a process by its number; set by the run that starts processes. */
  crash: (process: number) => void;
  /** Ends the server processes of the writers, or all of them, where there are such. */
  readonly kill: ((what: "killed" | "away") => void) | null;
  open(process: number): Promise<ProcessDatabase>;
  /** Where the head of the log is now; null where nobody can say without asking. */
  position(): number | null;
  /** What the log holds in the end. */
  log(): Promise<StoredLog>;
}
