import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { chatLevelMin } from "#domain/features/chat/settings.ts";
import { settingsChanged } from "#domain/features/settings/events.ts";
import { accept } from "#domain/kernel/decision.ts";
import { chatMessages } from "#projections/features/chat/messages.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import { Bettors, PLAYERS, playerId, takenBy } from "#service/lab/bench/play/players.ts";
import { withDb } from "#service/lab/bench/play/with-writer.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import type { Service } from "#service/service.ts";
import { type Bench, heapMb, type Subject } from "../bench.ts";
import { sharedNow } from "../clock.ts";
import type { Stream, Told } from "../live-listeners.ts";
import { openLoop, p50Of } from "../load.ts";
import { atPort, cookieOf, untilFollowed, withListeners, withNewService, withService } from "../services.ts";

const FEW = 10;
const MANY = 1_000;
/** One message after the other, further apart than the interval in which messages are gathered. */
const POST_EVERY_MS = 400;
/** Players write in turns, so that no rate limit delays anybody. */
const FIRST_WRITER = 2_000;
/** How many times memory is measured under load. */
const LOOKS = 10;
/** Longest measurement of bets before it, in milliseconds. */
const ALONE_MS_MAX = 30_000;
const MIB = 1_048_576;
const SMALL_ROOM = 1_000;
const LARGE_ROOM = 1_000_000;
const PAGE = 50;
const MESSAGES_PER_SECOND = 20;
const BETS_PER_SECOND = 20;
const ROOM_STREAM: Stream = { path: "/api/live?chat=global", message: '"position":(\\d+),"userId"' };

/** Opens the chat from level 1 on. */
async function openChat(service: Service): Promise<void> {
  const values = { [chatLevelMin.name]: "1" };
  const change = settingsChanged({ by: "bench", reason: "To be measured", values, confirmedBy: null });
  await takenBy(service.deps.writer, {
    ...serviceOrigin(Date.now()),
    reads: () => ({ streams: [readOfSettings] }),
    decide: (view) => {
      settingsIn(view);
      return accept([change], {});
    },
  });
  await untilFollowed(service);
}

let written = 0;

/** Writes as a player who has not written lately. @returns the message's position, and the time of the answer */
async function post(service: Service, port: number): Promise<Told> {
  written += 1;
  const text = `Message number ${written}`;
  const writer = FIRST_WRITER + (written % (PLAYERS - FIRST_WRITER));
  const answer = await fetch(`http://127.0.0.1:${port}/api/chat/messages`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: await cookieOf(service, playerId(writer)) },
    body: JSON.stringify({ message: text }),
  });
  if (answer.status !== 200) throw new AuditError(`A message was refused: ${await answer.text()}`);
  const { position } = (await answer.json()) as { readonly position: number };
  return { position, at: sharedNow() };
}

interface Heard {
  readonly port: number;
  /** p99 from a message's answer until it is heard, in milliseconds. */
  readonly p99: (told: readonly Told[]) => Promise<number>;
}

/** Opens a number of listeners to the chat during some work. */
const listened = <T>(
  { bench, service }: { readonly bench: Bench; readonly service: Service },
  count: number,
  work: (heard: Heard) => Promise<T>,
): Promise<T> =>
  atPort(service.app, async (port) => {
    const listeners = Array.from({ length: count }, (_, index) => cookieOf(service, playerId(index)));
    const at = { port, cookies: await Promise.all(listeners), stream: ROOM_STREAM };
    return withListeners(at, async (judge) => {
      // Sessions and levels are looked up with the first message.
      await post(service, port);
      await sleep(bench.spans.warmMs);
      return work({ port, p99: async (told) => (await judge(told)).p99 });
    });
  });

/** One message after the other. */
const delivery = (bench: Bench, service: Service, count: number): Promise<number> =>
  listened({ bench, service }, count, async ({ port, p99 }) => {
    const told: Told[] = [];
    for (let spent = 0; spent < bench.spans.measureMs; spent += POST_EVERY_MS) {
      told.push(await post(service, port));
      await sleep(POST_EVERY_MS);
    }
    return p99(told);
  });

type Span = Pick<Bench["spans"], "warmMs" | "measureMs">;

/** The p50 of bets at a fixed rate, in milliseconds. */
async function bets(spans: Span, { deps }: Service): Promise<number> {
  const { bet } = new Bettors(deps.writer);
  return (await openLoop(bet, { rate: BETS_PER_SECOND, ...spans })).p50;
}

/** The process's heap after its last collection, and all of its memory, both in MB. */
interface Memory {
  readonly heap: number;
  readonly all: number;
}

