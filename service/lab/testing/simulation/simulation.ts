import type { Statement } from "#projections/kernel/sql.ts";
import { FaultPlan } from "./database/faults.ts";
import { SimulatedDatabase } from "./database/simulated-database.ts";
import type { SimulatedLog } from "./database/simulated-log.ts";
import { SimulatedServer } from "./database/simulated-server.ts";
import type { StoredLog } from "./database/stored-log.ts";
import { Dice } from "./dice.ts";
import type { History } from "./history.ts";
import type { Program } from "./program.ts";
import { play } from "./run.ts";
import type { Stage } from "./stage.ts";
import { inVirtualTime } from "./virtual-time.ts";

/** Far more than any run needs, in virtual time. */
const RUN_MAX_MS = 600_000;

/** The results of a simulation, with the committed statements in order. */
export interface SimulatedHistory extends History {
  readonly log: SimulatedLog;
  readonly appends: readonly Statement[];
}

/** Plays a program on a simulated database, in virtual time. */
export function simulate(program: Program): Promise<SimulatedHistory> {
  return inVirtualTime(RUN_MAX_MS, async () => {
    const stage = new SimulatedStage(program);
    const history = await play(program, stage);
    return { ...history, log: stage.tables, appends: stage.appends };
  });
}

class SimulatedStage extends SimulatedServer implements Stage {
  /** Its server processes end by faults of their own. */
  readonly kill = null;
  readonly pace = { aftermath: 3_000, orphans: 8_000, askAgain: 1_000 };

  constructor({ seed, faults }: Program) {
    super(new Dice(seed), new FaultPlan(faults));
  }

  async open(process: number): Promise<SimulatedDatabase> {
    return new SimulatedDatabase(this, process);
  }

  position(): number {
    return this.tables.head.position;
  }

  async log(): Promise<StoredLog> {
    return this.tables;
  }
}
