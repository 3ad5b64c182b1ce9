import { get, type IncomingMessage } from "node:http";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scheduler } from "#projections/testing/runtime.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Listening, listen } from "#service/http/server.ts";
import { LiveHub } from "./live-hub.ts";
import { Rooms } from "./rooms.ts";
import { type LiveServices, liveRoutes } from "./routes.ts";
import { watchParameter } from "./stream-extension.ts";

const GAME = "0193a000-0000-7000-8000-000000000001";
let port: Listening;
let hub: LiveHub;
let rooms: Rooms;
let count = 0;
/** Bytes sent with each number. */
let padding = 0;
let tell: (key: string) => void;
const opened: IncomingMessage[] = [];

beforeEach(async () => {
  hub = new LiveHub();
  [count, padding] = [0, 0];
  rooms = new Rooms({
    reads: { whenReached: async () => true },
    head: () => 0,
    scheduler: { after: (ms, work) => scheduler.after(ms / 25, work) },
    onTrouble: (_what, error) => {
      throw error;
    },
  });
  tell = rooms.declare<number>({
    parameter: watchParameter,
    models: [],
    read: async () => count,
    snapshot: (n) => [{ name: "all", data: { n } }],
    deltas: (_before, n) => [{ name: "now", data: { n, padding: "x".repeat(padding) } }],
  });
  const deps = {
    ...{ hub, rooms, extensions: [] },
    config: { publicUrl: new URL("http://localhost:3000"), mode: "test", trustedProxies: new Set() },
    callers: { known: () => null, find: async () => null },
    writer: { head: { position: 0 } },
  };
  const app = new Hono<Env>();
  liveRoutes(app, deps as unknown as Deps & LiveServices);
  port = await listen(app, { port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  for (const answer of opened.splice(0)) answer.destroy();
  hub.close();
  rooms.close();
  await port.close();
});

async function connect(): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve) => {
    const options = { port: port.port, host: "127.0.0.1", agent: false } as const;
    get({ ...options, path: `/live?watch=${GAME}` }, resolve);
  });
  opened.push(answer);
  return answer;
}
const change = () => {
  count += 1;
  tell(GAME);
};

it("frames reach a connection whole, between messages of topics", async () => {
  const answer = await connect();
  let text = "";
  answer.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  await expect.poll(() => text).toContain('event: all\ndata: {"n":0}\n\n');
  change();
  await expect.poll(() => text).toContain('event: now\ndata: {"n":1,"padding":""}\n\n');
  expect(answer.headers["content-type"]).toBe("text/event-stream");
  expect(text.startsWith(": connected\n\nevent: snapshot\n")).toBe(true);
});

it("cuts a connection that reads nothing, and no other", async () => {
  const [stuck, reads] = [await connect(), await connect()];
  let newest = 0;
  reads.setEncoding("utf8").on("data", (chunk: string) => {
    for (const [, n] of chunk.matchAll(/"n":(\d+)/g)) newest = Number(n);
  });
  await expect.poll(() => rooms.size).toBe(1);
  stuck.pause();
  padding = 256 * 1024;
  await expect
    .poll(
      () => {
        change();
        return hub.size;
      },
      { timeout: 10_000, interval: 15 },
    )
    .toBe(1);
  padding = 0;
  change();
  await expect.poll(() => newest).toBe(count);
});

it("a closed connection leaves its room", async () => {
  const answer = await connect();
  await expect.poll(() => rooms.size).toBe(1);
  answer.destroy();
  await expect.poll(() => rooms.size).toBe(0);
});
