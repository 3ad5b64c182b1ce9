import { arrayLiteral, type Sql } from "#projections/kernel/sql.ts";
import type { CommandOrigin } from "./command-origin.ts";
import type { CommittedCommand } from "./recent-commands.ts";

/** Notes that a request was carried out beside the log: nothing is appended under its id. */
export async function noteKey(
  { commandId, requestHash, owner }: Pick<CommandOrigin, "commandId" | "requestHash" | "owner">,
  tx: Pick<Sql, "query">,
): Promise<void> {
  await tx.query("insert into used_keys (command_id, request_hash, owner) values ($1, $2, $3)", [
    commandId,
    requestHash,
    owner,
  ]);
}

/** Whether a request with an idempotency key was carried out before: its answer needs no preparation. */
export async function isCarriedOut(
  { keyed, commandId }: Pick<CommandOrigin, "keyed" | "commandId">,
  sql: Pick<Sql, "run">,
): Promise<boolean> {
  return keyed && (await lookUpCommands([commandId], sql)).size > 0;
}

/** Finds which commands are in the log or were carried out beside it, by id, with what the log answered. */
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
    text: `select command_id, request_hash, position, answer from commands where command_id = any($1::text[])
      union all
      select command_id, request_hash, 0, coalesce(answer, 'null') from used_keys where command_id = any($1::text[])`,
    values: [arrayLiteral(commandIds)],
  });
  return new Map(
    rows.map((row) => [
      row.command_id,
      { requestHash: row.request_hash, position: Number(row.position), answer: row.answer },
    ]),
  );
}
