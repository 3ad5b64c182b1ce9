import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { smtpTransport } from "./transport.ts";

const MAIL = {
  id: "m_1",
  to: "somebody@mail.example",
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
};
const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

/** The result of sending to a server that handles each connection so. */
async function sentTo(onConnection: (socket: Socket) => void, timeouts: { stepMs: number; sendMs: number }) {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const transport = smtpTransport(
    { url: `smtp://127.0.0.1:${port}`, from: "no-reply@florin.example" },
    timeouts,
  );
  const result = await transport.send(MAIL);
  transport.close();
  return result;
}

const QUICK = { stepMs: 50, sendMs: 5_000 };

it("a silent server delays a mail by the limit of one step, and the mail is retried", async () => {
  expect(await sentTo(() => undefined, QUICK)).toMatchObject({ kind: "failed" });
});

it("a server that answers ever so slowly delays a mail by the limit of sending", async () => {
  const slowly = (socket: Socket) => {
    const line = setInterval(() => socket.write("220-wait\r\n"), 10);
    socket.on("close", () => clearInterval(line));
  };
  expect(await sentTo(slowly, { stepMs: 5_000, sendMs: 100 })).toEqual({
    kind: "failed",
    reason: "too_slow",
  });
});

it("after a hang-up, or a refusal that repeats the address, a mail is retried, the words unrecorded", async () => {
  for (const answer of [
    (socket: Socket) => socket.destroy(),
    (socket: Socket) => socket.write(`554 ${MAIL.to}\r\n`),
  ]) {
    const result = await sentTo((socket) => void answer(socket), QUICK);
    expect(result.kind).toBe("failed");
    expect(JSON.stringify(result)).not.toContain(MAIL.to);
  }
});
