import { expect, it } from "vitest";
import { cursorSql } from "#service/lab/testing/logs/cursor-sql.ts";
import { rowsOf } from "./tables-check.ts";

async function listed<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

it.each([0, 1, 3_999, 4_000, 4_001, 8_000, 8_001])("reads %i rows of a query to the last", async (count) => {
  const all = Array.from({ length: count }, (_, n) => ({ n }));
  const sql = cursorSql({ numbers: all });
  const query = { name: "numbers", text: "select n from numbers", values: [] };
  expect(await listed(rowsOf(sql, query))).toEqual(all);
  // Its name is free again.
  expect(await listed(rowsOf(sql, query))).toEqual(all);
});
