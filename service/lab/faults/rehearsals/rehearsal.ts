import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Prints a line about progress. */
export type Say = (line: string) => void;

/**
 * Runs a rehearsal in a temporary folder and ends the process. The exit code is 1 when the rehearsal throws.
 * @param work returns the line to print on success
 */
export async function runRehearsal(
  name: string,
  work: (folder: string, say: Say) => Promise<string>,
): Promise<void> {
  const say: Say = (line) => void process.stdout.write(`${line}\n`);
  const folder = mkdtempSync(join(tmpdir(), `florin-${name}-`));
  try {
    say(await work(folder, say));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // Unanswered requests to a killed server must not keep this process alive.
  process.stdout.write("", () => process.exit());
}
