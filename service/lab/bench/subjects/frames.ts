import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { live } from "#service/features/live/feature.ts";
import type { Frame } from "#service/features/live/room.ts";
import { ROOM_EVERY_MS } from "#service/features/live/rooms.ts";
import type { Bench, Subject } from "../bench.ts";
import type { Stream } from "../live-listeners.ts";
import { atPort, withListeners, withNewService } from "../services.ts";

const LISTENERS = 1_000;
const STREAM: Stream = { path: "/api/live?bench=on", message: "tick" };
/** As large as a quarter of a second of a busy crash round: a tick and a few cash-outs. */
const FRAMES: readonly Frame[] = [
  { name: "tick", data: { round: "0193e3f0-0000-7000-8000-0000000000c2", t: 12_250 } },
  {
    name: "cashouts",
    data: {
      round: "0193e3f0-0000-7000-8000-0000000000c2",
      cashouts: [17, 21, 140].map((seq) => [seq, "2.08", "20.80", "manual"]),
      force: "118.42",
    },
  },
];
const BUFFER = Buffer.from(
  FRAMES.map(({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(""),
);

/** Processor time of this process during some work, in milliseconds. */
async function cpuOf(spanMs: number): Promise<number> {
  const before = process.cpuUsage();
  await sleep(spanMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Processor time per frame in milliseconds: with frames, minus without. */
async function cpuOfFrame({ spans }: Bench, tell: (isTelling: boolean) => void): Promise<number> {
  await sleep(spans.warmMs);
  const quiet = await cpuOf(spans.measureMs);
  tell(true);
  await sleep(spans.warmMs);
  const telling = await cpuOf(spans.measureMs);
  tell(false);
  return (telling - quiet) / (spans.measureMs / ROOM_EVERY_MS);
}

/** Opens 1,000 listeners at a port. */
const heard = <T>(port: number, measure: () => Promise<T>): Promise<T> =>
  withListeners({ port, cookies: Array.from({ length: LISTENERS }, () => null), stream: STREAM }, measure);

const room = (bench: Bench): Promise<number> =>
  withNewService(bench, async (service) => {
    let isTelling = false;
    live.of(service.deps).rooms.declare({
      parameter: { name: "bench", schema: z.literal("on") },
      models: [],
      read: async () => ({}),
      snapshot: () => [],
      deltas: () => [],
      ticks: () => (isTelling ? FRAMES : []),
    });
    const measure = () =>
      cpuOfFrame(bench, (is) => {
        isTelling = is;
      });
    return atPort(service.app, (port) => heard(port, measure));
  });

/** A server that only writes one buffer to every socket. */
async function bareLoop(bench: Bench): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    socket.on("error", () => {});
    sockets.add(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  let isTelling = false;
  const beat = setInterval(() => {
    if (isTelling) for (const socket of sockets) socket.write(BUFFER);
  }, ROOM_EVERY_MS);
  try {
    return await heard((server.address() as AddressInfo).port, () =>
      cpuOfFrame(bench, (is) => {
        isTelling = is;
      }),
    );
  } finally {
    clearInterval(beat);
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

/** The cost of sending everybody in a room the same. */
export const frameSubjects: readonly Subject[] = [
  { id: "frames", run: async (bench) => ({ bareLoop: await bareLoop(bench), room: await room(bench) }) },
];
