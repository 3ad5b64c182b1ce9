import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { asOwner, KeptLogs } from "./long/kept-logs.ts";
import { makeLog, NoRoomError } from "./long/make-log.ts";
import { withDb } from "./play/with-writer.ts";

const USAGE = `Makes logs of house flips at full speed, to be measured by "npm run bench -- --long DIR".

  npm run bench:long -- --events N[,N] [--dir DIR] [--keep]

  --events  how long each log is: 1M, 20M, 250000
  --dir     the folder in which PostgreSQL keeps the logs; those that are there already stay as they are.
            The server's user has to reach it: root runs it as another. Without it a folder is made and removed
  --keep    does not remove the folder that was made without --dir

Each log is in a database of its own, florin_long_<events>. Start the service on it, verify it or export it with that as
DATABASE_URL, once a server runs on the folder.
Exit code: 0 made, 1 the disk does not hold it, 2 it could not be made.`;

const EXIT_NO_ROOM = 1;
const EXIT_NOT_MADE = 2;
const MULTIPLES: Readonly<Record<string, number>> = { "": 1, k: 1_000, M: 1_000_000 };

/** Parses numbers of events. @returns null when one is invalid @example eventsOf("1M,250k") // [1000000, 250000] */
function eventsOf(text: string): number[] | null {
  const numbers = text.split(",").map((one) => {
    const [, digits, unit] = /^([0-9]+)([kM]?)$/.exec(one) ?? [];
    return Number(digits) * (MULTIPLES[unit ?? ""] ?? Number.NaN);
  });
  return numbers.every((events) => Number.isSafeInteger(events) && events > 0) ? numbers : null;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Makes the missing logs. */
async function makeAll(events: readonly number[], folder: string): Promise<void> {
  const logs = await KeptLogs.open(folder, { isMade: true });
  try {
    for (const due of events) {
      const known = await logs.list();
      if (known.some((log) => log.events === due)) {
        say(`A log of ${due.toLocaleString("en")} events is there already.`);
        continue;
      }
      const made = await logs.make(due, async (url) => {
        const { rate, bytesPerEvent } = await withDb(asOwner(url), (owner) =>
          makeLog(owner, { url, events: due, folder, say }),
        );
        say(
          `  ${Math.round(rate).toLocaleString("en")} events/s, ${Math.round(bytesPerEvent)} bytes an event`,
        );
      });
      say(
        `A log of ${made.events.toLocaleString("en")} events is in ${new URL(made.url).pathname.slice(1)}.`,
      );
    }
  } finally {
    await logs.close();
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      events: { type: "string" },
      dir: { type: "string" },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const events = eventsOf(values.events ?? "");
  if (values.help || events === null) {
    say(USAGE);
    return values.help ? 0 : EXIT_NOT_MADE;
  }
  if (values.dir !== undefined) {
    const folder = resolve(values.dir);
    await makeAll(events, folder);
    say(`Measure it: npm run bench -- --long ${folder}`);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), "florin-long-"));
  await chmod(folder, 0o755);
  try {
    await makeAll(events, folder);
  } finally {
    if (values.keep) say(`Kept in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
  return 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    say(error instanceof NoRoomError ? error.message : String(error instanceof Error ? error.stack : error));
    process.exit(error instanceof NoRoomError ? EXIT_NO_ROOM : EXIT_NOT_MADE);
  },
);
