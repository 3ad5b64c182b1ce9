import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { arrayLiteral } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

/** Any text that PostgreSQL can store: all characters but NUL. */
const text = fc.string({ unit: "binary" }).map((value) => value.replaceAll("\u0000", ""));
const int8 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describeEachEngine("any value", (engine) => {
  let db: OpenDatabase;
  beforeAll(async () => {
    db = await engine.fresh({ migrated: false });
  });
  afterAll(() => db.close());

  it("comes back from the database as it was sent", async () => {
    const values = fc.record({
      text,
      int8,
      float8: fc.double(),
      bytes: fc.uint8Array({ maxLength: 300 }),
      truth: fc.boolean(),
    });
    await forAllAsyncIn({})(values, async (sent) => {
      const rows = await db.query(
        "select $1::text as text, $2::int8 as int8, $3::float8 as float8, $4::bytea as bytes, $5::bool as truth",
        [sent.text, sent.int8, sent.float8, sent.bytes, sent.truth],
      );
      // PostgreSQL keeps the sign of zero; the text form it is sent in does not.
      expect(rows).toEqual([{ ...sent, float8: sent.float8 + 0 }]);
    });
  });

  it("comes back from an array as it was sent", async () => {
    const lists = fc.record({ texts: fc.array(fc.option(text)), numbers: fc.array(fc.option(int8)) });
    await forAllAsyncIn({})(lists, async (sent) => {
      const literals = [arrayLiteral(sent.texts), arrayLiteral(sent.numbers)];
      expect(await db.query("select $1::text[] as texts, $2::int8[] as numbers", literals)).toEqual([sent]);
    });
  });

  it("comes back from a jsonb document as it was sent", async () => {
    await forAllAsyncIn({})(fc.jsonValue({ noUnicodeString: true }), async (sent) => {
      const [row] = await db.query<{ document: string }>("select $1::jsonb as document", [
        JSON.stringify(sent),
      ]);
      expect(JSON.parse(row?.document ?? "")).toEqual(JSON.parse(JSON.stringify(sent)));
    });
  });
});
