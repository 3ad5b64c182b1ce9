import { expect, it } from "vitest";
import { describeEachEngine } from "#service/testing/engines.ts";

describeEachEngine("a driver", (engine) => {
  it("answers a question", async () => {
    const db = await engine.fresh();
    expect(
      await db.query("select 1::int8 as one, array[1,2]::int8[] as many, '\\x00ff'::bytea as bytes"),
    ).toEqual([{ one: 1n, many: [1n, 2n], bytes: new Uint8Array([0, 255]) }]);
  });
});
