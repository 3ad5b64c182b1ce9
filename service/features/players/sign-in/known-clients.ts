import { createHmac, randomBytes } from "node:crypto";
import { arrayLiteral, type Database, type Row } from "#projections/kernel/sql.ts";
import type { SealKey } from "#service/keys/seal.ts";

/** Maximum marks of a player; the newest are kept. */
const MARKS_MAX = 100;
const TOKEN_BYTES = 16;

/** The client of a sign-in. */
export interface MetClient {
  /** The browser's token from any player's earlier sign-in; null for none. */
  readonly token: string | null;
  /** The program's name, and its network. */
  readonly program: string;
  readonly network: string;
}

/** How well a player's client is known. */
export interface Meeting {
  /** Whether the player has signed in before, but never with this browser, or with such a program from this network. */
  readonly isNew: boolean;
  /** The player's last sign-in, in milliseconds; null for none. */
  readonly previousAt: number | null;
}

/** A new token for a browser. */
export const newClientToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** Players' known clients, so that sign-ins from new ones are notified. */
export class KnownClients {
  readonly #db: Database;
  readonly #key: SealKey;

  constructor(db: Database, key: SealKey) {
    this.#db = db;
    this.#key = key;
  }

  /** Checks whether a client is known. Changes nothing. */
  async meet(playerId: string, client: MetClient): Promise<Meeting> {
    const [row] = await this.#db.query<Row & { last: bigint | null; known: boolean | null }>(
      "select max(at) as last, bool_or(mark = any ($2::text[])) as known from known_clients where player_id = $1",
      [playerId, arrayLiteral(this.#marks(playerId, client))],
    );
    const last = row?.last ?? null;
    return { isNew: last !== null && row?.known !== true, previousAt: last === null ? null : Number(last) };
  }

  /** Records a client as known. */
  async keep(playerId: string, client: MetClient, at: number): Promise<void> {
    await this.#db.query(
      `insert into known_clients (player_id, mark, at) select $1, unnest($2::text[]), $3::bigint
        on conflict (player_id, mark) do update set at = excluded.at`,
      [playerId, arrayLiteral(this.#marks(playerId, client)), at],
    );
    await this.#db.query(
      `delete from known_clients where player_id = $1 and mark in (select mark from known_clients
        where player_id = $1 order by at desc, mark offset ${MARKS_MAX})`,
      [playerId],
    );
  }

  #marks(playerId: string, { token, program, network }: MetClient): string[] {
    const marks = [JSON.stringify(["place", playerId, program, network])];
    if (token !== null) marks.push(JSON.stringify(["token", playerId, token]));
    return marks.map((mark) => createHmac("sha256", this.#key.bytes).update(mark).digest("hex"));
  }
}
