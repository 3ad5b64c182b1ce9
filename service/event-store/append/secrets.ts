import type { Sql } from "#projections/kernel/sql.ts";
import type { SideRow } from "./side-tables.ts";

/** Secrets by public keys. Loaded with the streams that name them, opened only while a command is decided. */
export interface SecretStore {
  /** Whether no load is needed: the secret is in memory, or known to be unavailable. */
  has(key: string): boolean;
  /** Loads secrets. An unavailable one fails the commands that ask for it, not those loaded with them. */
  load(keys: readonly string[], sql: Pick<Sql, "run">): Promise<void>;
  /** The secrets that the commands of an owner may open and draw. */
  forCommand(owner: string): CommandSecrets;
}

/** The secrets of one command. Its draws stay the same however often it is decided. */
export interface CommandSecrets {
  /** Forgets which draws the last run of the decision used; the draws themselves stay. */
  begin(): void;
  /** The rows to write if this run of the decision is accepted. */
  readonly used: readonly SideRow[];
}
