import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { GAP_MS } from "#domain/features/chat/rules.ts";
import { LIST_LIMIT_MAX } from "#domain/kernel/contract.ts";
import { demand, type Heard, post } from "../coinflips.ts";
import { type Player, shown, signIn } from "../load.ts";
import type { Scenario } from "../scenario.ts";
import { type ServiceProcess, until } from "../service-process.ts";
import type { Stage } from "../stage.ts";

const KILLS = 3;
/** With one more each they stay below the limit that slows the room down. */
const WRITERS = 2;
/** Messages answered between two kills. */
const MESSAGES_BETWEEN = 6;
/** The kill comes within this time, whatever the process is doing, in milliseconds. */
const SPREAD_MS = 40;
const MESSAGES = "/chat/messages";
const PATIENCE_MS = 120_000;
const AGAIN_MS = 100;
const MUTED = "The spam of somebody who is muted";

interface Line {
  readonly id: string;
  readonly position: number;
  readonly message: string;
}

/** The writers and readers, while the service comes and goes. */
class Room {
  readonly answered: Line[] = [];
  readonly #service: ServiceProcess;
  #isOpen = true;
  #number = 0;
  /** Refused attempts of the muted player. */
  refused = 0;

  constructor(service: ServiceProcess) {
    this.#service = service;
  }

  close(): void {
    this.#isOpen = false;
  }

  /** Retries a message under the same key until its outcome is known. */
  async #insist(by: Player, message: string): Promise<Heard> {
    const key = randomUUID();
    for (;;) {
      const heard = await post(this.#service, by, { path: MESSAGES, body: { message }, key }).catch(
        () => null,
      );
      if (heard !== null && heard.status < 500 && heard.status !== 429) return heard;
      await sleep(AGAIN_MS);
    }
  }

  /** One message after the other, as fast as the room allows one player. */
  async write(by: Player): Promise<void> {
    while (this.#isOpen) {
      this.#number += 1;
      const { status, body } = await this.#insist(by, `Number ${this.#number}, said by ${by.name}`);
      demand(status === 200, () => `${by.name} was refused: ${JSON.stringify(body)}`);
      this.answered.push(body as unknown as Line);
      await sleep(GAP_MS);
    }
  }

  /** Keeps trying to write while muted. */
  async spam(by: Player): Promise<void> {
    while (this.#isOpen) {
      const { status, body } = await this.#insist(by, MUTED);
      demand(
        status === 403 && body.code === "muted",
        () => `the muted heard ${status} ${JSON.stringify(body)}`,
      );
      this.refused += 1;
      await sleep(AGAIN_MS);
    }
  }

  /** Follows the room by the numbers of its messages. @returns all of them, as this reader saw them */
  async read(by: Player, writing: Promise<unknown>): Promise<readonly Line[]> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    writing.then(over, over);
    const seen: Line[] = [];
    const follow = async (): Promise<void> => {
      const after = seen.at(-1)?.position ?? 0;
      const next = await this.page(by, after).catch(() => []);
      seen.push(...next);
      if (next.length === LIST_LIMIT_MAX) await follow();
    };
    while (!isOver) {
      await follow();
      await sleep(AGAIN_MS);
    }
    await follow();
    return seen;
  }

  /** The entries right after a number, oldest first. */
  async page(by: Player, after: number): Promise<readonly Line[]> {
    const path = `${MESSAGES}?limit=${LIST_LIMIT_MAX}&after=${after}`;
    const lines = (await shown(this.#service, path, by)) as readonly Line[];
    return lines.toSorted((a, b) => a.position - b.position);
  }
}

/** An admin opens the chat to everybody and mutes somebody. */
async function prepare(service: ServiceProcess, spammer: Player): Promise<void> {
  const { url } = service;
  const admin = await signIn(url, "admin", true);
  const headers = { "Content-Type": "application/json", Cookie: admin.cookie };
  const { version } = (await shown(service, "/admin/settings", admin)) as { readonly version: number };
  const ask = async (method: "PUT" | "POST", path: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    demand(answer.ok, () => `${path} was answered ${answer.status}`);
  };
  const reason = "For the test";
  await ask("PUT", "/admin/settings", { version, values: { chatLevelMin: 1 }, reason });
  await ask("POST", "/chat/mutes", { userId: spammer.id, minutes: null, reason });
}

/** Violations of a room's rules, and of what a reader saw of it. */
function wrongsOf(room: Room, lines: readonly Line[], seen: readonly Line[]): string[] {
  const gaps = lines.filter(({ position }, index) => position !== index + 1);
  const twice = lines.length - new Set(lines.map(({ message }) => message)).size;
  const lost = room.answered.filter(
    ({ id, position, message }) =>
      !lines.some((line) => line.id === id && line.position === position && line.message === message),
  );
  return [
    ...gaps.map(({ position }) => `there is a gap before ${position}`),
    ...(twice > 0 ? [`${twice} messages are there twice`] : []),
    ...lost.map(({ message }) => `"${message}" was answered and is not there`),
    ...(lines.some(({ message }) => message === MUTED) ? ["the muted wrote"] : []),
    ...(JSON.stringify(seen.map(({ id }) => id)) === JSON.stringify(lines.map(({ id }) => id))
      ? []
      : [`a reader saw ${seen.map(({ position }) => position)} of ${lines.map(({ position }) => position)}`]),
  ];
}

async function talkThroughKills(stage: Stage): Promise<void> {
  const service = await stage.startService();
  const names = ["spammer", "reader", ...Array.from({ length: WRITERS }, (_, n) => `writer${n}`)];
  const people = await Promise.all(names.map((name) => signIn(service.url, name)));
  const [spammer, reader, ...writers] = people as [Player, Player, ...Player[]];
  await prepare(service, spammer);
  const room = new Room(service);
  const work = Promise.all([...writers.map((writer) => room.write(writer)), room.spam(spammer)]);
  const reading = room.read(reader, work);
  try {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const [due, tried] = [room.answered.length + MESSAGES_BETWEEN, room.refused + 1];
      await Promise.race([
        work,
        until(() => room.answered.length >= due && room.refused >= tried, {
          maxMs: PATIENCE_MS,
          what: () => `${room.answered.length} messages were answered, ${due} were due`,
        }),
      ]);
      await sleep(Math.random() * SPREAD_MS);
      await service.kill9();
      await service.start();
    }
  } finally {
    room.close();
  }
  await work;
  const seen = await reading;
  const lines = await room.page(reader, 0);
  const wrong = wrongsOf(room, lines, seen);
  demand(wrong.length === 0, () => wrong.join("\n"));
  stage.say(
    `${lines.length} messages, ${room.answered.length} answered, ${room.refused} of the muted refused`,
  );
}

/** The service is killed while players write to each other. */
export const killedChat: Scenario = {
  name: "a killed chat loses no answered message, has no gap, and lets no muted player write",
  run: talkThroughKills,
};
