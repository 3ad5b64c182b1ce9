import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Email } from "#domain/features/mail/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { DAY_MS, HOUR_MS } from "#domain/kernel/time.ts";
import type { Database, Row, Sql } from "#projections/kernel/sql.ts";
import { HttpProblem, tooMany } from "#service/http/problem.ts";
import { putLooseMail } from "#service/integrations/mail/outbox.ts";
import type { Sealer, SealKey } from "#service/keys/seal.ts";

/** How long a link that confirms an address is valid. */
export const CONFIRM_WITHIN_MS = 24 * HOUR_MS;
const TOKEN_BYTES = 32;
/** Maximum links a player, and an address, gets within a day. */
const CONFIRMATIONS_DAY_MAX = 5;
const ADDRESS_DAY_MAX = 3;

/** The kind of mails about addresses, which have no event. */
export const CONFIRM_KIND = "confirm-address";
export const CHANGED_KIND = "address-changed";

/** The context that binds a sealed address, or a mail's sealed content, to its player. */
export const addressPlace = (playerId: string): string => `florin-email-address/${playerId}`;

interface AddressRow extends Row {
  readonly platform_id: string;
  readonly address: string | null;
  readonly bounced_at: bigint | null;
  readonly token_hash: Uint8Array | null;
  readonly asked: string | null;
  readonly asked_hash: Uint8Array | null;
  readonly expires_at: bigint | null;
}

interface AddressesOptions {
  readonly db: Database;
  readonly sealer: Sealer;
  /** The key for counting addresses. */
  readonly countKey: SealKey;
  /** Addresses confirmed without a mail, by the platform's account; for the demo's personas. */
  readonly known: ReadonlyMap<string, string>;
  readonly now: () => number;
}

/** The content of a mail with a confirmation link. */
interface ConfirmContent {
  readonly to: string;
  readonly token: string;
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token, "utf8").digest();
const sameBytes = (a: Uint8Array | null, b: Uint8Array): boolean => a !== null && Buffer.compare(a, b) === 0;

/** Host names ignore case; the part before the @ may not. */
function normalized(email: string): string {
  const at = email.lastIndexOf("@");
  return email.slice(0, at) + email.slice(at).toLowerCase();
}

/** The mail addresses of players. An address counts once its owner has opened the link sent to it. */
export class Addresses {
  readonly #options: AddressesOptions;

  constructor(options: AddressesOptions) {
    this.#options = options;
  }

  /** A player's confirmed address; null for none. */
  async of(playerId: string): Promise<string | null> {
    return this.#confirmed(playerId, await this.#row(this.#options.db, playerId));
  }

  /** A player's address as shown to them. */
  async shown(playerId: string): Promise<Email> {
    return this.#shown(playerId, await this.#row(this.#options.db, playerId));
  }

  /**
   * Takes an address to confirm, and mails a link to it. Only the newest link is valid.
   * @throws HttpProblem 429 when too many links were sent
   */
  async ask(tx: Sql, playerId: string, email: string): Promise<void> {
    const address = normalized(email);
    await tx.query("select 1 from identities where player_id = $1 for update", [playerId]);
    const confirmed = this.#confirmed(playerId, await this.#row(tx, playerId));
    await tx.query("delete from email_confirmations where player_id = $1", [playerId]);
    if (confirmed !== address) await this.#sendLink(tx, playerId, address);
  }

  /**
   * Confirms the address that a token was sent to. Repeating changes nothing.
   * @throws HttpProblem 409 for an expired, replaced, invalid or another player's token
   */
  async confirm(tx: Sql, playerId: string, token: string): Promise<void> {
    const hash = hashOf(token);
    await tx.query("select 1 from identities where player_id = $1 for update", [playerId]);
    const row = await this.#row(tx, playerId);
    if (sameBytes(row?.token_hash ?? null, hash)) return;
    const isInTime = Number(row?.expires_at ?? 0n) > this.#options.now();
    if (!isInTime || !sameBytes(row?.asked_hash ?? null, hash)) {
      const detail = "This link no longer works. Request a new one in your settings.";
      throw new HttpProblem(409, { code: "email_token_invalid", detail });
    }
    await this.#take(tx, playerId, { row, hash });
  }

  /** Records that an address was refused permanently, if it is still the player's. */
  async bounced(playerId: string, address: string): Promise<void> {
    if ((await this.of(playerId)) !== address) return;
    const { db, now } = this.#options;
    await db.query("update email_addresses set bounced_at = $2 where player_id = $1", [playerId, now()]);
  }

  /** Lets a refused address count again. The caller knows that its server accepts mail now. */
  async trust(tx: Sql, playerId: string): Promise<void> {
    await tx.query("update email_addresses set bounced_at = null where player_id = $1", [playerId]);
  }

