import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#service/db/database.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld, worldSigner } from "#service/lab/testing/world.ts";
import { signedHead } from "./heads/signed-heads.ts";

/** SQLSTATE of a missing privilege; the triggers raise the same. */
const INSUFFICIENT_PRIVILEGE = "42501";

const TABLES = ["events", "event_streams", "blocks", "commands", "signed_heads"] as const;
const keyOf = {
  events: "position",
  event_streams: "position",
  blocks: "number",
  commands: "position",
  signed_heads: "number",
} as const;

describeEachEngine("the log", (engine) => {
  let db: OpenDatabase;

  /** Runs a statement under a role, in a transaction of its own, and returns the database's answer. */
  const answer = async (role: string | null, text: string): Promise<{ code: string; message: string }> => {
    try {
      await db.transaction(async (tx) => {
        if (role !== null) await tx.script(`set local role ${role}`);
        await tx.query(text);
      });
      return { code: "00000", message: "done" };
    } catch (error) {
      return { code: String((error as { code?: unknown }).code), message: (error as Error).message };
    }
  };

  beforeAll(async () => {
    const world = await createWorld(engine);
    db = world.db;
    const { block: number, position: to, hash } = world.writer.head;
    const context = { sql: db, logId: LOG_ID, signer: worldSigner, now: () => world.now };
    await signedHead({ number, to, hash }, context);
    await db.query("insert into event_streams (log_id, stream, position) values ($1, 'thing:t_1', 1)", [
      LOG_ID,
    ]);
    await world.stop();
  });
  afterAll(() => db.close());

  for (const table of TABLES) {
    const changes = [
      `update ${table} set ${keyOf[table]} = ${keyOf[table]} + 1`,
      `update ${table} set ${keyOf[table]} = ${keyOf[table]} where false`,
      `delete from ${table}`,
      `delete from ${table} where false`,
      `truncate ${table}`,
      `truncate ${table} cascade`,
    ];

    it.each(changes)("refuses its owner: %s", async (text) => {
      const refused = await answer(null, text);
      expect(refused.code).toBe(INSUFFICIENT_PRIVILEGE);
      expect(refused.message).toMatch(new RegExp(`the log is immutable: \\w+ on ${table} is refused`));
    });

    it.each(changes)("gives the service no privilege: %s", async (text) => {
      const refused = await answer(serviceRole, text);
      expect(refused).toEqual({
        code: INSUFFICIENT_PRIVILEGE,
        message: `permission denied for table ${table}`,
      });
    });

    it(`still has its row in ${table}, and lets the service read it`, async () => {
      const rows = await db.query(`select * from ${table}`);
      expect(rows.length).toBeGreaterThan(0);
      expect((await answer(serviceRole, `select * from ${table}`)).code).toBe("00000");
    });

    it(`does not let the service disable the trigger of ${table}`, async () => {
      for (const text of [
        `alter table ${table} disable trigger all`,
        `drop trigger ${table}_immutable on ${table}`,
        `drop table ${table}`,
        `alter table ${table} rename to other`,
        "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
      ]) {
        expect((await answer(serviceRole, text)).code).toBe(INSUFFICIENT_PRIVILEGE);
      }
    });
  }

  it("does not let the service change entries, or delete the head or holdings", async () => {
    for (const text of [
      "update entry_runs set holding = 0",
      "delete from entry_runs",
      "truncate entry_runs",
      "delete from log_heads",
      "truncate log_heads",
      "delete from holding_numbers",
      "truncate holding_numbers",
      "update holding_numbers set number = 0",
    ]) {
      expect((await answer(serviceRole, text)).code).toBe(INSUFFICIENT_PRIVILEGE);
    }
  });

  it("accepts the appends of the service", async () => {
    const world = await createWorld(engine, { role: serviceRole });
    const alice = await world.register("alice");
    expect(await world.flip(alice, "rbx", "1.00")).toMatchObject({ kind: "committed", position: 3 });
    await world.stop();
    await world.db.close();
  });
});
