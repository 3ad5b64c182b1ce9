import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts, PORTS_OF_A_DEMO } from "#service/lab/testing/databases/free-ports.ts";

/** The folder that programs are started in. */
export const PROJECT = join(import.meta.dirname, "..", "..", "..");

/** A start compiles the program first, on a machine that is busy with the load, in milliseconds. */
const READY_MAX_MS = 60_000;
/** Characters of what a process said that an error shows. */
const SAID_MAX = 4_000;

/** Where a service process keeps things, and which database it works on. */
export interface ProcessSettings {
  readonly name: string;
  readonly databaseUrl: string;
  /** For its data and its signed heads. */
  readonly folder: string;
  /** What is started, with its arguments; the demo unless told otherwise. */
  readonly script?: string;
  /** The port that it takes requests at, where others have to know it before it starts; else a free one. */
  readonly port?: number;
  /** Further environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A service as an operator runs it: a process of its own, with the platform's sandbox beside it. */
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

  /** Starts a process and waits until it takes requests. */
  static async start(settings: ProcessSettings): Promise<ServiceProcess> {
    const service = new ServiceProcess(settings, settings.port ?? (await freePorts(PORTS_OF_A_DEMO)));
    await service.start();
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Asks the platform's sandbox beside it for something, or has it change something.
   * @throws when it answers with an error
   */
  async sandbox<T = unknown>(path: string, change?: object): Promise<T> {
    const body = change === undefined ? {} : { method: "POST", body: JSON.stringify(change) };
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`http://127.0.0.1:${this.port + 1}${path}`, { headers, ...body });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** What it wrote, of all its lives; the end of it. */
  get said(): string {
    return this.#said.slice(-SAID_MAX);
  }

  /** Where it keeps the heads that it signed. */
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

  /** Starts it again, on the same ports, and waits until it takes requests. */
  async start(): Promise<void> {
    if (this.isRunning) throw new Error(`${this.name} runs already`);
    // Not through the `tsx` command: that would be a process before the process, which a kill would not reach.
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

  /** Waits until it says something that it has not said before, or not since this was last waited for. */
  async says(text: string, maxMs: number): Promise<void> {
    await until(() => this.#said.includes(text, this.#heard), {
      maxMs,
      what: () => `${this.name} has not said "${text}":\n${this.said}`,
    });
    this.#heard = this.#said.indexOf(text, this.#heard) + text.length;
  }

  /** Ends it as a crash would, at once and without a word. */
  kill9(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /**
   * Starts it where it has to refuse.
   * @returns the line that says why @throws when it starts, or gives another reason
   */
  async refuses(why: string): Promise<string> {
    const said = await this.start().then(() => "it started", String);
    const line = said.split("\n").find((one) => one.includes(why));
    if (line === undefined) throw new Error(`${this.name} had to refuse by "${why}": ${said}`);
    return line;
  }

  /** The figures that it shows an operator. @param token its METRICS_TOKEN */
  async metrics(token: string): Promise<string> {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${this.url}/metrics`, { headers });
    return response.text();
  }

  /** Asks it to end in good order. @throws when it ends with another code than 0 */
  async stop(): Promise<void> {
    const child = this.#child;
    await this.#end("SIGTERM");
    if (child?.exitCode !== 0) throw new Error(`${this.name} did not stop in good order:\n${this.said}`);
  }

  /** Stops it in the middle of whatever it does. */
  freeze(): void {
    this.#child?.kill("SIGSTOP");
  }

  /** Lets it go on as if nothing had been. */
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

/** Waits for something, a bounded time. @param late says what is missing when the time is over */
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

/** Waits until something holds, looking often, a bounded time. @returns how long it took, in milliseconds */
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