  /** The content of a mail without an event; null if outdated. */
  async contentOf(playerId: string, content: string | null): Promise<ConfirmContent | null> {
    if (content === null) return null;
    const read = JSON.parse(this.#opened(playerId, content)) as ConfirmContent;
    if (read.token === "") return read;
    const row = await this.#row(this.#options.db, playerId);
    return sameBytes(row?.asked_hash ?? null, hashOf(read.token)) ? read : null;
  }

  async #sendLink(tx: Sql, playerId: string, address: string): Promise<void> {
    const { now, countKey } = this.#options;
    const at = now();
    const addressKey = createHmac("sha256", countKey.bytes)
      .update(addressPlace(address.toLowerCase()))
      .digest();
    await demandFew(tx, { playerId, addressKey, since: at - DAY_MS });
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    await tx.query(
      "insert into email_confirmations (player_id, address, token_hash, expires_at) values ($1, $2, $3, $4)",
      [playerId, this.#sealed(playerId, address), hashOf(token), at + CONFIRM_WITHIN_MS],
    );
    const content = this.#sealed(playerId, JSON.stringify({ to: address, token } satisfies ConfirmContent));
    await putLooseMail(tx, { kind: CONFIRM_KIND, playerId, content, addressKey, at });
  }

  /** Makes the requested address the player's, and notifies the previous one. */
  async #take(
    tx: Sql,
    playerId: string,
    { row, hash }: { readonly row: AddressRow | null; readonly hash: Uint8Array },
  ): Promise<void> {
    const at = this.#options.now();
    const before = this.#confirmed(playerId, row);
    await tx.query(
      `insert into email_addresses (player_id, address, token_hash, verified_at) values ($1, $2, $3, $4)
        on conflict (player_id) do update set address = excluded.address, token_hash = excluded.token_hash,
          verified_at = excluded.verified_at, bounced_at = null`,
      [playerId, row?.asked ?? null, hash, at],
    );
    await tx.query("delete from email_confirmations where player_id = $1", [playerId]);
    if (before === null) return;
    const content = this.#sealed(
      playerId,
      JSON.stringify({ to: before, token: "" } satisfies ConfirmContent),
    );
    await putLooseMail(tx, { kind: CHANGED_KIND, playerId, content, at });
  }

  async #row(sql: Sql, playerId: string): Promise<AddressRow | null> {
    const [row] = await sql.query<AddressRow>(
      `select i.platform_id, a.address, a.bounced_at, a.token_hash, c.address as asked, c.token_hash as asked_hash, c.expires_at
        from identities i
          left join email_addresses a on a.player_id = i.player_id
          left join email_confirmations c on c.player_id = i.player_id
        where i.player_id = $1`,
      [playerId],
    );
    return row ?? null;
  }

  #shown(playerId: string, row: AddressRow | null): Email {
    const deliversTo = this.#confirmed(playerId, row);
    const isAsked = row !== null && row.asked !== null && Number(row.expires_at ?? 0n) > this.#options.now();
    if (isAsked)
      return {
        email: this.#opened(playerId, row.asked ?? ""),
        isVerified: false,
        isRefused: false,
        deliversTo,
      };
    if (deliversTo !== null) return { email: deliversTo, isVerified: true, isRefused: false, deliversTo };
    const refused = row?.address ?? null;
    return {
      email: refused === null ? null : this.#opened(playerId, refused),
      isVerified: false,
      isRefused: refused !== null,
      deliversTo,
    };
  }

  #confirmed(playerId: string, row: AddressRow | null): string | null {
    if (row === null) return null;
    if (row.address === null) return this.#options.known.get(row.platform_id) ?? null;
    return row.bounced_at === null ? this.#opened(playerId, row.address) : null;
  }

  #sealed(playerId: string, text: string): string {
    return this.#options.sealer.seal(Buffer.from(text, "utf8"), addressPlace(playerId));
  }

  #opened(playerId: string, sealed: string): string {
    const plain = this.#options.sealer.open(sealed, addressPlace(playerId));
    invariant(plain !== null, `the address of ${playerId} opens with one of the keys`);
    return Buffer.from(plain).toString("utf8");
  }
}

/** @throws HttpProblem 429 when a player or an address was sent the day's maximum of links */
async function demandFew(
  tx: Sql,
  {
    playerId,
    addressKey,
    since,
  }: { readonly playerId: string; readonly addressKey: Uint8Array; readonly since: number },
): Promise<void> {
  const [sent] = await tx.query<Row & { by_player: bigint; to_address: bigint }>(
    `select count(*) filter (where player_id = $1) as by_player, count(*) filter (where address_key = $2) as to_address
      from mails where kind = '${CONFIRM_KIND}' and created_at > $3 and (player_id = $1 or address_key = $2)`,
    [playerId, addressKey, since],
  );
  if (Number(sent?.by_player ?? 0) < CONFIRMATIONS_DAY_MAX && Number(sent?.to_address ?? 0) < ADDRESS_DAY_MAX)
    return;
  throw tooMany("Too many links were sent today. Use the newest one, or try again tomorrow.", DAY_MS / 1_000);
}
