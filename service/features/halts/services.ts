import { randomUUID } from "node:crypto";
import type { Core } from "#service/http/deps.ts";
import { checkBooks, verifyBooks } from "./check-books.ts";
import { NightlyChecks } from "./nightly.ts";
import { Nights } from "./nights.ts";
import { Verifications } from "./verifications.ts";

/** Checks the log, and halts stakes on a fault. */
export interface HaltServices {
  readonly nightly: NightlyChecks;
  readonly verifications: Verifications;
}

/** Makes the nightly check and the checks on demand, neither of them started. */
export function createHaltServices(core: Core): HaltServices {
  const { config, db, reads, writer, signer, now, onTrouble } = core;
  const { headsFile, headsFolder, nightlyHour: hour } = config;
  const { logId } = writer;
  const owner = randomUUID();
  const { keys } = signer.publicKeys();
  const books = { db, logId, keys, headsFile, headsFolder };
  const nightly = new NightlyChecks({
    nights: new Nights(db, logId),
    check: (signal) => checkBooks({ ...books, models: reads.db, owner, signal }),
    submit: (command) => writer.submit(command),
    canJudge: () => writer.isTakingCommands,
    now,
    owner,
    hour,
    onTrouble,
  });
  const verifications = new Verifications({
    verify: (watch) => verifyBooks({ ...books, ...watch }),
    submit: (command) => writer.submit(command),
    head: () => writer.head,
    newId: randomUUID,
    now,
    onTrouble,
  });
  return { nightly, verifications };
}
