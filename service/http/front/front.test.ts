import { type AddressInfo, connect } from "node:net";
import { Hono } from "hono";
import { afterEach, expect, it } from "vitest";
import type { Env } from "#service/http/access/caller.ts";
import { type Listening, listen } from "#service/http/server.ts";
import { createFront, logOfRequest } from "./front.ts";

const publicUrl = new URL("http://localhost:3000");
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A log that answers with the request it received. */
async function startLog(id: number): Promise<Listening> {
  const app = new Hono<Env>();
  app.get("/api/live", () => {
    const words = new ReadableStream({
      start: (controller) => void controller.enqueue(new TextEncoder().encode(`hello from ${id}`)),
    });
    return new Response(words, { headers: { "Content-Type": "text/event-stream" } });
  });
  app.all("*", async (context) => {
    context.header("Set-Cookie", "a=1", { append: true });
    context.header("Set-Cookie", "b=2", { append: true });
    const { method, url } = context.req;
    const [host, from] = [context.req.header("Host"), context.req.header("X-Forwarded-For")];
    return context.json({
      id,
      method,
      path: new URL(url).pathname,
      host,
      from,
      body: await context.req.text(),
    });
  });
  const listening = await listen(app, { port: 0, host: "127.0.0.1" });
  open.push(() => listening.close());
  return listening;
}

async function startFront(ports: readonly number[]) {
  const logs = ports.map((port, index) => ({ id: index + 1, origin: `http://127.0.0.1:${port}`, keys: [] }));
  const troubles: number[] = [];
  const server = createFront({ logs, publicUrl, onTrouble: (log) => void troubles.push(log) });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { ask, port, troubles };
}

it("a request goes to the log of its cookie, and its answer comes back, both complete", async () => {
  const [one, two] = [await startLog(1), await startLog(2)];
  const { ask, port } = await startFront([one.port, two.port]);
  const answer = await ask("/api/games?x=1", {
    method: "POST",
    body: "a body",
    headers: { Cookie: "other=1; florin_log=2", "X-Forwarded-For": "192.0.2.7" },
  });
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await answer.json()).toEqual({
    id: 2,
    method: "POST",
    path: "/api/games",
    host: `127.0.0.1:${port}`,
    from: "192.0.2.7, 127.0.0.1",
    body: "a body",
  });
  for (const cookie of ["", "florin_log=9", "florin_log=x"])
    expect(await (await ask("/", { headers: { Cookie: cookie } })).json()).toMatchObject({ id: 1 });
});

it("a stream begins at once and ends when its reader leaves", async () => {
  const one = await startLog(1);
  const { ask } = await startFront([one.port]);
  const answer = await ask("/api/live");
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toBe("hello from 1");
  await reader?.cancel();
});

it("a log that is away is a 503 for its own players alone", async () => {
  const one = await startLog(1);
  const { ask, troubles } = await startFront([one.port, 1]);
  const away = await ask("/api/health", { headers: { Cookie: "florin_log=2" } });
  expect([away.status, away.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(await away.json()).toMatchObject({ code: "log_unavailable" });
  expect((await ask("/api/health")).status).toBe(200);
  expect(troubles).toEqual([2]);
});

it("webhooks go to the log that their address names, and calls between logs are not forwarded", async () => {
  const logs = [1, 2].map((id) => ({ id, origin: `http://log${id}.test`, keys: [] }));
  const at = (path: string, cookie?: string) =>
    logOfRequest({ path, cookie }, { logs, publicUrl })?.id ?? null;
  expect(at("/api/webhooks/stripe?log=2")).toBe(2);
  expect(at("/api/webhooks/stripe", "florin_log=2")).toBe(1);
  expect(at("/api/games?log=1", "florin_log=2")).toBe(2);
  for (const path of [
    "transits",
    "known-players",
    "open-coinflips",
    "item-stakes",
    "kept-items",
    "transits?log=2",
  ])
    expect(at(`/api/webhooks/${path}`)).toBeNull();
});

it("calls between logs are not forwarded, however their path is spelled", () => {
  const logs = [{ id: 1, origin: "http://log1.test", keys: [] }];
  const spelled = [
    ...["/api/webhooks/%74ransits", "/api/webhooks/known%2Dplayers", "/api/x/../webhooks/transits"],
    ...["/api/%2e/webhooks/transits", "//x/../api/webhooks/transits", "/api/webhooks/%74ransits?a=%zz"],
    ...["http://log1.test/api/webhooks/transits", "*", "/api/%zz"],
  ];
  for (const path of spelled)
    expect([path, logOfRequest({ path, cookie: undefined }, { logs, publicUrl })]).toEqual([path, null]);
});

it("every request goes to a log, whatever host its target names", async () => {
  const [one, other] = [await startLog(1), await startLog(2)];
  const { port } = await startFront([one.port]);
  const ask = async (target: string): Promise<string> => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    let said = "";
    for await (const part of socket) said += String(part);
    return said;
  };
  expect(await ask("/x")).toContain('"id":1');
  for (const target of [`//127.0.0.1:${other.port}/x`, `http://127.0.0.1:${other.port}/x`])
    expect(await ask(target)).not.toContain('"id":2');
});
