import { arrayLiteral, type Database, type Row, type Sql, type SqlValue } from "#projections/kernel/sql.ts";
import { Gathered } from "#service/db/gathered.ts";
import { UNKNOWN_CLIENT } from "#service/features/players/sign-in/client-name.ts";
import { timeOrderedId } from "#service/ids.ts";
import {
  hashSessionToken,
  newSessionToken,
  SESSION_ABSOLUTE_MS,
  SESSION_IDLE_MS,
  sessionState,
} from "./session-token.ts";

export interface Session {
  readonly hash: string;
  readonly playerId: string;
  readonly platformId: string;
}

interface Cached {
  readonly session: Session | null;
  readonly createdAt: number;
  lastSeenAt: number;
  checkedAt: number;
}

/** How long a session is trusted before the database is asked again; a revocation takes effect within it. */
export const SESSION_TRUST_MS = 5_000;
/** Minimum interval at which a session's last use is recorded. */
export const SESSION_SEEN_EVERY_MS = 60_000;
/** Age from which a session joins the next query, so that look-ups are shared. */
export const SESSION_DUE_MS = SESSION_TRUST_MS / 2;
/** Maximum sessions that one query looks up early. */
const DUE_MAX = 500;
const CACHE_MAX = 50_000;
/** Maximum sessions of a player; one more ends the least recently used. */
export const SESSIONS_PER_PLAYER_MAX = 50;

/** How a session begins. */
export interface Beginning {
  /** The player's last fresh sign-in; null for none. Milliseconds since 1970. */
  readonly freshAt?: number | null;
  /** The name of the client program. */
  readonly client?: string;
  /** The player's previous sign-in, in milliseconds since 1970. */
  readonly previousAt?: number | null;
}

/** A session as shown to its player; times in milliseconds since 1970. */
export interface OwnSession {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly client: string;
  readonly isCurrent: boolean;
}

interface SessionRow extends Row {
  readonly id: string;
  readonly token_hash: string;
  readonly created_at: bigint;
  readonly last_seen_at: bigint;
  readonly client: string;
}

interface FoundSession extends Row {
  readonly token_hash: string;
  readonly player_id: string;
  readonly platform_id: string;
  readonly created_at: bigint;
  readonly last_seen_at: bigint;
}

/** Sessions: opaque tokens, stored hashed, revocable. */
export class Sessions {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #cache = new Map<string, Cached>();
  /** Sessions in use that are due for a look-up, by hash. */
  readonly #due = new Map<string, Cached>();
  readonly #onEnd: (hash: string) => void;
  readonly #rows: Gathered<FoundSession>;

  /** @param onEnd called for each session ended in this process, before the caller is answered */
  constructor(db: Database, now: () => number, onEnd: (hash: string) => void = () => {}) {
    this.#db = db;
    this.#now = now;
    this.#onEnd = onEnd;
    this.#rows = new Gathered((hashes) => this.#look(hashes));
  }

