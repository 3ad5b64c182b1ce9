import { expect, it } from "vitest";
import { z } from "zod";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { Access } from "#service/http/access/access.ts";
import type { Caller } from "#service/http/access/caller.ts";
import type { Line } from "./line.ts";
import { type RoomKind, UNWRITTEN_BYTES_MAX } from "./room.ts";
import { READS_AT_ONCE_MAX, ROOMS_MAX, Rooms } from "./rooms.ts";

const access = {} as Access;
const parameter = { name: "shelf", schema: z.string() };
type Shelf = readonly number[];

/** A listener that records messages; a stuck one reads nothing from its connection. */
class Ear implements Line {
  told: string[] = [];
  isStuck = false;
  isCut = false;
  unwritten = 0;
  readonly buffers: Uint8Array[] = [];

  write(messages: Uint8Array): void {
    this.buffers.push(messages);
    if (this.isStuck) this.unwritten += messages.length;
    const blocks = Buffer.from(messages).toString().split("\n\n").filter(Boolean);
    this.told.push(...blocks.map((block) => block.replace(/^event: (.*)\ndata: (.*)$/, "$1 $2")));
  }

  cut(): void {
    this.isCut = true;
  }

  /** Messages since the last call. */
  take(): string[] {
    return this.told.splice(0);
  }
}

