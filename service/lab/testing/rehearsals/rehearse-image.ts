import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { invariant } from "#domain/kernel/invariant.ts";
import { startPostgres } from "#service/lab/testing/databases/postgres.ts";
import { commandOf, copyOf, environmentOf, type Instruction, type Stage, stagesOf } from "./dockerfile.ts";

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 250;
const PORT = "38080";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A stage so far: its own root, and the environment of its next steps. */
class Scene {
  readonly root: string;
  readonly env: Record<string, string> = {};
  workdir = "/";
  command: readonly string[] = [];
  health: readonly string[] = [];

  constructor(root: string) {
    this.root = root;
    mkdirSync(root, { recursive: true });
  }

  /** The place of an image's path on this machine. */
  place = (path: string): string =>
    isAbsolute(path) ? join(this.root, path) : join(this.root, this.workdir, path);

  /** The environment of its programs: paths of the image point below its root. */
  environment(): Record<string, string> {
    const { PATH = "", HOME = "" } = process.env;
    const own = Object.entries(this.env).map(([key, value]) => [
      key,
      isAbsolute(value) ? this.place(value) : value,
    ]);
    return { PATH, HOME, ...Object.fromEntries(own) };
  }
}

const folder = mkdtempSync(join(tmpdir(), "florin-image-"));
const scenes = new Map<string, Scene>();

async function main(): Promise<void> {
  try {
    const stages = stagesOf(readFileSync("Dockerfile", "utf8"));
    for (const stage of stages) scenes.set(stage.name, build(stage));
    const last = scenes.get(stages.at(-1)?.name ?? "");
    invariant(last !== undefined, "the Dockerfile has a stage");
    invariant(
      !existsSync(last.place("node_modules/vite")),
      "the last stage holds what production needs alone",
    );
    await tryOut(last);
    say("1 passed, 0 failed");
  } catch (error) {
    say(`${error instanceof Error ? error.stack : String(error)}\n0 passed, 1 failed`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build({ name, instructions }: Stage): Scene {
  const scene = new Scene(join(folder, name));
  for (const instruction of instructions) {
    say(`${instruction.name} ${instruction.rest}`);
    step(scene, instruction);
  }
  return scene;
}

function step(scene: Scene, { name, rest }: Instruction): void {
  if (name === "WORKDIR") {
    scene.workdir = rest;
    mkdirSync(scene.place("."), { recursive: true });
  } else if (name === "ENV") Object.assign(scene.env, environmentOf(rest));
  else if (name === "COPY") copy(scene, rest);
  else if (name === "RUN") run(scene, rest);
  else if (name === "CMD") scene.command = commandOf(rest);
  else if (name === "HEALTHCHECK") scene.health = commandOf(rest);
  else
    invariant(["USER", "VOLUME", "EXPOSE"].includes(name), `${name} is an instruction the rehearsal knows`);
}

function copy(scene: Scene, rest: string): void {
  const { from, sources, target } = copyOf(rest);
  const other = from === null ? null : scenes.get(from);
  invariant(other !== undefined, `the stage ${from} comes before`);
  for (const source of sources) {
    if (other === null) invariant(isInContext(source), `.dockerignore lets ${source} into the context`);
    const into = target.endsWith("/") ? join(target, basename(source)) : target;
    cpSync(other === null ? source : other.place(source), scene.place(into), { recursive: true });
  }
}

const isInContext = (path: string): boolean =>
  readFileSync(".dockerignore", "utf8").split("\n").includes(`!${path}`);

function run(scene: Scene, command: string): void {
  // The image's user does not exist on this machine, so write permissions are not tested.
  const text = command.replaceAll(/ -[og] node\b/g, "");
  execFileSync("/bin/sh", ["-c", text], {
    cwd: scene.place("."),
    env: { ...scene.environment(), npm_config_prefer_offline: "true" },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** Starts the built service on a real PostgreSQL, checks its health like the image, and stops it in good order. */
async function tryOut(scene: Scene): Promise<void> {
  const server = await startPostgres();
  try {
    const databaseUrl = await server.createDatabase("image");
    const service = start(scene, databaseUrl);
    try {
      await healthy(scene, service);
      await answers("/api/health", /"status":"ok"/);
      await answers("/", /<title>/);
      say("Healthy, and serves the site.");
    } finally {
      service.kill("SIGTERM");
    }
    const code = service.exitCode ?? (await new Promise((resolve) => service.once("exit", resolve)));
    invariant(code === 0, "the service stops in good order when asked");
    const heads = scene.environment().HEADS_FILE ?? "";
    invariant(existsSync(heads), "the newest head was signed and kept at the end");
  } finally {
    await server.stop();
  }
}

function start(scene: Scene, databaseUrl: string): ChildProcess {
  const [program = "", ...args] = scene.command;
  const key = (id: string): string => `${id}:${randomBytes(32).toString("base64")}`;
  return spawn(program, args, {
    cwd: scene.place("."),
    env: {
      ...scene.environment(),
      HOST: "127.0.0.1",
      PORT,
      DATABASE_URL: databaseUrl,
      MASTER_KEYS: key("m1"),
      TOKEN_KEYS: key("t1"),
      HEAD_KEYS: key("h1"),
      ROBLOX_CLIENT_ID: "rehearsal",
      ROBLOX_CLIENT_SECRET: "rehearsal",
      ROBLOX_REDIRECT_URI: `http://localhost:${PORT}/api/callback`,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

async function healthy(scene: Scene, service: ChildProcess): Promise<void> {
  const [program = "", ...args] = scene.health;
  const giveUpAt = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    invariant(service.exitCode === null, "the service stays up");
    const check = spawn(program, args, { env: { ...scene.environment(), PORT }, stdio: "ignore" });
    const code = await new Promise((resolve) => check.once("exit", resolve));
    if (code === 0) return;
    invariant(performance.now() < giveUpAt, "the service is healthy in time");
    await sleep(POLL_MS);
  }
}

async function answers(path: string, pattern: RegExp): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`);
  const text = await response.text();
  invariant(response.ok && pattern.test(text), `${path} answers what it should: ${response.status} ${text}`);
}

await main();
