import { z } from "zod";
import {
  type GivenDetails,
  type PaymentMethodShown,
  problemOfDetails,
} from "#domain/features/payment-methods/contract.ts";
import { PAYMENT_METHODS_MAX, type PaymentMethod } from "#domain/features/payment-methods/rules.ts";
import { canonicalJson } from "#domain/kernel/json.ts";
import type { Database, Row, Sql } from "#projections/kernel/sql.ts";
import { HttpProblem, notFound, orNotFound } from "#service/http/problem.ts";
import { timeOrderedId } from "#service/ids.ts";
import type { Sealer } from "#service/keys/seal.ts";

/** The context that binds sealed details to their player. */
export const detailsPlace = (playerId: string): string => `florin-payment-method/${playerId}`;

const NOTHING = { paypalEmail: null, cashappTag: null, cryptoWallet: null, cryptoCurrency: null };
type Details = Pick<PaymentMethodShown, keyof typeof NOTHING>;
const storedDetails = z.record(z.string(), z.string());

interface MethodRow extends Row {
  readonly method_id: string;
  readonly method: PaymentMethod;
  readonly details: string | null;
  readonly is_default: boolean;
}

/** A method as requested. @property method fixed once added; a change ignores it */
interface Asked extends GivenDetails {
  readonly method: PaymentMethod;
  readonly isDefault?: boolean | undefined;
}

/** Changes of a player's method. */
interface Changes extends Omit<Asked, "method"> {
  readonly id: string;
}

interface Options {
  readonly db: Database;
  readonly sealer: Sealer;
  /** Milliseconds. */
  readonly now: () => number;
  /** The player's confirmed address; null for none. */
  readonly confirmed: (playerId: string) => Promise<string | null>;
}