/** Samples the process's memory. */
async function memoryOver({ warmMs, measureMs }: Span): Promise<readonly Memory[]> {
  const looks: Memory[] = [];
  await sleep(warmMs);
  for (let look = 0; look < LOOKS; look += 1) {
    await sleep(measureMs / LOOKS);
    looks.push({ heap: Number(heapMb()), all: Math.round(process.memoryUsage.rss() / MIB) });
  }
  return looks;
}

/** The median of all memory in each half of the time. */
function halvesOf(looks: readonly Memory[]): { readonly first: number; readonly second: number } {
  const median = (some: readonly Memory[]) =>
    some.map(({ all }) => all).toSorted((a, b) => a - b)[some.length >> 1] ?? 0;
  return { first: median(looks.slice(0, LOOKS / 2)), second: median(looks.slice(LOOKS / 2)) };
}

/** Delay of the event loop during some work: p99 in milliseconds, and the work's result. */
async function turned<T>(work: () => Promise<T>): Promise<{ readonly lag: number; readonly done: T }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const done = await work();
  delay.disable();
  return { lag: delay.percentile(99) / 1e6, done };
}

/** Many messages a second to many listeners, beside bets. Notes the process's figures. */
const load = (bench: Bench, service: Service) =>
  listened({ bench, service }, MANY, async ({ port, p99 }) => {
    const { warmMs, measureMs } = bench.spans;
    const quiet = { warmMs, measureMs: Math.min(measureMs, ALONE_MS_MAX) };
    const alone = await turned(() => bets(quiet, service));
    const told: Told[] = [];
    const busy = await turned(() =>
      Promise.all([
        bets(bench.spans, service),
        memoryOver(bench.spans),
        openLoop(async () => told.push(await post(service, port)), {
          rate: MESSAGES_PER_SECOND,
          ...bench.spans,
        }),
      ]),
    );
    const [beside, memory] = busy.done;
    const heard = await p99(told.toSorted((a, b) => a.position - b.position));
    const looks = memory.map(({ heap, all }) => `${heap}/${all}`).join(" ");
    bench.note(
      `chat, ${MESSAGES_PER_SECOND} messages/s to ${MANY}: heard p99 ${heard.toFixed(0)} ms, event loop p99 ${busy.lag.toFixed(0)} ms, heap/all MB ${looks}`,
    );
    const { first, second } = halvesOf(memory);
    return { alone: alone.done, beside, heard, lag: busy.lag, lagAlone: alone.lag, first, second };
  });

const FILL = `insert into chat_messages (room_id, seq, id, player_id, command_id, request_hash, type, text, likeness, salt,
    mentions, created_at)
  select 'global', n, 'msg_' || n, 'p_bench_' || lpad((n % 1000)::text, 5, '0'), 'cmd_chat_' || n, ''::bytea, 'chat',
    'Message number ' || n, 'messagenumber' || n, '', '[]', $2::bigint + n from generate_series(1, $1::bigint) as n`;

/** The p50 of a page anywhere in a room with so many messages, in milliseconds. */
async function page(bench: Bench, messages: number): Promise<number> {
  const url = await bench.databases.kept(`chat-${messages}`, async (made) => {
    await withDb(bench.databases.asAuditor(made), async (owner) => {
      await owner.query(FILL, [messages, Date.now()]);
      await owner.query("update chat_rooms set seq = $1", [messages]);
      await owner.query("vacuum analyze chat_messages");
    });
  });
  return withService(bench, url, async (service) => {
    await untilFollowed(service);
    const ask = async (): Promise<void> => {
      const before = PAGE + 1 + Math.floor(Math.random() * (messages - PAGE));
      const found = await chatMessages(service.deps.reads, [], { limit: PAGE, before });
      if (found.length !== PAGE) throw new AuditError("A page has fewer messages than there are");
    };
    return p50Of(ask, bench.spans);
  });
}

/** The chat, for listeners and readers. */
export const chatSubjects: readonly Subject[] = [
  {
    id: "chat",
    run: (bench) =>
      withNewService(bench, async (service) => {
        await openChat(service);
        return { few: await delivery(bench, service, FEW), many: await delivery(bench, service, MANY) };
      }),
  },
  {
    id: "chat-load",
    run: (bench) =>
      withNewService(bench, async (service) => {
        await openChat(service);
        return load(bench, service);
      }),
  },
  {
    id: "chat-history",
    run: async (bench) => ({ small: await page(bench, SMALL_ROOM), large: await page(bench, LARGE_ROOM) }),
  },
];
