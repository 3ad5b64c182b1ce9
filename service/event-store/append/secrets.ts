import type { Sql } from "#projections/kernel/sql.ts";
import type { SideRow } from "./side-tables.ts";

/** Secrets by public keys. Loaded with the streams that name them, opened only while a command is decided. */
export interface SecretStore {
  /** Whether nothing has to be loaded for a secret: it is in memory, or known not to be had. */
  has(key: string): boolean;
  /** Loads secrets. One that cannot be had fails the commands that ask for it, and not those loaded with them. */
  load(keys: readonly string[], sql: Pick<Sql, "run">): Promise<void>;
  /** What the commands of an owner may open and draw. */
  forCommand(owner: string): CommandSecrets;
}

/** The secrets of one command. What is drawn stays the same however often the command is decided. */
export interface CommandSecrets {
  /** Forgets which draws the last run of the decision used; the draws themselves stay. */
  begin(): void;
  /** The rows to write if this run of the decision is accepted. */
  readonly used: readonly SideRow[];
}