  /** Begins a session. @returns the token, which is not stored */
  async begin(
    playerId: string,
    { freshAt = null, client = UNKNOWN_CLIENT, previousAt = null }: Beginning = {},
  ): Promise<string> {
    const token = newSessionToken();
    const now = this.#now();
    await this.#db.query(
      `insert into sessions (token_hash, id, player_id, created_at, last_seen_at, fresh_at, client, previous_at)
        values ($1, $2, $3, $4, $4, $5, $6, $7)`,
      [
        hashSessionToken(token),
        timeOrderedId("s", now),
        playerId,
        now,
        freshAt === null ? null : Math.min(now, freshAt),
        client,
        previousAt,
      ],
    );
    await this.#delete(
      `token_hash in (select token_hash from sessions where player_id = $1
        order by last_seen_at desc, created_at desc, id desc offset ${SESSIONS_PER_PLAYER_MAX})`,
      [playerId],
    );
    return token;
  }

  /** A player's valid sessions, last used first. @param current the hash of the caller's */
  async of(playerId: string, current: string): Promise<readonly OwnSession[]> {
    const rows = await this.#db.query<SessionRow>(
      `select id, token_hash, created_at, last_seen_at, client from sessions where player_id = $1
        order by last_seen_at desc, created_at desc, id desc limit ${SESSIONS_PER_PLAYER_MAX}`,
      [playerId],
    );
    const now = this.#now();
    return rows
      .map((row) => ({
        id: row.id,
        createdAt: Number(row.created_at),
        lastSeenAt: Number(row.last_seen_at),
        client: row.client,
        isCurrent: row.token_hash === current,
      }))
      .filter((session) => sessionState(session, now) === "live");
  }

  /** The player's sign-in before a session began, in milliseconds; null for none. */
  async previousSignIn(hash: string): Promise<number | null> {
    const [row] = await this.#db.query<Row & { previous_at: bigint | null }>(
      "select previous_at from sessions where token_hash = $1",
      [hash],
    );
    const at = row?.previous_at ?? null;
    return at === null ? null : Number(at);
  }

  /**
   * Deletes a player's session in a transaction, or all but one of them, or all; `ended` has to follow its commit.
   * @param which the one to delete, or the hash of the one to keep; without it, all
   * @returns the hashes of the deleted ones
   */
  deleteIn(
    tx: Sql,
    playerId: string,
    which?: { readonly id: string } | { readonly kept: string },
  ): Promise<readonly string[]> {
    if (which === undefined) return deleted(tx, "player_id = $1", [playerId]);
    if ("id" in which) return deleted(tx, "player_id = $1 and id = $2", [playerId, which.id]);
    return deleted(tx, "player_id = $1 and token_hash <> $2", [playerId, which.kept]);
  }

  /** Ends deleted sessions at once in this process; in others they end within `SESSION_TRUST_MS`. */
  ended(hashes: readonly string[]): void {
    for (const hash of hashes) this.#over(hash);
  }

  /** Ends all sessions of a player. @returns how many ended */
  endAll(playerId: string): Promise<number> {
    return this.#delete("player_id = $1", [playerId]);
  }

  /** Ends every session. @returns how many ended */
  endEverybodys(): Promise<number> {
    return this.#delete("true", []);
  }

  /** Deletes expired sessions, up to a maximum. @returns how many */
  deleteExpired(max: number): Promise<number> {
    const now = this.#now();
    return this.#delete(
      `token_hash in (select token_hash from sessions
        where last_seen_at <= $1::bigint or created_at <= $2::bigint limit $3::int)`,
      [now - SESSION_IDLE_MS, now - SESSION_ABSOLUTE_MS, max],
    );
  }

  /** Ends the sessions that match a condition, at once in this process, and within `SESSION_TRUST_MS` in others. */
  async #delete(condition: string, values: readonly SqlValue[]): Promise<number> {
    const hashes = await deleted(this.#db, condition, values);
    this.ended(hashes);
    return hashes.length;
  }

  /** Remembers a session as over, so that a query under way cannot bring it back. */
  #over(hash: string): void {
    const now = this.#now();
    this.#keep(hash, { session: null, createdAt: 0, lastSeenAt: now, checkedAt: now });
    this.#onEnd(hash);
  }

  /** The session of a token as known here: null for none, undefined if `find` must ask the database. */
  known(token: string | null): Session | null | undefined {
    const hash = hashSessionToken(token);
    if (hash === null) return null;
    const cached = this.#cache.get(hash);
    const now = this.#now();
    if (cached === undefined || now - cached.checkedAt >= SESSION_TRUST_MS) return undefined;
    if (cached.session === null || sessionState(cached, now) === "expired") return null;
    if (now - cached.checkedAt >= SESSION_DUE_MS && this.#due.size < DUE_MAX) this.#due.set(hash, cached);
    return now - cached.lastSeenAt >= SESSION_SEEN_EVERY_MS ? undefined : cached.session;
  }

  /** The session of a token at its last look-up here, however old; null for none. */
  remembered(token: string | null): Session | null {
    const hash = hashSessionToken(token);
    return hash === null ? null : (this.#cache.get(hash)?.session ?? null);
  }

  /** The session of a token; null if unknown, expired or revoked. */
  async find(token: string | null): Promise<Session | null> {
    const hash = hashSessionToken(token);
    if (hash === null) return null;
    const now = this.#now();
    let cached = this.#cache.get(hash);
    if (cached === undefined || now - cached.checkedAt >= SESSION_TRUST_MS) {
      const before = cached;
      const read = await this.#read(hash, now);
      cached = newerOf(this.#cache.get(hash), { before, read });
      this.#keep(hash, cached);
    }
    if (cached.session === null || sessionState(cached, now) === "expired") return null;
    if (now - cached.lastSeenAt >= SESSION_SEEN_EVERY_MS) await this.#seen(hash, cached);
    return cached.session;
  }

  /** Ends a session at once in this process, and within `SESSION_TRUST_MS` in others. */
  async end(token: string | null): Promise<void> {
    const hash = hashSessionToken(token);
    if (hash === null) return;
    this.#over(hash);
    // Again after the deletion: meanwhile a look-up may have cached it.
    await this.#delete("token_hash = $1", [hash]);
  }

  /** Which of these sessions have ended, been revoked or expired, by the database. */
  async over(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const now = this.#now();
    const rows = await this.#db.run<Row & { token_hash: string; created_at: bigint; last_seen_at: bigint }>({
      name: "open_sessions",
      text: "select token_hash, created_at, last_seen_at from sessions where token_hash = any ($1::text[])",
      values: [arrayLiteral(hashes)],
    });
    const over = new Set(hashes);
    for (const { token_hash: hash, created_at, last_seen_at } of rows) {
      const times = { createdAt: Number(created_at), lastSeenAt: Number(last_seen_at) };
      if (sessionState(times, now) === "live") over.delete(hash);
    }
    return over;
  }

  async #read(hash: string, now: number): Promise<Cached> {
    return cachedOf(hash, await this.#rows.find(hash), now);
  }

  /** Looks up sessions, together with those that are due. */
  async #look(hashes: readonly string[]): Promise<ReadonlyMap<string, FoundSession>> {
    const now = this.#now();
    const due = [...this.#due];
    this.#due.clear();
    const found = await this.#ask([...new Set([...hashes, ...due.map(([hash]) => hash)])]);
    for (const [hash, before] of due) {
      // It may have been ended or looked up meanwhile.
      if (this.#cache.get(hash) === before) this.#keep(hash, cachedOf(hash, found.get(hash), now));
    }
    return found;
  }

  async #ask(hashes: readonly string[]): Promise<ReadonlyMap<string, FoundSession>> {
    const rows = await this.#db.run<FoundSession>({
      name: "find_sessions",
      text: `select s.token_hash, s.player_id, i.platform_id, s.created_at, s.last_seen_at
        from sessions s join identities i using (player_id) where s.token_hash = any ($1::text[])`,
      values: [arrayLiteral(hashes)],
    });
    return new Map(rows.map((row) => [row.token_hash, row]));
  }

  #keep(hash: string, cached: Cached): void {
    this.#cache.delete(hash);
    this.#cache.set(hash, cached);
    if (this.#cache.size <= CACHE_MAX) return;
    for (const oldest of this.#cache.keys()) {
      this.#cache.delete(oldest);
      return;
    }
  }

  async #seen(hash: string, cached: Cached): Promise<void> {
    cached.lastSeenAt = this.#now();
    await this.#db.query("update sessions set last_seen_at = $2 where token_hash = $1", [
      hash,
      cached.lastSeenAt,
    ]);
  }
}

