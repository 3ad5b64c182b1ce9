import { TOTP } from "#domain/features/second-factors/rules.ts";
import { arrayLiteral, type Row, type Sql } from "#projections/kernel/sql.ts";
import type { SideRow, SideTable } from "#service/event-store/append/side-tables.ts";
import { STEP_UP_MS } from "#service/http/access/access.ts";
import type { Caller } from "#service/http/access/caller.ts";

/** The row of a second factor, written in the batch of the event that adds it. */
export interface FactorRow {
  readonly id: string;
  readonly player_id: string;
  readonly name: string;
  readonly credential_id: string | null;
  readonly material: string;
  readonly counter: number;
  readonly aaguid: string | null;
  readonly transports: string | null;
  readonly is_synced: boolean;
  readonly created_at: number;
}

/** Second factors, kept beside the log and written with the events that add them. */
export const factorTable: SideTable = {
  name: "second_factors",
  columns: {
    id: "text",
    player_id: "text",
    name: "text",
    credential_id: "text",
    material: "text",
    counter: "bigint",
    aaguid: "text",
    transports: "text",
    is_synced: "boolean",
    created_at: "bigint",
  } satisfies Record<keyof FactorRow, string>,
};

/** A factor's row, for the batch of the event that adds it. */
export const factorSideRow = (row: FactorRow): SideRow => ({ table: factorTable, row });

/** A stored factor. */
export interface KeptFactor
  extends Row,
    Pick<FactorRow, "id" | "name" | "credential_id" | "material" | "transports" | "is_synced"> {
  readonly counter: bigint;
  readonly created_at: bigint;
  readonly last_used_at: bigint | null;
}

const COLUMNS = "id, name, credential_id, material, counter, transports, is_synced, created_at, last_used_at";

/** Players' factors, and the sessions confirmed recently. */
export class FactorRows {
  readonly #db: Sql;

  constructor(db: Sql) {
    this.#db = db;
  }

  /** Whether the caller has a factor, and when it last confirmed this session, in milliseconds. */
  async confirmationOf({ playerId, session }: Pick<Caller, "playerId" | "session">): Promise<{
    readonly hasFactor: boolean;
    readonly steppedUpAt: number | null;
  }> {
    const [row] = await this.#db.query<Row & { has_factor: boolean; at: bigint | null }>(
      `select exists (select from second_factors where player_id = $1) as has_factor,
        (select at from step_ups where session = $2) as at`,
      [playerId, session],
    );
    const at = row?.at ?? null;
    return { hasFactor: row?.has_factor ?? false, steppedUpAt: at === null ? null : Number(at) };
  }

  /** A player's factors, the oldest first. */
  of(playerId: string): Promise<readonly KeptFactor[]> {
    return this.#db.query<KeptFactor>(
      `select ${COLUMNS} from second_factors where player_id = $1 order by created_at, id`,
      [playerId],
    );
  }

  async totpOf(playerId: string): Promise<KeptFactor | null> {
    return (await this.of(playerId)).find(({ id }) => id === TOTP) ?? null;
  }

  async isKnown(credentialId: string): Promise<boolean> {
    const rows = await this.#db.query("select 1 from second_factors where credential_id = $1", [
      credentialId,
    ]);
    return rows.length > 0;
  }

  /**
   * Records a use of a factor, whose counter must grow; synced passkeys always have 0.
   * @returns false if it did not grow
   */
  async used(
    playerId: string,
    id: string,
    { counter, at }: { readonly counter: number; readonly at: number },
  ) {
    const rows = await this.#db.query(
      `update second_factors set counter = $3, last_used_at = $4
        where player_id = $1 and id = $2 and (counter < $3::bigint or (counter = 0 and $3::bigint = 0)) returning id`,
      [playerId, id, counter, at],
    );
    return rows.length === 1;
  }

  /** Confirms a session for sensitive calls. @returns until when, in milliseconds */
  async steppedUp(session: string, at: number): Promise<number> {
    await this.#db.query(
      "insert into step_ups (session, at) values ($1, $2) on conflict (session) do update set at = excluded.at",
      [session, at],
    );
    return at + STEP_UP_MS;
  }

  /** Deletes these factors of a player, but no newer one of the same id. Once none is left, recovery codes go too. */
  async remove(playerId: string, factors: readonly Pick<KeptFactor, "id" | "created_at">[]): Promise<void> {
    await this.#db.query(
      `delete from second_factors f using unnest($2::text[], $3::bigint[]) as gone(id, created_at)
        where f.player_id = $1 and f.id = gone.id and f.created_at = gone.created_at`,
      [
        playerId,
        arrayLiteral(factors.map(({ id }) => id)),
        arrayLiteral(factors.map(({ created_at: at }) => at)),
      ],
    );
    await this.#db.query(
      `delete from recovery_codes where player_id = $1
        and not exists (select from second_factors where player_id = $1)`,
      [playerId],
    );
  }
}
