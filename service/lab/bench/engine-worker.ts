import { setImmediate as nextMacrotask } from "node:timers/promises";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import type { Writer } from "#service/event-store/writer.ts";
import { createLogWriter } from "#service/features/log-writer.ts";
import type { Tally } from "./acknowledged.ts";
import { answerParent } from "./child.ts";
import { ClosedLoop, type Loaded } from "./load.ts";
import { Bettors, forEach } from "./play/players.ts";
import { benchSealer } from "./settings.ts";

/** Collections before memory is measured: the first ones free what finalisers hold. */
const COLLECTIONS = 3;

interface Running {
  readonly db: OpenDatabase;
  readonly writer: Writer;
  readonly bettors: Bettors;
  loop: ClosedLoop | null;
}

let running: Running | null = null;

function present(): Running {
  if (running === null) throw new Error("Nothing is open");
  return running;
}

const handlers = {
  /** Opens a writer on a database, and plays everybody's first bet. */
  open: async ({ url, role }: { readonly url: string; readonly role: string | null }): Promise<void> => {
    const db = await openPostgres(url, {
      applicationName: "florin bench worker",
      ...(role === null ? {} : { role }),
    });
    const onTrouble = (what: string, error: Error) => process.stderr.write(`  ${what}: ${error.message}\n`);
    const writer = createLogWriter({ db, sealer: benchSealer, onTrouble });
    await writer.start();
    running = { db, writer, bettors: new Bettors(writer), loop: null };
    await running.bettors.everyFirstBet();
  },

  /** Lets callers bet from now on. */
  begin: async ({ callers }: { readonly callers: number }): Promise<void> => {
    const { bettors } = present();
    present().loop = new ClosedLoop(Array.from({ length: callers }, () => bettors.bet));
  },

  /** Measures the callers for a while. */
  measure: async (span: { readonly warmMs: number; readonly measureMs: number }): Promise<Loaded> => {
    const { loop } = present();
    if (loop === null) throw new Error("Nobody bets");
    return loop.measure(span);
  },

  /** Makes a number of bets as fast as possible. @returns bytes in use after garbage collection */
  betsThenBytes: async ({ bets, callers }: { readonly bets: number; readonly callers: number }) => {
    await forEach({ count: bets, atOnce: callers }, present().bettors.bet);
    for (let i = 0; i < COLLECTIONS; i += 1) {
      await nextMacrotask();
      globalThis.gc?.();
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },

  /** Ends the callers after their last bets. @returns the tally of their answers */
  finish: async (_: null): Promise<Tally> => {
    const { loop, writer, db, bettors } = present();
    await loop?.stop();
    await writer.stop();
    await db.close();
    return bettors.acknowledged.tally;
  },
};

export type EngineHandlers = typeof handlers;

answerParent(handlers);
