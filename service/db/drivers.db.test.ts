import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { arrayLiteral, type SqlValue } from "#projections/kernel/sql.ts";
import { NotCommittedError } from "#service/db/append-session.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { classify, sqlState } from "#service/db/errors.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

/** Far longer than anything a test waits for, in milliseconds. */
const PATIENCE_MS = 30_000;
const int8Min = -9_223_372_036_854_775_808n;
const int8Max = 9_223_372_036_854_775_807n;

/** SQL expressions, and the JavaScript value of each on both engines. */
const answers: readonly (readonly [sql: string, value: unknown])[] = [
  ["null::text", null],
  ["null::bytea", null],
  ["null::bigint[]", null],
  ["true", true],
  ["false", false],
  ["1::int2", 1],
  ["'-2147483648'::int4", -2_147_483_648],
  ["1::int8", 1n],
  [`'${int8Min}'::int8`, int8Min],
  [`'${int8Max}'::int8`, int8Max],
  ["count(*)", 1n],
  ["1.5::float4", 1.5],
  ["0.1::float8", 0.1],
  ["'NaN'::float8", Number.NaN],
  ["'-Infinity'::float8", Number.NEGATIVE_INFINITY],
  ["1.10::numeric", "1.10"],
  ["sum(1::int8)", "1"],
  ["'text'", "text"],
  ["''::text", ""],
  ["'x'::varchar", "x"],
  ["'é 🎲'::text", "é 🎲"],
  ["'2026-01-31'::date", "2026-01-31"],
  ["'2026-01-31 12:00:00.123456'::timestamp", "2026-01-31 12:00:00.123456"],
  ["'2026-01-31 12:00:00.5+02'::timestamptz", "2026-01-31 10:00:00.5+00"],
  ["'1 day'::interval", "1 day"],
  ["'{\"a\": 1}'::json", '{"a": 1}'],
  ['\'{"b":1,"a":[true,null]}\'::jsonb', '{"a": [true, null], "b": 1}'],
  ["'\"text\"'::jsonb", '"text"'],
  ["'00000000-0000-0000-0000-00000000000a'::uuid", "00000000-0000-0000-0000-00000000000a"],
  ["'\\x00ff10'::bytea", new Uint8Array([0, 255, 16])],
  ["''::bytea", new Uint8Array()],
  ["'{}'::int8[]", []],
  ["array[1,null,3]::int8[]", [1n, null, 3n]],
  ["array[1,2]::int4[]", [1, 2]],
  ["array[1,2]::int2[]", [1, 2]],
  ["array[1.5,2]::float8[]", [1.5, 2]],
  ["array[1.10]::numeric[]", ["1.10"]],
  ["array[true,false,null]", [true, false, null]],
  [
    "array['a','NULL',null,'','b\"c','d\\e','f,g','{h}',' i ']",
    ["a", "NULL", null, "", 'b"c', "d\\e", "f,g", "{h}", " i "],
  ],
  ["array['2026-01-31']::date[]", ["2026-01-31"]],
  ["array['{\"a\":1}']::jsonb[]", ['{"a": 1}']],
  ["array['\\x00ff',null]::bytea[]", [new Uint8Array([0, 255]), null]],
  [
    "array[[1,2],[3,4]]::int8[]",
    [
      [1n, 2n],
      [3n, 4n],
    ],
  ],
  ["'[2:3]={7,8}'::int8[]", [7n, 8n]],
];

/** Values that must come back as they were sent, with the statement's cast. */
const roundTrips: readonly (readonly [cast: string, sent: SqlValue, back: unknown])[] = [
  ["int8", 5n, 5n],
  ["int8", int8Min, int8Min],
  ["int8", int8Max, int8Max],
  ["int8", 7, 7n],
  ["int8", "8", 8n],
  ["int4", 9, 9],
  ["float8", 0.1, 0.1],
  ["float8", 1e300, 1e300],
  ["bool", true, true],
  ["bool", false, false],
  ["numeric", "12345678901234567890.10", "12345678901234567890.10"],
  ["text", "", ""],
  ["text", "é 🎲 'quoted' \\ \"double\" $1", "é 🎲 'quoted' \\ \"double\" $1"],
  ["text", null, null],
  ["bytea", new Uint8Array([0, 1, 254, 255]), new Uint8Array([0, 1, 254, 255])],
  ["bytea", new Uint8Array([9, 0, 1, 9]).subarray(1, 3), new Uint8Array([0, 1])],
  ["bytea", new Uint8Array(), new Uint8Array()],
  ["bytea", "\\x0aff", new Uint8Array([10, 255])],
  ["json", '{"b":1,  "a":"\\""}', '{"b":1,  "a":"\\""}'],
  ["jsonb", '{"b":1,"a":"x"}', '{"a": "x", "b": 1}'],
  ["jsonb", '"already text"', '"already text"'],
  ["jsonb", "null", "null"],
  ["date", "2026-01-31", "2026-01-31"],
];

