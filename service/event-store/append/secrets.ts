import type { Sql } from "#projections/kernel/sql.ts";
import type { SideRow } from "./side-tables.ts";

/**
 * Secrets that decisions use, each under a key that anybody may know. They are loaded with the streams that name them
 * (`StreamKind.secrets`), and opened only while a command is decided.
 */
export interface SecretStore {
  /** Whether nothing has to be loaded for a secret: it is in memory, or known not to be had. */
  has(key: string): boolean;
  /** Loads secrets. One that cannot be had fails the commands that ask for it, and not those loaded with them. */
  load(keys: readonly string[], sql: Pick<Sql, "run">): Promise<void>;
  /** What the commands of an owner may open and draw. */
  forCommand(owner: string): CommandSecrets;
}

/**
 * The secrets of one command; the feature that keeps them gives decisions a typed way to open them. What is drawn for a
 * command stays the same however often it is decided.
 */
export interface CommandSecrets {
  /** Forgets which draws the last run of the decision used; the draws themselves stay. */
  begin(): void;
  /** The rows to write if this run of the decision is accepted. */
  readonly used: readonly SideRow[];
}
