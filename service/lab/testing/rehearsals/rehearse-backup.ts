import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { allProjections } from "#projections/features/all.ts";
import { ConfigError, readConfig } from "#service/config.ts";
import { openDatabase } from "#service/databases.ts";
import { flipCommand } from "#service/features/house-flips/flip-command.ts";
import { registerCommand } from "#service/features/players/register-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { meetKeys } from "#service/keys/known-keys.ts";
import { startService } from "#service/service.ts";

/**
 * Rehearses backup and restore on this machine, in a folder of its own. A service plays and is stopped in good order;
 * its PGlite folder is copied and its log exported. The copy refuses other keys, is started, verified and played on.
 * The export is imported elsewhere and verified. Both are checked against the kept heads and have the same read
 * models. Exits with 1 if anything differs.
 */
const run = promisify(execFile);
const FLIPS = 200;
/** Time limit for the read models to reach the end of the log, in milliseconds. */
const MODELS_MAX_MS = 60_000;

const folder = await mkdtemp(join(tmpdir(), "florin-backup-"));
const at = (name: string): string => join(folder, name);
const environment = (data: string) => ({
  ...DEMO_KEYS,
  DATA_DIR: at(data),
  HEADS_FILE: at("heads.jsonl"),
  PORT: "0",
  LOG_LEVEL: "silent",
});

/** Starts the service on a data folder, plays, and stops it. @returns the last position */
async function play(data: string, name: string): Promise<number> {
  const config = readConfig(environment(data), "demo");
  const service = await startService({ config, log: pino({ level: "silent" }) });
  const { writer } = service.deps;
  const playerId = `p_${name}`;
  const origin = () => playerOrigin(playerId, Date.now());
  const registered = await writer.submit(registerCommand(origin(), { playerId, clientSeed: "rehearsed" }));
  if (registered.kind !== "committed") throw new Error(`Nobody could register: ${registered.kind}`);
  for (let n = 0; n < FLIPS; n += 1) {
    const side = n % 2 === 0 ? "rbx" : "tix";
    const outcome = await writer.submit(flipCommand(origin(), { playerId, side, stake: 100n }));
    if (outcome.kind !== "committed") throw new Error(`A flip was not taken: ${outcome.kind}`);
  }
  const { position } = writer.head;
  // Read models are replayed up to where they are, and an import has none: both have to be at the end.
  const names = allProjections.map((projection) => projection.name);
  if (!(await service.deps.reads.whenReached(names, position, MODELS_MAX_MS)))
    throw new Error(`The read models have not reached position ${position}`);
  await service.stop();
  return position;
}

/** @throws unless another master key than the folder's is refused, as at a start */
async function refuseOtherKeys(data: string): Promise<void> {
  const env = { ...environment(data), MASTER_KEYS: `demo:${randomBytes(32).toString("base64")}` };
  const config = readConfig(env, "demo");
  const db = await openDatabase(config, pino({ level: "silent" }));
  const error: unknown = await meetKeys(db, config).catch((thrown: unknown) => thrown);
  await db.close();
  if (!(error instanceof ConfigError)) throw new Error("The copy takes a key that it does not know");
}

/** Runs a command as an operator does. @throws with its output when its exit code is not 0 */
async function command(program: string, args: readonly string[], data: string): Promise<string> {
  const { DATABASE_URL: _none, ...rest } = process.env;
  const file = join(import.meta.dirname, "..", "..", "..", "cli", `${program}.ts`);
  const options = { env: { ...rest, ...environment(data) }, maxBuffer: 16 * 1024 * 1024 };
  const { stdout } = await run(process.execPath, ["--import", "tsx", file, ...args], options);
  return stdout;
}

/** Every read model with its digest by the log, one a line. @param said the output of `npm run replay` */
const rebuiltDigests = (said: string): string =>
  [...said.matchAll(/^(\S+) .* ([0-9a-f]{64}) {2,}\D+$/gm)]
    .map(([, name, digest]) => `${name} ${digest}`)
    .join("\n");

function say(step: string): void {
  process.stdout.write(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${step}\n`);
}

const startedAt = performance.now();
try {
  const end = await play("data", "alice");
  say(`played to position ${end}, and stopped`);
  await cp(at("heads.jsonl"), at("heads-elsewhere.jsonl"));
  const kept = ["--heads", at("heads-elsewhere.jsonl")];
  await cp(at("data"), at("copy"), { recursive: true });
  await command("export-log", ["--out", at("log.ndjson")], "data");
  say("copied the folder of the stopped service, and exported its log");

  await rm(at("data"), { recursive: true });
  await command("verify", kept, "copy");
  const digests = rebuiltDigests(await command("replay", [], "copy"));
  say("verified the copy against the heads kept elsewhere, and replayed it");
  await refuseOtherKeys("copy");
  say("refused another key under a known name");
  const later = await play("copy", "bob");
  if (later <= end) throw new Error(`The copy went on at position ${later}, where ${end} was the last`);
  await command("verify", ["--heads", at("heads.jsonl")], "copy");
  say(`started the copy and played on to position ${later}; verified again`);

  await command("verify", ["--log", at("log.ndjson"), ...kept], "nothing");
  await command("import-log", ["--in", at("log.ndjson")], "imported");
  await command("verify", ["--without-seeds", ...kept], "imported");
  const imported = rebuiltDigests(await command("replay", [], "imported"));
  if (imported !== digests) throw new Error("The exported log gives other read models");
  await command("export-log", ["--out", at("again.ndjson")], "imported");
  say("verified the exported log, imported it into an empty database, verified and replayed that");

  process.stdout.write("Backup and restore went as they should.\n");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
