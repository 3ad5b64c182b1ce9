import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import type { Env } from "./access/caller.ts";
import { BEGUN_PER_TURN } from "./limits/request-pacer.ts";
import { type Listening, listen } from "./server.ts";

/** Far below the time after which open connections are cut. */
const SOON_MS = 2_000;

let listening: Listening;
const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await listening.close();
});

async function serve(routes: (app: Hono<Env>) => void): Promise<void> {
  const app = new Hono<Env>();
  routes(app);
  listening = await listen(app, { port: 0, host: "127.0.0.1" });
}

function keepingAlive(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
}

function ask(path: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: listening.port, host: "127.0.0.1", path, agent }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer));
    });
    sent.once("error", reject);
    sent.end();
  });
}

/** Sends raw bytes. @returns the first line of the answer */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(listening.port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (data) => {
      text += data.toString("latin1");
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(text.split("\r\n")[0] ?? ""));
  });
}

/** A connection without a request so far. */
const connected = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(listening.port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });

/** Delays an answer, as a database does. */
const briefly = (text: string): Promise<string> => new Promise((resolve) => setTimeout(resolve, 5, text));

describe("a port", () => {
  it("closes soon while kept-alive connections are never idle for long", async () => {
    await serve((app) => app.get("/", async (context) => context.text(await briefly("here"))));
    let answers = 0;
    let warm = () => {};
    const isWarm = new Promise<void>((resolve) => {
      warm = resolve;
    });
    const askOn = async (agent: Agent): Promise<void> => {
      for (;;) {
        const answer = await ask("/", agent).catch(() => null);
        if (answer === null) return;
        answers += 1;
        if (answers === 100) warm();
      }
    };
    const asking = Array.from({ length: 8 }, () => askOn(keepingAlive()));
    await isWarm;
    const began = performance.now();
    await listening.close();
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    await Promise.all(asking);
    await expect(ask("/", keepingAlive())).rejects.toThrow("ECONNREFUSED");
  });

  it("answers requests under way when it closes, and announces the end of the connection", async () => {
    let arrive = () => {};
    let release = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await serve((app) =>
      app.get("/slow", async (context) => {
        arrive();
        await released;
        return context.text("done");
      }),
    );
    const answer = ask("/slow", keepingAlive());
    await arrived;
    const closed = listening.close();
    release();
    expect((await answer).statusCode).toBe(200);
    expect((await answer).headers.connection).toBe("close");
    await closed;
  });

  it.each([
    [
      "headers that are too large",
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${"x".repeat(20_000)}\r\n\r\n`,
      "431",
    ],
    ["an address that is too long", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, "431"],
    ["bytes that are no HTTP", "\u0016\u0003\u0001 hello\r\n\r\n", "400"],
    ["an unknown method", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", "400"],
    ["no host", "GET / HTTP/1.1\r\n\r\n", "400"],
    ["two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400"],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "400",
    ],
  ])("refuses %s and continues", async (_what, bytes, status) => {
    await serve((app) => app.all("*", (context) => context.text("here")));
    expect(await sendRaw(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await ask("/", keepingAlive())).statusCode).toBe(200);
  });

  it("begins concurrent requests a few at a time", async () => {
    let [begun, most, isOver] = [0, 0, false];
    const count = () => {
      most = Math.max(most, begun);
      begun = 0;
      if (!isOver) setImmediate(count);
    };
    await serve((app) =>
      app.get("/", (context) => {
        begun += 1;
        return context.text("here");
      }),
    );
    const sockets = await Promise.all(Array.from({ length: 200 }, connected));
    const askAll = () =>
      Promise.all(
        sockets.map((socket) => {
          socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
          return new Promise((resolve) => socket.once("data", resolve));
        }),
      );
    // A port accepts one new connection per turn, so only kept-alive connections bring many requests at once.
    await askAll();
    begun = 0;
    count();
    await askAll();
    isOver = true;
    for (const socket of sockets) socket.destroy();
    // Those begun in one turn, and those that arrived before the next.
    expect(most).toBeLessThanOrEqual(2 * BEGUN_PER_TURN);
  });
});
