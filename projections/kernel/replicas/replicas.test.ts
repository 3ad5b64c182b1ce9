import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Projection } from "../projection.ts";
import type { ReadModels } from "../read-models.ts";
import type { Database, Row, Statement } from "../sql.ts";
import { GOOD_LOOKS } from "./replica-state.ts";
import { LOOK_EVERY_MS, REPLICA_WAIT_MS, Replicas } from "./replicas.ts";

/** More looks than a replica needs to be taken back. */
const TAKEN_BACK_MS = (GOOD_LOOKS + 1) * LOOK_EVERY_MS;
const totals: Projection = {
  name: "totals",
  version: 1,
  tables: { totals: { columns: { n: "int" }, key: ["n"] } },
  reads: [],
  apply: () => [],
};

/** A server whose answers the test sets. */
class FakeServer {
  position = 5;
  holdsOtherLog = false;
  answer: (text: string) => Promise<readonly Row[]> = async () => [{ from: "replica" }];
  looks: () => Promise<void> = async () => undefined;

  get db(): Database {
    return {
      engine: "postgres",
      query: async <R extends Row>(text: string) => {
        if (!text.includes("from log_heads")) return (await this.answer(text)) as readonly R[];
        await this.looks();
        return [{ position: BigInt(this.position), block: 1n, hash: new Uint8Array() }] as never;
      },
      run: async <R extends Row>({ name }: Statement) => {
        expect(name).toBe("read_checkpoints");
        const row = { name: "totals", generation: 1, position: BigInt(this.position), head: 0n };
        return [row] as never as readonly R[];
      },
      transaction: () => Promise.reject(new Error("a replica is only read")),
    };
  }
}

const server = new FakeServer();
const changes: string[] = [];
let replicas: Replicas;
const primaryModels: ReadModels = { ask: async () => [{ from: "primary" }] as never };
const asked = async (position = 0): Promise<unknown> => {
  const models = replicas.models({ key: "alice", position, primary: primaryModels });
  const [row] = await models.ask((table) => `select 1 from ${table("totals")}`);
  return row?.from;
};

beforeEach(async () => {
  vi.useFakeTimers();
  Object.assign(server, new FakeServer());
  changes.length = 0;
  const primary = { query: async () => (server.holdsOtherLog ? [] : [{}]) } as never;
  replicas = new Replicas({
    servers: [{ name: "r1", db: server.db }],
    primary,
    projections: [totals],
    scheduler: {
      after: (ms, work) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    },
    logId: 1,
    clock: () => Date.now(),
    head: () => 5,
    isTransient: (error) => String(error).includes("transient"),
    onChange: (name, isUsed, reason) => changes.push(`${name} ${isUsed ? "used" : reason}`),
  });
  replicas.start();
  await vi.advanceTimersByTimeAsync(TAKEN_BACK_MS);
});
afterEach(() => {
  replicas.stop();
  vi.useRealTimers();
});

const whileTimePasses = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  await vi.advanceTimersByTimeAsync(ms);
  return work;
};

test("answers queries, also those that must show a position it has", async () => {
  expect([await asked(), await asked(5)]).toEqual(["replica", "replica"]);
  expect(replicas.health()).toMatchObject([
    { name: "r1", isUsed: true, lagEvents: 0, questions: 2, fallbacks: 0 },
  ]);
});

test("is awaited for a moment by a session with newer writes, then the primary answers", async () => {
  server.position = 4;
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(await asked(4)).toBe("replica");
  expect(await whileTimePasses(asked(5), REPLICA_WAIT_MS)).toBe("primary");
  const late = asked(5);
  server.position = 5;
  expect(await whileTimePasses(late, REPLICA_WAIT_MS)).toBe("replica");
  expect(replicas.health()[0]?.fallbacks).toBe(1);
});

test("is not asked for a position that this process has not heard of", async () => {
  server.position = 999;
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(await asked(6)).toBe("primary");
});

test("passes a query to the primary after a transient fault, and after no other", async () => {
  server.answer = () => Promise.reject(new Error("transient"));
  expect(await asked()).toBe("primary");
  server.answer = () => Promise.reject(new Error("no such column"));
  await expect(asked()).rejects.toThrow("no such column");
});

test("passes queries to the primary once it falls silent during one, and is taken back by itself", async () => {
  server.answer = () => new Promise(() => undefined);
  server.looks = () => new Promise(() => undefined);
  const question = asked();
  expect(await whileTimePasses(question, 2_000)).toBe("primary");
  expect(changes.at(-1)).toBe("r1 it does not answer in time");
  expect(await asked()).toBe("primary");
});

test("is left out while it cannot be reached, and taken back once it can", async () => {
  server.looks = () => Promise.reject(new Error("ECONNREFUSED"));
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(await asked()).toBe("primary");
  server.looks = async () => undefined;
  await vi.advanceTimersByTimeAsync(TAKEN_BACK_MS);
  expect(await asked()).toBe("replica");
  expect(changes).toHaveLength(3);
});

test("stays if the primary shows its last position a moment later", async () => {
  server.holdsOtherLog = true;
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  server.holdsOtherLog = false;
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(await asked()).toBe("replica");
  expect(changes).toHaveLength(1);
});

test("is left out when it has another log, even at the same position", async () => {
  server.holdsOtherLog = true;
  await vi.advanceTimersByTimeAsync(2 * LOOK_EVERY_MS);
  expect(await asked()).toBe("primary");
  expect(changes.at(-1)).toBe("r1 it holds another log");
});
