import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { scheduler } from "#projections/testing/runtime.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { LiveHub } from "./live-hub.ts";
import { Rooms } from "./rooms.ts";
import { type LiveServices, liveRoutes } from "./routes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A live stream of a signed-out listener. */
async function opened(): Promise<{ readonly live: LiveHub; readonly response: Response }> {
  const live = new LiveHub();
  const app = new Hono<Env>();
  const deps = {
    hub: live,
    extensions: [],
    rooms: new Rooms({
      reads: { whenReached: async () => true },
      head: () => 0,
      scheduler,
      onTrouble: () => {},
    }),
    config: { publicUrl: new URL("http://localhost:3000"), mode: "test", trustedProxies: new Set() },
    callers: { known: () => null, find: async () => null },
    writer: { head: { position: 0 } },
  };
  liveRoutes(app, deps as unknown as Deps & LiveServices);
  return { live, response: await app.request("/live") };
}

it("ends a stream that nobody reads, as behind another request on one connection", async () => {
  const { live } = await opened();
  expect(live.size).toBe(1);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(live.size).toBe(0);
});

it("keeps a stream that is read, however quiet", async () => {
  const { live, response } = await opened();
  let text = "";
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk as Uint8Array);
  })();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(live.size).toBe(1);
  expect(text.match(/still here/g)?.length).toBeGreaterThan(30);
  live.close();
  await reading;
  expect(live.size).toBe(0);
});
