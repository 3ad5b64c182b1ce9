import type { CashoutRow } from "#projections/features/cashouts/cashout-list.ts";
import type { Database, Row } from "#projections/kernel/sql.ts";
import { timeOrderedId } from "#service/ids.ts";
import type { Sealer } from "#service/keys/seal.ts";

/** How many of a player's newest addresses a new one is compared with; older ones count as new again. */
const COMPARED_MAX = 50;

/** The context that binds a sealed address to its player. */
export const targetPlace = (playerId: string): string => `florin-cashout-address/${playerId}`;

interface TargetRow extends Row {
  readonly target_id: string;
  readonly address: string;
}

/** The address of a cash-out that is not yet in the log. */
interface NewTarget {
  readonly cashoutId: string;
  readonly playerId: string;
  readonly email: string;
}

/** Payout addresses, sealed beside the log, which names each by an id. */
export class Targets {
  readonly #db: Database;
  readonly #sealer: Sealer;
  readonly #now: () => number;

  constructor(db: Database, sealer: Sealer, now: () => number) {
    this.#db = db;
    this.#sealer = sealer;
    this.#now = now;
  }

  /** Stores the address of a cash-out. @returns its id: the same for an address that the player used before */
  async keep({ cashoutId, playerId, email }: NewTarget): Promise<string> {
    const known = await this.#db.query<TargetRow>(
      `select distinct on (target_id) target_id, address from cashout_targets where player_id = $1
        order by target_id desc, cashout_id desc limit ${COMPARED_MAX}`,
      [playerId],
    );
    const same = known.find(({ address }) => isSame(this.#opened(playerId, address), email));
    const targetId = same?.target_id ?? timeOrderedId("ct", this.#now());
    const sealed = this.#sealer.seal(Buffer.from(email, "utf8"), targetPlace(playerId));
    await this.#db.query(
      "insert into cashout_targets (cashout_id, player_id, target_id, address) values ($1, $2, $3, $4)",
      [cashoutId, playerId, targetId, sealed],
    );
    return targetId;
  }

  /** Deletes the address of a refused cash-out. */
  async drop(cashoutId: string): Promise<void> {
    await this.#db.query("delete from cashout_targets where cashout_id = $1", [cashoutId]);
  }

  /** The address of a cash-out; empty once it was erased. */
  addressOf({ player_id: playerId, sealed }: Pick<CashoutRow, "player_id" | "sealed">): string {
    return sealed === null ? "" : (this.#opened(playerId, sealed) ?? "");
  }

  #opened(playerId: string, sealed: string): string | null {
    const plain = this.#sealer.open(sealed, targetPlace(playerId));
    return plain === null ? null : Buffer.from(plain).toString("utf8");
  }
}

/** PayPal ignores case. */
const isSame = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();