const trickyTexts = [
  "",
  "NULL",
  "null",
  null,
  '"',
  "\\",
  '\\"',
  "a,b",
  "{}",
  "{",
  "}",
  " padded ",
  "line\nbreak\ttab",
  "é",
  "🎲",
  "'",
  "$1",
];

describeEachEngine("a driver", (engine) => {
  let db: OpenDatabase;
  beforeAll(async () => {
    db = await engine.fresh({ migrated: false });
    await db.transaction((tx) =>
      tx.script("create table numbers (n int primary key); create table texts (t text)"),
    );
  });
  afterAll(() => db.close());

  it.each(answers)("returns %s as the same JavaScript value as the other engine", async (sql, value) => {
    const [row] = await db.query(`select ${sql} as value`);
    expect(row).toStrictEqual({ value });
    expect(Object.getPrototypeOf((row as { value: object }).value ?? "")).toBe(
      Object.getPrototypeOf(value ?? ""),
    );
  });

  it.each(roundTrips)("takes a parameter cast to %s: %s", async (cast, sent, back) => {
    expect(await db.query(`select $1::${cast} as value`, [sent])).toStrictEqual([{ value: back }]);
  });

  it("takes an array literal of any text", async () => {
    const rows = await db.query(
      "select $1::text[] as texts, t.* from unnest($1::text[]) with ordinality t(t, n)",
      [arrayLiteral(trickyTexts)],
    );
    expect(rows.map((row) => row.t)).toEqual(trickyTexts);
    expect(rows[0]?.texts).toEqual(trickyTexts);
  });

  it("takes array literals of numbers, booleans and nulls", async () => {
    const values = [
      arrayLiteral([int8Min, 0n, int8Max, null]),
      arrayLiteral([true, false, null]),
      arrayLiteral([]),
    ];
    const [row] = await db.query("select $1::bigint[] as a, $2::bool[] as b, $3::text[] as c", values);
    expect(row).toEqual({ a: [int8Min, 0n, int8Max, null], b: [true, false, null], c: [] });
  });

  it("takes bytes in an array literal as their hexadecimal text", async () => {
    const [row] = await db.query("select $1::bytea[] as bytes", [arrayLiteral(["\\x00ff", null])]);
    expect(row).toEqual({ bytes: [new Uint8Array([0, 255]), null] });
  });

  it("stores a text sent to a jsonb column as its document", async () => {
    const [row] = await db.query("select jsonb_typeof($1::jsonb) as type, $1::jsonb ->> 'a' as a", [
      '{"a":"b"}',
    ]);
    expect(row).toEqual({ type: "object", a: "b" });
  });

  it("returns no rows for a statement without any", async () => {
    expect(await db.query("insert into texts values ('x')")).toEqual([]);
    expect(await db.query("select 1 where false")).toEqual([]);
  });

  it("runs a named statement many times, each with other values", async () => {
    const statement = { name: "twice", text: "select $1::int8 * 2 as twice" };
    for (const n of [1n, 2n, int8Max / 2n])
      expect(await db.run({ ...statement, values: [n] })).toEqual([{ twice: n * 2n }]);
  });

  it("refuses two statements in one text", async () => {
    expect(await stateOf(db.query("select 1; select 2"))).toBe("42601");
  });

  it("keeps what a transaction wrote", async () => {
    const given = await db.transaction(async (tx) => {
      await tx.query("insert into numbers values ($1)", [1]);
      return "done";
    });
    expect(given).toBe("done");
    expect(await db.query("select n from numbers where n = 1")).toEqual([{ n: 1 }]);
  });

  it("keeps nothing of a transaction whose work throws", async () => {
    const failing = db.transaction(async (tx) => {
      await tx.query("insert into numbers values (2)");
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await db.query("select n from numbers where n = 2")).toEqual([]);
  });

  it("fails a transaction that swallowed an error and was not committed", async () => {
    const failing = db.transaction(async (tx) => {
      await tx.query("insert into numbers values (3)");
      await tx.query("select 1 / 0").catch(() => {});
    });
    await expect(failing).rejects.toThrow(NotCommittedError);
    expect(await db.query("select n from numbers where n = 3")).toEqual([]);
  });

  it("runs a transaction at the requested isolation", async () => {
    const read = async (tx: { query: OpenDatabase["query"] }) =>
      (
        await tx.query(
          "select current_setting('transaction_isolation') i, current_setting('transaction_read_only') r",
        )
      )[0];
    expect(await db.transaction(read)).toEqual({ i: "read committed", r: "off" });
    expect(await db.transaction(read, { isolation: "repeatable read", readOnly: true })).toEqual({
      i: "repeatable read",
      r: "on",
    });
  });

  it("works on after a failed statement", async () => {
    await expect(db.query("select 1 / 0")).rejects.toThrow("division by zero");
    expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("never shows the parameters of a failed statement in its error", async () => {
    const error: unknown = await db
      .query("select $1::text::int", ["very-secret"])
      .catch((thrown: unknown) => thrown);
    const { message: _, ...rest } = { ...(error as object) } as Record<string, unknown>;
    expect(JSON.stringify(rest)).not.toContain("very-secret");
  });

  it("hears the notifications of a channel until it stops listening", async () => {
    const heard: string[] = [];
    const stop = await db.listen("news", (payload) => heard.push(payload));
    await db.query("select pg_notify('news', 'first')");
    await db.query("select pg_notify('other', 'not for us')");
    await until(() => heard.length > 0);
    await db
      .transaction(async (tx) => {
        await tx.query("select pg_notify('news', 'undone')");
        throw new Error("undone");
      })
      .catch(() => {});
    await db.transaction((tx) => tx.query("select pg_notify('news', 'second')"));
    await until(() => heard.length > 1);
    await stop();
    await db.query("select pg_notify('news', 'too late')");
    await sleep(20);
    expect(heard).toEqual(["first", "second"]);
  });

  it("survives a listener that throws", async () => {
    const heard: string[] = [];
    const stop = await db.listen("news", (payload) => {
      heard.push(payload);
      throw new Error("a listener failed");
    });
    await db.query("select pg_notify('news', '1')");
    await db.query("select pg_notify('news', '2')");
    await until(() => heard.length === 2);
    await stop();
  });

  describe("reports", () => {
    const failures: readonly (readonly [sql: string, state: string, kind: string])[] = [
      ["select 1 / 0", "22012", "culprit"],
      ["select 'x'::int", "22P02", "culprit"],
      ["insert into numbers values (1), (1)", "23505", "culprit"],
      ["insert into numbers values (null)", "23502", "culprit"],
      ["do $$ begin raise exception 'no'; end $$", "P0001", "culprit"],
      ["select nothing", "42703", "unknown"],
      ["select * from nowhere", "42P01", "unknown"],
      ["select from from", "42601", "unknown"],
      ["do $$ begin raise sqlstate '40001'; end $$", "40001", "retry"],
      ["do $$ begin raise sqlstate '53100'; end $$", "53100", "retry"],
    ];
    it.each(failures)("%s as SQLSTATE %s", async (sql, state, kind) => {
      const error: unknown = await db.query(sql).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(sqlState(error)).toBe(state);
      expect(classify(error)).toBe(kind);
    });
  });

  it("lets timers run while one caller asks without a pause", async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    const giveUpAt = performance.now() + PATIENCE_MS;
    while (ticks === 0 && performance.now() < giveUpAt) await db.query("select 1");
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(0);
  });

  it("refuses work once it is closed, and can be closed twice", async () => {
    const other = await engine.fresh({ migrated: false });
    await other.close();
    await other.close();
    await expect(other.query("select 1")).rejects.toThrow();
  });
});

async function stateOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: unknown) => sqlState(error),
  );
}

async function until(isTrue: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!isTrue()) {
    if (performance.now() > giveUpAt) throw new Error("Waited in vain");
    await sleep(5);
  }
}
