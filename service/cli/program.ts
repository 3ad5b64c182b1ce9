import { spawn } from "node:child_process";

/** How much of a program's output is kept for the caller, from the end. */
const TAIL_CHARACTERS_MAX = 8_000;

/** Time for a program to exit before it is killed. */
const LEAVE_WITHIN_MS = 5_000;

/** The end of a program. */
export interface ProgramEnd {
  readonly code: number;
  /** The end of its standard output. */
  readonly tail: string;
  readonly timedOut: boolean;
}

export interface ProgramOptions {
  readonly timeoutMs?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Receives the output, errors included; without it, output is shown as it comes. */
  readonly write?: (text: string) => void;
}

/** Runs a program in its own process group, without input, so that a timeout also reaches its children. */
export function runProgram(argv: readonly string[], options: ProgramOptions = {}): Promise<ProgramEnd> {
  const [command = "", ...args] = argv;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      detached: true,
      env: { ...process.env, ...colour(), ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const end = (signal: NodeJS.Signals): void => {
      if (child.pid !== undefined) signalGroup(child.pid, signal);
    };
    const interrupted = (): void => end("SIGTERM");
    process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
    let tail = "";
    let timedOut = false;
    const timer = setTimeout(
      () => {
        timedOut = true;
        end("SIGTERM");
        setTimeout(end, LEAVE_WITHIN_MS, "SIGKILL").unref();
      },
      options.timeoutMs ?? 2 ** 31 - 1,
    );
    const { write } = options;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      write === undefined ? process.stdout.write(text) : write(text);
      tail = (tail + text).slice(-TAIL_CHARACTERS_MAX);
    });
    child.stderr.setEncoding("utf8").on("data", write ?? ((text: string) => void process.stderr.write(text)));
    const finish = (code: number): void => {
      clearTimeout(timer);
      process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
      resolve({ code, tail, timedOut });
    };
    child.once("error", (error) => {
      const sentence = `${command} could not be started: ${error.message}\n`;
      write === undefined ? process.stderr.write(sentence) : write(sentence);
      finish(127);
    });
    child.once("close", (code) => finish(code ?? 1));
  });
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}

// Through a pipe the program cannot know whether a terminal reads, so the choice of colours is passed on.
const colour = (): Record<string, string> =>
  process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" };
