import type { Database, Row } from "#projections/kernel/sql.ts";
import type { Config } from "#service/config.ts";
import type { Caller, Callers } from "#service/http/access/caller.ts";
import type { SessionCookies } from "./session-token.ts";
import type { Session, Sessions } from "./sessions.ts";

interface SiteCallersOptions {
  readonly db: Database;
  readonly config: Pick<Config, "adminPlatformIds">;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

/** Identifies a request's caller by the session cookie. */
export class SiteCallers implements Callers {
  readonly #options: SiteCallersOptions;

  constructor(options: SiteCallersOptions) {
    this.#options = options;
  }

  get cookieName(): string {
    return this.#options.cookies.name;
  }

  known(cookies: string | undefined): Caller | null | undefined {
    const session = this.#options.sessions.known(this.#options.cookies.read(cookies));
    return session === undefined ? undefined : this.#callerOf(session);
  }

  remembered(cookies: string | undefined): Caller | null {
    return this.#callerOf(this.#options.sessions.remembered(this.#options.cookies.read(cookies)));
  }

  async find(cookies: string | undefined): Promise<Caller | null> {
    return this.#callerOf(await this.#options.sessions.find(this.#options.cookies.read(cookies)));
  }

  async freshAt({ session }: Caller): Promise<number | null> {
    const [row] = await this.#options.db.query<Row & { fresh_at: bigint | null }>(
      "select fresh_at from sessions where token_hash = $1",
      [session],
    );
    const freshAt = row?.fresh_at ?? null;
    return freshAt === null ? null : Number(freshAt);
  }

  #callerOf(session: Session | null): Caller | null {
    if (session === null) return null;
    const { playerId, platformId, hash } = session;
    return { playerId, session: hash, isListed: this.#options.config.adminPlatformIds.has(platformId) };
  }
}