/** Deletes the sessions that match a condition. @returns their hashes */
async function deleted(sql: Sql, condition: string, values: readonly SqlValue[]): Promise<readonly string[]> {
  const rows = await sql.query<Row & { token_hash: string }>(
    `delete from sessions where ${condition} returning token_hash`,
    values,
  );
  return rows.map(({ token_hash }) => token_hash);
}

/** The cache entry of a look-up, whether found or not. @param now when the query began, in milliseconds */
function cachedOf(hash: string, row: FoundSession | undefined, now: number): Cached {
  if (row === undefined) return { session: null, createdAt: 0, lastSeenAt: now, checkedAt: now };
  return {
    session: { hash, playerId: row.player_id, platformId: row.platform_id },
    createdAt: Number(row.created_at),
    lastSeenAt: Number(row.last_seen_at),
    checkedAt: now,
  };
}

/**
 * The valid one of the cached and the newly read session. A session may have been ended while it was read, or a later
 * query may have returned first.
 * @param before what was cached when the query began
 */
function newerOf(
  meanwhile: Cached | undefined,
  { before, read }: { readonly before: Cached | undefined; readonly read: Cached },
): Cached {
  if (meanwhile === undefined || meanwhile === before) return read;
  const isLater = read.session !== null && meanwhile.checkedAt > read.checkedAt;
  return meanwhile.session === null || isLater ? meanwhile : read;
}
