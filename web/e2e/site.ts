import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts, PORTS_OF_A_DEMO } from "#service/lab/testing/databases/free-ports.ts";

/** Time limits for a service's start on a busy machine, and for its stop, in milliseconds. */
const READY_TIMEOUT_MS = 240_000;
const LEAVE_TIMEOUT_MS = 20_000;

/** How much of the service's output is kept. */
const LOG_CHARACTERS_MAX = 20_000;

const READY = /Florin is ready/;

/** The sandbox's account with three copies of everything. */
const RICHEST = "whale";

interface Inventory {
  readonly copies: readonly { readonly assetId: number; readonly instance: string }[];
}

export interface SiteOptions {
  /** The program that serves the site; by default the demo. */
  readonly program?: "demo" | "start";
  readonly env?: Readonly<Record<string, string>>;
}

/** A real service in a process of its own, on free ports, with data of its own. */
export interface Site {
  readonly url: string;
  /** The address of the platform's sandbox, which accepts faults at `/control/faults`. */
  readonly sandboxUrl: string;
  readonly dataFolder: string;
  /** The end of the service's output. */
  log(): string;
  /** Sets the faults of later sign-ins; `{}` ends them. */
  setFaults(faults: Readonly<Record<string, unknown>>): Promise<void>;
  /** Sets the faults of the platform's inventories, prices and pictures; `{}` ends them. */
  setApiFaults(faults: Readonly<Record<string, unknown>>): Promise<void>;
  /** Trades copies at the platform: one of each named item goes from the sandbox's richest account to a person. */
  give(username: string, ...assetIds: readonly number[]): Promise<void>;
  /** Kills the service, as a crash would; its data stays. */
  kill9(): Promise<void>;
  /** Stops the service in good order; its data stays. */
  stop(): Promise<void>;
  /** Starts it again on the same ports and data. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/**
 * Starts a service.
 * @throws Error with the service's output when it does not become ready
 * @example const site = await startSite();
 */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "florin-e2e-"));
  const site = new RunningSite(options, { folder, port: await freePorts(PORTS_OF_A_DEMO) });
  try {
    await site.start();
  } catch (error) {
    await site.remove();
    throw error;
  }
  return site;
}

interface Place {
  readonly folder: string;
  readonly port: number;
}

class RunningSite implements Site {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly dataFolder: string;
  readonly #options: SiteOptions;
  readonly #place: Place;
  #child: ChildProcess | null = null;
  #log = "";

  constructor(options: SiteOptions, place: Place) {
    this.url = `http://localhost:${place.port}`;
    this.sandboxUrl = `http://localhost:${place.port + 1}`;
    this.dataFolder = join(place.folder, "data");
    this.#options = options;
    this.#place = place;
  }

  log(): string {
    return this.#log;
  }

  async setFaults(faults: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#control("faults", faults);
  }

  async setApiFaults(faults: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#control("api-faults", faults);
  }

  async give(username: string, ...assetIds: readonly number[]): Promise<void> {
    for (const assetId of assetIds) {
      const { copies } = (await this.#control(`inventories/${RICHEST}`)) as Inventory;
      const copy = copies.find((one) => one.assetId === assetId);
      if (copy === undefined) throw new Error(`${RICHEST} has no copy of ${assetId} left`);
      const { done } = (await this.#control("inventories", {
        instance: copy.instance,
        from: RICHEST,
        to: username,
      })) as { done: boolean };
      if (!done) throw new Error(`The sandbox did not trade ${assetId} to ${username}`);
    }
  }

  async #control(path: string, change?: Readonly<Record<string, unknown>>): Promise<unknown> {
    const response = await fetch(`${this.sandboxUrl}/control/${path}`, {
      ...(change && {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(change),
      }),
    });
    if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
    return response.json();
  }

  start(): Promise<void> {
    const { program = "demo", env } = this.#options;
    // One process, without a shell or a watcher around it: a kill hits the service itself.
    const child = spawn(process.execPath, ["--import", "tsx", `service/cli/${program}.ts`], {
      env: { ...process.env, ...this.#environment(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    return new Promise((resolve, reject) => {
      const fail = (why: string): void => reject(new Error(`The service ${why}. It said:\n${this.#log}`));
      const timer = setTimeout(() => fail("was not ready in time"), READY_TIMEOUT_MS);
      const hear = (text: string): void => {
        this.#log = (this.#log + text).slice(-LOG_CHARACTERS_MAX);
        if (!READY.test(text)) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout?.setEncoding("utf8").on("data", hear);
      child.stderr?.setEncoding("utf8").on("data", hear);
      child.once("error", (error) => fail(`could not be started: ${error.message}`));
      child.once("exit", (code) => {
        clearTimeout(timer);
        fail(`left with ${code ?? "a signal"}`);
      });
    });
  }

  kill9(): Promise<void> {
    return this.#end("SIGKILL");
  }

  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#place.folder, { recursive: true, force: true });
  }

  #environment(): Record<string, string> {
    const { port } = this.#place;
    return {
      NODE_ENV: "test",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: this.dataFolder,
      // Journeys must not play in the caller's own database.
      DATABASE_URL: "",
      // No demo players: journeys count only their own actions.
      CROWD: "0",
    };
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const left = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), LEAVE_TIMEOUT_MS);
    await left;
    clearTimeout(timer);
  }
}
