import { announceChain, type TableChain } from "#domain/features/game-tables/chain.ts";
import { type TableName, tableStream } from "#domain/features/game-tables/table.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
import { systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import type { DrawnChain } from "./chains.ts";

/** The part of any table's state that chains need. */
export interface ChainedTable {
  readonly chain: TableChain | null;
}

/** The command that announces a table's next chain. @param number of the chain */
export function announceCommand<T extends ChainedTable>(
  {
    table,
    kind,
    number,
  }: { readonly table: TableName; readonly kind: StreamKind<T>; readonly number: number },
  { drawn: { terminal, rows }, at }: { readonly drawn: DrawnChain; readonly at: number },
): Submission<{ readonly number: number }> {
  const { gameType, gameId, currency } = table;
  const name = tableStream(table);
  // Each process draws its own chain; the decision accepts the first.
  return {
    ...systemOrigin(`chain_${name}_${number}_${terminal}`, at),
    sideRows: rows,
    reads: () => ({ streams: [{ kind, name }] }),
    decide: (view) =>
      announceChain({ table: { gameType, gameId, currency }, terminal }, view.stream({ kind, name }).chain),
  };
}
