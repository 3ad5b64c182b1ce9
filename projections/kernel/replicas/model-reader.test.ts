import { expect, test } from "vitest";
import type { Database, Row } from "../sql.ts";
import { ModelReader } from "./model-reader.ts";

const checkpoint = { name: "totals", generation: 1, position: 5n, head: 5n };
const db: Database = {
  engine: "postgres",
  query: async () => [],
  run: async <R extends Row>() => [checkpoint] as never as readonly R[],
  transaction: () => Promise.reject(new Error("a question needs none")),
};

test("a query is written once, and once more to see what it has to wait for", async () => {
  const totals = {
    ...{ name: "totals", version: 1, reads: [], apply: () => [] },
    tables: { totals: { columns: { n: "int" }, key: ["n"] } },
  };
  const reader = new ModelReader({
    ...{ db, projections: [totals], logId: 1 },
    scheduler: { after: () => () => undefined },
  });
  await reader.readCheckpoints();
  const timesWritten = async (position: number): Promise<number> => {
    let times = 0;
    await reader.reaching(position, 1).ask((table) => {
      times += 1;
      return `select from ${table("totals")}`;
    });
    return times;
  };
  expect([await timesWritten(0), await timesWritten(5)]).toEqual([1, 2]);
});