/** How players pay and are paid: sealed, beside the log. */
export class PaymentMethods {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** A player's methods, the default first. */
  async of(playerId: string): Promise<PaymentMethodShown[]> {
    const { db, confirmed } = this.#options;
    const [rows, address] = await Promise.all([methodsOf(db, playerId), confirmed(playerId)]);
    return rows.map((row) => {
      const details: Details = { ...NOTHING, ...this.#opened(playerId, row.details) };
      return {
        id: row.method_id,
        method: row.method,
        isDefault: row.is_default,
        isVerified: address !== null && details.paypalEmail?.toLowerCase() === address.toLowerCase(),
        ...details,
      };
    });
  }

  /**
   * Adds a method, or finds an equal one, so that a repeated request adds nothing.
   * @throws HttpProblem 400 for details that do not fit the method, 409 at the maximum of methods
   */
  async add(tx: Sql, playerId: string, asked: Asked): Promise<{ readonly id: string }> {
    const details = detailsOf(asked);
    const rows = await lockedMethodsOf(tx, playerId);
    const same = rows.find((row) => row.method === asked.method && this.#isSame(playerId, row, details));
    const id = same?.method_id ?? timeOrderedId("pm", this.#options.now());
    if (same === undefined) await this.#insert(tx, { id, playerId, method: asked.method, details, rows });
    if (asked.isDefault === true) await makeDefault(tx, playerId, id);
    return { id };
  }

  /**
   * Demands room for methods, before the action that they come with.
   * @throws HttpProblem as `add`
   */
  async demandRoom(playerId: string, asked: readonly Asked[]): Promise<void> {
    if (asked.length === 0) return;
    const rows = await methodsOf(this.#options.db, playerId);
    const isKnown = (one: Asked): boolean => {
      const details = detailsOf(one);
      return rows.some((row) => row.method === one.method && this.#isSame(playerId, row, details));
    };
    demandRoomFor(rows.length + asked.filter((one) => !isKnown(one)).length);
  }

  /** @throws HttpProblem 404 for a method that is not the player's, 400 for details that do not fit it */
  async change(tx: Sql, playerId: string, { id, ...asked }: Changes): Promise<void> {
    const rows = await lockedMethodsOf(tx, playerId);
    const row = orNotFound(rows.find(({ method_id }) => method_id === id));
    const { isDefault, ...changes } = asked;
    const details = detailsOf({ method: row.method, ...this.#opened(playerId, row.details), ...changes });
    await tx.query("update payment_methods set details = $2 where method_id = $1", [
      id,
      this.#sealed(playerId, details),
    ]);
    if (isDefault === true) await makeDefault(tx, playerId, id);
  }

  /** A player's method as shown to them. @throws HttpProblem 404 */
  async one(playerId: string, id: string): Promise<PaymentMethodShown> {
    return orNotFound((await this.of(playerId)).find((method) => method.id === id));
  }

  async #insert(
    tx: Sql,
    one: {
      readonly id: string;
      readonly playerId: string;
      readonly method: PaymentMethod;
      readonly details: GivenDetails;
      readonly rows: readonly MethodRow[];
    },
  ): Promise<void> {
    demandRoomFor(one.rows.length + 1);
    await tx.query(
      `insert into payment_methods (method_id, player_id, method, details, is_default, created_at)
        values ($1, $2, $3, $4, $5, $6)`,
      [
        one.id,
        one.playerId,
        one.method,
        this.#sealed(one.playerId, one.details),
        one.rows.length === 0,
        this.#options.now(),
      ],
    );
  }

  #isSame(playerId: string, { details }: MethodRow, asked: GivenDetails): boolean {
    return canonicalJson(this.#opened(playerId, details)) === canonicalJson(asked as Record<string, string>);
  }

  #sealed(playerId: string, details: GivenDetails): string | null {
    const text = canonicalJson(details as Record<string, string>);
    if (text === "{}") return null;
    return this.#options.sealer.seal(Buffer.from(text, "utf8"), detailsPlace(playerId));
  }

  #opened(playerId: string, sealed: string | null): Record<string, string> {
    const plain = sealed === null ? null : this.#options.sealer.open(sealed, detailsPlace(playerId));
    return plain === null ? {} : storedDetails.parse(JSON.parse(Buffer.from(plain).toString("utf8")));
  }
}

/** Removes a method. @throws HttpProblem 404 for a method that is not the player's */
export async function removeMethod(tx: Sql, playerId: string, id: string): Promise<void> {
  const rows = await lockedMethodsOf(tx, playerId);
  const left = rows.filter(({ method_id }) => method_id !== id);
  if (left.length === rows.length) throw notFound();
  await tx.query("delete from payment_methods where method_id = $1", [id]);
  const [oldest] = left.toSorted((a, b) => (a.method_id < b.method_id ? -1 : 1));
  if (oldest !== undefined && left.every((row) => !row.is_default))
    await makeDefault(tx, playerId, oldest.method_id);
}

/** @throws HttpProblem 409 above the maximum of methods */
function demandRoomFor(methods: number): void {
  if (methods <= PAYMENT_METHODS_MAX) return;
  const detail = `You can keep at most ${PAYMENT_METHODS_MAX} payment methods. Remove one first.`;
  throw new HttpProblem(409, { code: "too_many_methods", detail });
}

/** The details of a request, without absent ones. @throws HttpProblem 400 */
function detailsOf({ method, isDefault: _, ...given }: Asked): GivenDetails {
  const problem = problemOfDetails(method, given);
  if (problem !== null) throw new HttpProblem(400, { code: "invalid_request", detail: problem });
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const methodsOf = (sql: Sql, playerId: string): Promise<readonly MethodRow[]> =>
  sql.query<MethodRow>(
    `select method_id, method, details, is_default from payment_methods where player_id = $1
      order by is_default desc, method_id desc limit ${PAYMENT_METHODS_MAX}`,
    [playerId],
  );

/** A player's methods. Changes of one player's methods wait for each other, across processes. */
async function lockedMethodsOf(tx: Sql, playerId: string): Promise<readonly MethodRow[]> {
  await tx.query("select 1 from identities where player_id = $1 for update", [playerId]);
  return methodsOf(tx, playerId);
}

async function makeDefault(tx: Sql, playerId: string, id: string): Promise<void> {
  // Two statements: the unique index would reject a second default even within one.
  await tx.query("update payment_methods set is_default = false where player_id = $1 and is_default", [
    playerId,
  ]);
  await tx.query("update payment_methods set is_default = true where method_id = $1", [id]);
}
