import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts, PORTS_OF_A_DEMO } from "#service/lab/testing/databases/free-ports.ts";

/** The working folder of programs. */
export const PROJECT = join(import.meta.dirname, "..", "..", "..");

/** Time limit of a start, which compiles the program on a busy machine, in milliseconds. */
const READY_MAX_MS = 60_000;
/** Characters of a program's output that an error shows. */
const SAID_MAX = 4_000;

/** A service process's folder and database. */
export interface ProcessSettings {
  readonly name: string;
  readonly databaseUrl: string;
  /** For its data and its signed heads. */
  readonly folder: string;
  /** The program, with its arguments; by default the demo. */
  readonly script?: string;
  /** Its port, if others have to know it before the start; otherwise any free one. */
  readonly port?: number;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A service as an operator runs it: in a process of its own, with the platform's sandbox beside it. */
export class ServiceProcess {
  readonly name: string;
  readonly port: number;
  readonly #settings: ProcessSettings;
  #child: ChildProcess | null = null;
  #said = "";
  #heard = 0;

  private constructor(settings: ProcessSettings, port: number) {
    this.name = settings.name;
    this.#settings = settings;
    this.port = port;
  }

  /** Starts a process and waits until it accepts requests. */
  static async start(settings: ProcessSettings): Promise<ServiceProcess> {
    const service = new ServiceProcess(settings, settings.port ?? (await freePorts(PORTS_OF_A_DEMO)));
    await service.start();
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Sends a request to the platform's sandbox beside it.
   * @throws when it answers with an error
   */
  async sandbox<T = unknown>(path: string, change?: object): Promise<T> {
    const body = change === undefined ? {} : { method: "POST", body: JSON.stringify(change) };
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`http://127.0.0.1:${this.port + 1}${path}`, { headers, ...body });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** The end of its output, over all its lives. */
  get said(): string {
    return this.#said.slice(-SAID_MAX);
  }

  /** The file of its signed heads. */
  get headsFile(): string {
    return join(this.#settings.folder, `${this.name}-heads.jsonl`);
  }

  /** The process id. @throws when it was never started */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.name} does not run`);
    return pid;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child !== null && child.exitCode === null && child.signalCode === null;
  }

  /** Restarts it on the same ports, and waits until it accepts requests. */
  async start(): Promise<void> {
    if (this.isRunning) throw new Error(`${this.name} runs already`);
    // Not through the `tsx` command, which would start a child process that a kill does not reach.
    const script = (this.#settings.script ?? "service/cli/demo.ts").split(" ");
    const child = spawn(process.execPath, ["--import", "tsx", ...script], {
      cwd: PROJECT,
      env: { ...process.env, ...this.#environment() },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    const before = this.#said.length;
    const ready = new Promise<void>((resolve, reject) => {
      const hear = (bytes: Buffer) => {
        this.#said += bytes.toString();
        if (this.#said.includes("Florin is ready", before)) resolve();
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.once("exit", () => reject(new Error(`${this.name} ended before it was ready:\n${this.said}`)));
      child.once("error", reject);
    });
    await within(ready, READY_MAX_MS, () => `${this.name} is not ready:\n${this.said}`);
  }

  /** Waits until it prints a text, again since the last wait for it. */
  async says(text: string, maxMs: number): Promise<void> {
    await until(() => this.#said.includes(text, this.#heard), {
      maxMs,
      what: () => `${this.name} has not said "${text}":\n${this.said}`,
    });
    this.#heard = this.#said.indexOf(text, this.#heard) + text.length;
  }

  /** Kills it, as a crash would. */
  kill9(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /**
   * Starts it where it has to refuse.
   * @returns the line with the reason @throws when it starts, or gives another reason
   */
  async refuses(why: string): Promise<string> {
    const said = await this.start().then(() => "it started", String);
    const line = said.split("\n").find((one) => one.includes(why));
    if (line === undefined) throw new Error(`${this.name} had to refuse by "${why}": ${said}`);
    return line;
  }

  /** Its metrics. @param token its METRICS_TOKEN */
  async metrics(token: string): Promise<string> {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${this.url}/metrics`, { headers });
    return response.text();
  }

  /** Stops it in good order. @throws when its exit code is not 0 */
  async stop(): Promise<void> {
    const child = this.#child;
    await this.#end("SIGTERM");
    if (child?.exitCode !== 0) throw new Error(`${this.name} did not stop in good order:\n${this.said}`);
  }

  /** Freezes it at any point. */
  freeze(): void {
    this.#child?.kill("SIGSTOP");
  }

  /** Lets a frozen process continue. */
  thaw(): void {
    this.#child?.kill("SIGCONT");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === null || !this.isRunning) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill(signal);
    await within(ended, READY_MAX_MS, () => `${this.name} did not end:\n${this.said}`);
  }

  #environment(): NodeJS.ProcessEnv {
    const { databaseUrl, folder, name, environment } = this.#settings;
    return {
      ...environment,
      PORT: String(this.port),
      HOST: "127.0.0.1",
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, name),
      HEADS_FILE: this.headsFile,
      LOG_LEVEL: "warn",
      CROWD: "0",
    };
  }
}

/** Waits for a promise, a bounded time. @param late describes what is missing at the end of it */
export async function within<T>(work: Promise<T>, ms: number, late: () => string): Promise<T> {
  const abort = new AbortController();
  const timer = sleep(ms, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`After ${ms} ms: ${late()}`);
  });
  timer.catch(() => undefined);
  try {
    return await Promise.race([work, timer]);
  } finally {
    abort.abort();
  }
}

/** Polls until a condition holds, a bounded time. @returns how long it took, in milliseconds */
export async function until(
  holds: () => boolean | Promise<boolean>,
  { maxMs, what }: { readonly maxMs: number; readonly what: () => string },
): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > maxMs) throw new Error(`After ${maxMs} ms: ${what()}`);
    await sleep(POLL_MS);
  }
  return performance.now() - began;
}

const POLL_MS = 20;
