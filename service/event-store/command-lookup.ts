import { arrayLiteral, type Sql } from "#projections/kernel/sql.ts";
import type { CommittedCommand } from "./recent-commands.ts";

/** Finds which commands are in the log, by id, with what was answered to them. */
export async function lookUpCommands(
  commandIds: readonly string[],
  sql: Pick<Sql, "run">,
): Promise<ReadonlyMap<string, CommittedCommand>> {
  if (commandIds.length === 0) return new Map();
  const rows = await sql.run<{
    command_id: string;
    request_hash: Uint8Array;
    position: bigint;
    answer: string;
  }>({
    name: "look_up_commands",
    text: "select command_id, request_hash, position, answer from commands where command_id = any($1::text[])",
    values: [arrayLiteral(commandIds)],
  });
  return new Map(
    rows.map((row) => [
      row.command_id,
      { requestHash: row.request_hash, position: Number(row.position), answer: row.answer },
    ]),
  );
}
