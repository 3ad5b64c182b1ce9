import { invariant } from "#domain/kernel/invariant.ts";
import type { Database, Row } from "#projections/kernel/sql.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";
import type { PlatformTokens, SignIn } from "#service/integrations/platform/sign-in/sign-in.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { tokenPlace } from "./identities.ts";

/** A token is no longer used this long before it expires, in milliseconds. */
export const TOKEN_MARGIN_MS = 60_000;
/** Lease for refreshing a player's tokens, in milliseconds: longer than the platform's timeout. */
export const REFRESH_LEASE_MS = 15_000;
/** Maximum checks for another process's refresh, and their interval in milliseconds. */
const LOOKS_MAX = 120;
const LOOK_EVERY_MS = 100;
const WHAT = "tokens of a player";

/** A player's usable access token, with their platform id. */
export interface PlayerTokens {
  readonly platformId: string;
  readonly accessToken: string;
}

interface TokensOptions {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly signIn: Pick<SignIn, "refresh"> | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

interface TokenRow extends Row {
  readonly platform_id: string;
  readonly access_token: string | null;
  readonly refresh_token: string | null;
  readonly token_expires_at: bigint | null;
}

/** Usable access tokens, with as few requests to the platform as possible. */
export class PlatformTokenStore {
  readonly #options: TokensOptions;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /**
   * A player's access token, refreshed first if old. A refresh token is valid once, so the process that takes the lease
   * on the player's row refreshes, and all others wait for the result.
   * @param refused an access token that the platform rejected, which counts as old
   * @throws PlatformTrouble `unauthorized` when the player must sign in again, `away` when the platform is unavailable
   */
  async of(playerId: string, refused?: string): Promise<PlayerTokens> {
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      const row = await this.#read(playerId);
      const accessToken = this.#opened(playerId, row.access_token);
      const endsAt = Number(row.token_expires_at ?? 0n);
      const isGood = accessToken !== null && accessToken !== refused;
      if (isGood && endsAt - TOKEN_MARGIN_MS > this.#options.now())
        return { platformId: row.platform_id, accessToken };
      const { refresh_token: sealed } = row;
      if (sealed === null || this.#options.signIn === null) throw new PlatformTrouble("unauthorized", WHAT);
      if (await this.#takeLease(playerId, sealed)) await this.#refresh(playerId, sealed);
      else await this.#options.sleep(LOOK_EVERY_MS);
    }
    throw new PlatformTrouble("away", WHAT);
  }

  async #read(playerId: string): Promise<TokenRow> {
    const [row] = await this.#options.db.run<TokenRow>({
      name: "platform_tokens",
      text: `select platform_id, access_token, refresh_token, token_expires_at from identities where player_id = $1`,
      values: [playerId],
    });
    if (row === undefined) throw new PlatformTrouble("unauthorized", WHAT);
    return row;
  }

  #opened(playerId: string, sealed: string | null): string | null {
    if (sealed === null) return null;
    const plain = this.#options.sealer.open(sealed, tokenPlace(playerId));
    invariant(plain !== null, `the tokens of ${playerId} open with one of the keys`);
    return Buffer.from(plain).toString("utf8");
  }

  /** Holds no lock during the refresh: a slow platform must not block a connection, of which PGlite has one. */
  async #takeLease(playerId: string, sealed: string): Promise<boolean> {
    const taken = await this.#options.db.query(
      `update identities set refreshing_until = clock_timestamp() + $3::int * interval '1 millisecond'
        where player_id = $1 and refresh_token = $2
          and (refreshing_until is null or refreshing_until < clock_timestamp())
        returning 1 as taken`,
      [playerId, sealed, REFRESH_LEASE_MS],
    );
    return taken.length === 1;
  }

  /** @throws PlatformTrouble `away` when the platform is unavailable */
  async #refresh(playerId: string, sealed: string): Promise<void> {
    const refreshed = await this.#options.signIn?.refresh(this.#opened(playerId, sealed) ?? "");
    if (refreshed?.ok === true) return this.#store(playerId, sealed, refreshed.tokens);
    const isRefused = refreshed?.trouble === "code_refused";
    await this.#store(playerId, sealed, isRefused ? null : "kept");
    if (!isRefused) throw new PlatformTrouble("away", WHAT);
  }

  /** Ends the lease. Newer tokens of a sign-in meanwhile stay. */
  async #store(playerId: string, sealed: string, tokens: PlatformTokens | null | "kept"): Promise<void> {
    const { db, sealer, now } = this.#options;
    const seal = (text: string | null) =>
      text === null ? null : sealer.seal(Buffer.from(text, "utf8"), tokenPlace(playerId));
    const ended = "refreshing_until = null where player_id = $1 and refresh_token = $2";
    if (tokens === "kept") return void (await db.query(`update identities set ${ended}`, [playerId, sealed]));
    await db.query(
      `update identities set access_token = $3, refresh_token = $4, token_expires_at = $5, updated_at = $6, ${ended}`,
      [
        playerId,
        sealed,
        seal(tokens?.accessToken ?? null),
        seal(tokens?.refreshToken ?? null),
        tokens?.expiresAt ?? null,
        now(),
      ],
    );
  }
}