/** A kind of rooms with numbers on shelves, at a time set by the test. */
function shelves(options: Partial<RoomKind<Shelf>> = {}) {
  const world = {
    shelves: new Map<string, number[]>([["a", [1]]]),
    head: 0,
    reads: 0,
    isBehind: false,
    troubles: [] as string[],
    beats: [] as (() => void)[],
    /** Advances a quarter of a second. */
    pass: async () => {
      for (const beat of world.beats.splice(0)) beat();
      await settle();
    },
    put: (key: string, ...numbers: number[]) => {
      world.head += 1;
      world.shelves.get(key)?.push(...numbers);
      rooms.appended([{ stream: `shelf:${key}`, position: world.head } as RecordedEvent]);
    },
    enter: async (key: string, { ear = new Ear(), caller = null as Caller | null } = {}) => {
      const leave = rooms.enter(new Map([["shelf", key]]), { caller, line: ear, access });
      await settle();
      return { ear, leave };
    },
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const rooms = new Rooms({
    reads: { whenReached: async () => !world.isBehind },
    head: () => world.head,
    scheduler: {
      after: (_ms, work) => {
        world.beats.push(work);
        return () => {};
      },
    },
    onTrouble: (_what, { message }) => world.troubles.push(message),
  });
  const changed = rooms.declare<Shelf>({
    parameter,
    models: [],
    read: async (key) => {
      world.reads += 1;
      const numbers = world.shelves.get(key);
      return numbers === undefined ? null : [...numbers];
    },
    snapshot: (numbers) => [{ name: "all", data: numbers }],
    deltas: (before, after) =>
      after.length === before.length ? [] : [{ name: "more", data: after.slice(before.length) }],
    roomOf: ({ stream }) => stream.slice("shelf:".length),
    ...options,
  });
  return { world, rooms, changed };
}

const roleRevokedAt = (playerId: string, position: number) =>
  ({ type: "RoleRevoked", stream: `player:${playerId}`, position }) as RecordedEvent;

const BEGINNING = 'snapshot {"room":"shelf"}';

it("sends a new listener the state, then each change once", async () => {
  const { world } = shelves();
  const { ear } = await world.enter("a");
  expect(ear.take()).toEqual([BEGINNING, "all [1]"]);
  world.put("a", 2);
  world.put("a", 3);
  expect(ear.take()).toEqual([]);
  await world.pass();
  expect(ear.take()).toEqual(["more [2,3]"]);
  await world.pass();
  expect(ear.take()).toEqual([]);
});

it("sends a returning listener everything without gap or repetition, whatever happened meanwhile", async () => {
  const { world } = shelves();
  const first = await world.enter("a");
  world.put("a", 2);
  first.leave();
  world.put("a", 3);
  const { ear } = await world.enter("a");
  world.put("a", 4);
  const stays = await world.enter("a");
  await world.pass();
  expect(ear.take()).toEqual([BEGINNING, "all [1,2,3]", "more [4]"]);
  expect(stays.ear.take()).toEqual([BEGINNING, "all [1,2,3]", "more [4]"]);
});

it("makes one buffer for everybody, and reads once for all of them", async () => {
  const { world } = shelves();
  const ears = await Promise.all(Array.from({ length: 50 }, () => world.enter("a")));
  world.put("a", 2);
  await world.pass();
  expect(world.reads).toBe(2);
  expect(new Set(ears.map(({ ear }) => ear.buffers.at(-1))).size).toBe(1);
});

it("gives no frame an id: `Last-Event-ID` stays a position of the log", async () => {
  const { world } = shelves();
  const { ear } = await world.enter("a");
  world.put("a", 2);
  await world.pass();
  expect(Buffer.concat(ear.buffers).toString()).not.toMatch(/^id:/m);
});

it("cuts a listener that does not read, and no other", async () => {
  const { world } = shelves();
  const { ear: slow } = await world.enter("a");
  const { ear: quick } = await world.enter("a");
  slow.isStuck = true;
  for (let beats = 0; !slow.isCut && beats < 100; beats += 1) {
    world.put("a", ...Array.from({ length: 1_000 }, () => 1_234_567));
    await world.pass();
  }
  expect(slow.isCut).toBe(true);
  expect(slow.unwritten).toBeGreaterThan(UNWRITTEN_BYTES_MAX);
  expect(slow.unwritten).toBeLessThan(2 * UNWRITTEN_BYTES_MAX);
  const heard = slow.told.length;
  world.put("a", 2);
  await world.pass();
  expect(slow.told).toHaveLength(heard);
  expect(quick.isCut).toBe(false);
  expect(quick.told.at(-1)).toBe("more [2]");
});

it("sends ticks besides changes", async () => {
  const { world } = shelves({ ticks: (numbers) => [{ name: "tick", data: { of: numbers.length } }] });
  const { ear } = await world.enter("a");
  await world.pass();
  world.put("a", 2);
  await world.pass();
  expect(ear.take().slice(2)).toEqual(['tick {"of":1}', "more [2]", 'tick {"of":2}']);
  expect(ear.buffers).toHaveLength(3);
});

it("does nothing while nobody listens", async () => {
  const { world, rooms } = shelves();
  const { leave } = await world.enter("a");
  expect(rooms.size).toBe(1);
  leave();
  leave();
  expect(rooms.size).toBe(0);
  const { reads } = world;
  world.put("a", 2);
  await world.pass();
  await world.pass();
  expect([world.reads, world.beats.length]).toEqual([reads, 0]);
});

it("admits nobody to an unknown room, and nobody who may not listen", async () => {
  const { world, rooms } = shelves({ mayListen: async (caller) => caller !== null });
  expect((await world.enter("a")).ear.take()).toEqual([]);
  const open = shelves();
  expect((await open.world.enter("nothing")).ear.take()).toEqual([]);
  expect([rooms.size, open.rooms.size]).toEqual([0, 0]);
});

it("releases listeners whose roles change, until they are known to be allowed", async () => {
  const listeners = new Set(["p_mod", "p_other"]);
  const { world, rooms } = shelves({ mayListen: async (caller) => listeners.has(caller?.playerId ?? "") });
  const as = (playerId: string) => ({ caller: { playerId } as Caller });
  const [first, other] = [await world.enter("a", as("p_mod")), await world.enter("a", as("p_other"))];
  const revoke = (playerId: string) => rooms.appended([roleRevokedAt(playerId, world.head)]);
  revoke("p_other");
  listeners.delete("p_mod");
  revoke("p_mod");
  world.put("a", 2);
  await world.pass();
  await world.pass();
  expect(first.ear.take()).toEqual([BEGINNING, "all [1]"]);
  expect(other.ear.take().at(-1)).toMatch(/2/);
  first.leave();
  other.leave();
  expect(rooms.size).toBe(0);
});

it("sends nothing to a listener who left during the look-up of their roles", async () => {
  let allow = (_: boolean) => {};
  const asked = new Promise<boolean>((resolve) => {
    allow = resolve;
  });
  const { world, rooms } = shelves({ mayListen: () => asked });
  const { ear, leave } = await world.enter("a");
  leave();
  allow(true);
  await world.pass();
  expect([rooms.size, ear.take()]).toEqual([0, []]);
});

it("cuts a listener whose roles cannot be looked up: kept, they would miss everything unnoticed", async () => {
  let isAway = true;
  const { world } = shelves({
    mayListen: async () => {
      if (isAway) throw new Error("the database is away");
      return true;
    },
  });
  const { ear, leave } = await world.enter("a");
  expect(world.troubles).toEqual(["the database is away"]);
  expect(ear.isCut).toBe(true);
  leave();
  isAway = false;
  const again = await world.enter("a");
  expect(again.ear.isCut).toBe(false);
  expect(again.ear.take()).toEqual([BEGINNING, "all [1]"]);
});

it("repeats a failed reading later, and loses nothing", async () => {
  const { world } = shelves();
  const { ear } = await world.enter("a");
  ear.take();
  world.isBehind = true;
  world.put("a", 2);
  await world.pass();
  expect(world.troubles).toEqual(["the read models are behind"]);
  world.isBehind = false;
  for (let beats = 0; beats < 5; beats += 1) await world.pass();
  expect(ear.take()).toEqual(["more [2]"]);
});

it("sends everybody the snapshot if the changes are unknown", async () => {
  const { world } = shelves({ deltas: () => null });
  const { ear } = await world.enter("a");
  ear.take();
  world.put("a", 2);
  await world.pass();
  expect(ear.take()).toEqual([BEGINNING, "all [1,2]"]);
});

it("takes changes from outside the log", async () => {
  const { world, changed } = shelves();
  const { ear } = await world.enter("a");
  world.shelves.get("a")?.push(2);
  changed("a");
  changed("unknown");
  await world.pass();
  expect(ear.take()).toContain("more [2]");
});

it("is read again when it reports itself stale", async () => {
  const { world } = shelves({ isStale: (numbers) => numbers.length < 2 });
  const { ear } = await world.enter("a");
  world.shelves.get("a")?.push(2);
  await world.pass();
  expect(ear.take()).toContain("more [2]");
});

it("limits open rooms, and readings at the same time", async () => {
  let underWay = 0;
  let most = 0;
  const { world, rooms } = shelves({
    read: async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise<void>((resolve) => setImmediate(resolve));
      underWay -= 1;
      return [1];
    },
  });
  const ears = Array.from({ length: ROOMS_MAX + 5 }, () => new Ear());
  for (const [n, ear] of ears.entries())
    rooms.enter(new Map([["shelf", `room ${n}`]]), { caller: null, line: ear, access });
  await expect.poll(() => ears.filter(({ told }) => told.length > 0).length).toBe(ROOMS_MAX);
  expect(rooms.size).toBe(ROOMS_MAX);
  expect(most).toBe(READS_AT_ONCE_MAX);
  await world.pass();
});
