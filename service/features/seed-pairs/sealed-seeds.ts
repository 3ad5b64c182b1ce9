import type { SideTable } from "#service/event-store/append/side-tables.ts";

/** The pair number of a game between players, which has one seed. */
export const PAIR_OF_GAME = 0;

/** A row with a sealed seed. */
export interface SealedSeedRow {
  readonly commitment: string;
  readonly owner: string;
  readonly pair: number;
  readonly sealed: string;
}

/** The context that binds a seal to its place, so that sealed seeds cannot be swapped. */
export const seedPlace = (logId: number, row: Omit<SealedSeedRow, "sealed">): string =>
  `florin-seed/${logId}/${row.owner}/${row.pair}/${row.commitment}`;

/** The seeds of future draws, written with the command that drew them. */
export const sealedSeeds: SideTable = {
  name: "sealed_seeds",
  columns: { commitment: "text", owner: "text", pair: "int", sealed: "text" } satisfies Record<
    keyof SealedSeedRow,
    string
  >,
};
