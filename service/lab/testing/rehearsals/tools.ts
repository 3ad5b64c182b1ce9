import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Tool } from "#service/cli/log/log-tool.ts";

const root = join(import.meta.dirname, "..", "..", "..", "..");

/** A tool's output and exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a tool within this process, in the given environment only. */
export async function runTool(
  tool: Tool,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  let out = "";
  let error = "";
  const code = await tool({
    args,
    env,
    say: (line) => {
      out += `${line}\n`;
    },
    complain: (line) => {
      error += `${line}\n`;
    },
  });
  return { code, out, error };
}

/**
 * Starts a tool as npm does, in a process of its own, which takes a second or two: once per tool is enough.
 * @param name such as "verify"
 */
export async function startTool(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const argv = ["--import", "tsx", join(root, "service", "cli", `${name}.ts`), ...args];
  const { DATABASE_URL: _url, DATA_DIR: _folder, HEAD_KEYS: _keys, ...rest } = process.env;
  return promisify(execFile)(process.execPath, argv, { env: { ...rest, ...env }, cwd: root }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }) => ({ code: Number(code), out: stdout, error: stderr }),
  );
}
