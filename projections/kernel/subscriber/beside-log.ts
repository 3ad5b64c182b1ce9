import type { TableNames } from "../projection.ts";

/** A table beside the log that questions join to read models. */
export interface BesideLog {
  readonly table: string;
  /** The columns that questions need, the key among them; absent for all. */
  readonly columns?: readonly string[];
}

/** Finds queries that name tables beside the log, whose rows no log position covers. */
export class BesideNames {
  readonly #pattern: RegExp;

  constructor(tables: readonly BesideLog[]) {
    this.#pattern = new RegExp(`\\b(?:${tables.map(({ table }) => table).join("|")})\\b`);
  }

  areIn(text: (table: TableNames) => string): boolean {
    return this.#pattern.test(text(() => "read_model"));
  }
}
