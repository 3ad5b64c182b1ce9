import { expect, it } from "vitest";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { AppendColumns } from "./append-columns.ts";
import { requestHashOf } from "./hashing.ts";
import { type SideTable, sideInserts, sideValues } from "./side-tables.ts";

const gifts: SideTable = { name: "gifts", columns: { code: "text", worth: "bigint" } };
const notes: SideTable = { name: "notes", columns: { body: "text" } };

const submission: Submission = {
  commandId: "cmd_1",
  keyed: false,
  requestHash: requestHashOf("cmd_1"),
  actor: "system",
  owner: "system",
  at: 0,
  reads: () => ({ streams: [], holdings: [] }),
  decide: () => {
    throw new Error("is not decided here");
  },
};

it("is inserted from the row that proves the head moved, by its declared columns", () => {
  expect(sideInserts([gifts, notes], ["$35", "$36"])).toBe(`, gifts_in as (
  insert into gifts (code, worth)
  select t.* from head, jsonb_to_recordset($35::jsonb) as t(code text, worth bigint)
), notes_in as (
  insert into notes (body)
  select t.* from head, jsonb_to_recordset($36::jsonb) as t(body text)
)`);
});

it("gets its own rows and no other table's", () => {
  const rows = [
    { table: notes, row: { body: "hello" } },
    { table: gifts, row: { code: "a", worth: 1 } },
  ];
  expect(sideValues([gifts, notes], rows)).toEqual(['[{"code":"a","worth":1}]', '[{"body":"hello"}]']);
  expect(sideValues([gifts, notes], [])).toBeNull();
});

it("accepts no row that the append statement would leave out", () => {
  const columns = new AppendColumns([gifts]);
  const command = {
    submission,
    position: 1,
    text: "{}",
    sideRows: [{ table: notes, row: { body: "lost" } }],
  };
  expect(() => columns.command(command)).toThrow("the append statement writes the rows of notes");
});

it("loses the rows of an undone command, and no others", () => {
  const columns = new AppendColumns([gifts]);
  const bring = (code: string) =>
    columns.command({ submission, position: 1, text: "{}", sideRows: [{ table: gifts, row: { code } }] });
  bring("first");
  columns.mark();
  bring("second");
  columns.cutToMark();
  expect(columns.beside()).toEqual(['[{"code":"first"}]']);
});
