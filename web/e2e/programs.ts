import { spawn } from "node:child_process";
import type { Site } from "./site.ts";

/**
 * Runs one of the project's programs.
 * @throws Error with its output, unless the exit code is 0
 */
export function program(path: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", path], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const hear = (text: string): void => {
      output += text;
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${path} left with ${code}:\n${output}`));
    });
  });
}

const dataOf = (site: Site) => ({ DATA_DIR: site.dataFolder, DATABASE_URL: "" });

/** Verifies the log of a stopped site. @throws Error with the problem */
export const verifyLog = (site: Site): Promise<void> => program("service/cli/verify.ts", dataOf(site));

/** Compares a stopped site's read models with a replay of its log. @throws Error with the differences */
export const replayLog = (site: Site): Promise<void> => program("service/cli/replay.ts", dataOf(site));
