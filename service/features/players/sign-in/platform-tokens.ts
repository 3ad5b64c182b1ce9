import { invariant } from "#domain/kernel/invariant.ts";
import type { Database, Row } from "#projections/kernel/sql.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";
import type { PlatformTokens, SignIn } from "#service/integrations/platform/sign-in/sign-in.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { tokenPlace } from "./identities.ts";

/** A token that ends within this time is not used any more, in milliseconds. */
export const TOKEN_MARGIN_MS = 60_000;
/** Lease for refreshing a player's tokens, in milliseconds: longer than the platform may take. */
export const REFRESH_LEASE_MS = 15_000;
/** How often, and how long apart in milliseconds, one looks whether another has refreshed them. */
const LOOKS_MAX = 120;
const LOOK_EVERY_MS = 100;
const WHAT = "tokens of a player";

/** The platform's tokens of the players, which are kept sealed. */
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

/** Gives usable access tokens, with as few requests to the platform as possible. */
export class PlatformTokenStore {
  readonly #options: TokensOptions;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  /**
   * A player's access token; an old one is refreshed first. A refresh token can be used once, so the process that
   * takes the lease on the player's row refreshes, and everybody else, in any process, waits for what comes of it.
   * @param refused an access token that the platform did not take, and that is therefore as good as old
   * @throws PlatformTrouble `unauthorized` when the player has to sign in again, `away` when the platform is not to be
   *   asked now
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

  /** Locks the row to take the lease only: a slow platform must not hold a connection, of which PGlite has one. */
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

  /** @throws PlatformTrouble `away` when the platform cannot be asked */
  async #refresh(playerId: string, sealed: string): Promise<void> {
    const refreshed = await this.#options.signIn?.refresh(this.#opened(playerId, sealed) ?? "");
    if (refreshed?.ok === true) return this.#store(playerId, sealed, refreshed.tokens);
    const isRefused = refreshed?.trouble === "code_refused";
    await this.#store(playerId, sealed, isRefused ? null : "kept");
    if (!isRefused) throw new PlatformTrouble("away", WHAT);
  }

  /** Ends the lease. Tokens of a sign-in in the meantime are newer and stay. */
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
