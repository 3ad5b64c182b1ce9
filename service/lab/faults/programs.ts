import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { PROJECT, within } from "./service-process.ts";

/** Time limit for a program over one scenario's log, on a busy machine, in milliseconds. */
const PROGRAM_MAX_MS = 120_000;

/** Further environment variables of a program. */
type Environment = Readonly<Record<string, string>>;

/** Verifies a log as an operator does, against the signed heads that the services kept beside it. */
export async function verify(
  databaseUrl: string,
  headsFiles: readonly string[],
  maxMs: number = PROGRAM_MAX_MS,
): Promise<string[]> {
  const kept = headsFiles.filter((file) => existsSync(file));
  const runs = kept.length === 0 ? [[]] : kept.map((file) => ["--heads", file]);
  const wrong: string[] = [];
  for (const args of runs)
    wrong.push(...(await succeeds(["service/cli/verify.ts", ...args], databaseUrl, { maxMs })));
  return wrong;
}

/** Rebuilds every read model as an operator does, and compares. */
export const replay = (databaseUrl: string, environment: Environment): Promise<string[]> =>
  succeeds(["service/cli/replay.ts"], databaseUrl, { environment });

/** Sets up a subscriber of the log as an operator does. */
export const subscribe = (databaseUrl: string, environment: Environment): Promise<string[]> =>
  succeeds(["service/cli/subscribe.ts"], databaseUrl, { environment });

/** Verifies the logs of a site together as an operator does. @param files the settings of each log */
export const verifyLogs = (files: readonly string[]): Promise<string[]> =>
  succeeds(["service/cli/verify.ts", "--logs", files.join(",")], "");

/** Checks as an operator does whether the standby could be promoted without a loss. */
export const verifyStandby = (databaseUrl: string): Promise<string[]> =>
  succeeds(["service/cli/verify.ts", "--standby"], databaseUrl);

/** @returns a program's output if its exit code was not 0 */
async function succeeds(
  script: readonly string[],
  databaseUrl: string,
  {
    maxMs = PROGRAM_MAX_MS,
    environment = {},
  }: { readonly maxMs?: number; readonly environment?: Environment } = {},
): Promise<string[]> {
  const child = spawn(process.execPath, ["--import", "tsx", ...script], {
    cwd: PROJECT,
    env: { ...process.env, ...environment, ...(databaseUrl === "" ? {} : { DATABASE_URL: databaseUrl }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (bytes: Buffer) => {
    said += bytes.toString();
  });
  child.stderr.on("data", (bytes: Buffer) => {
    said += bytes.toString();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const code = await within(ended, maxMs, () => {
    child.kill("SIGKILL");
    return `${script.join(" ")} has not ended:\n${said}`;
  });
  return code === 0 ? [] : [`${script.join(" ")} left with ${code}:\n${said}`];
}
