import { randomBytes } from "node:crypto";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Assertion, Attestation } from "#domain/features/second-factors/contract.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import { HttpProblem } from "#service/http/problem.ts";
import type { KeptFactor } from "./factor-rows.ts";

/** Ed25519, ES256 and RS256, which Node 20 can verify. */
const ALGORITHMS = [-8, -7, -257];
const HANDLE_BYTES = 32;
const TIMEOUT_MS = 5 * 60_000;
export const SITE_NAME = "Florin";

/** A passkey made by a browser. */
export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly aaguid: string;
  readonly isSynced: boolean;
}

/** The refusal does not say what failed: an attacker learns nothing, and a person tries again. */
export const factorRefused = (): HttpProblem =>
  new HttpProblem(403, { code: "factor_refused", detail: "That could not be confirmed. Please try again." });

interface Answered {
  readonly response: Assertion | Attestation;
  readonly challenge: string | null;
}

/** Challenges browsers to make passkeys and to sign with them, for the site's one origin. */
export class Passkeys {
  readonly #db: Sql;
  readonly #site: { readonly id: string; readonly origin: string };

  constructor(db: Sql, publicUrl: URL) {
    this.#db = db;
    this.#site = { id: publicUrl.hostname, origin: publicUrl.origin };
  }

  /** Options for a new passkey. @param kept the player's factors */
  async registration(playerId: string, username: string, kept: readonly KeptFactor[]) {
    return generateRegistrationOptions({
      rpName: SITE_NAME,
      rpID: this.#site.id,
      userName: username,
      userID: Buffer.from(await this.#handleOf(playerId), "base64url"),
      timeout: TIMEOUT_MS,
      attestationType: "none",
      excludeCredentials: credentialsOf(kept),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** Checks a new passkey. @throws HttpProblem 403 when anything does not match */
  async registered(response: Attestation, challenge: string | null): Promise<NewPasskey> {
    const expectedChallenge = this.#challengeOf({ response, challenge });
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: this.#site.origin,
      expectedRPID: this.#site.id,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => ({ verified: false, registrationInfo: undefined }));
    if (!verified || registrationInfo === undefined) throw factorRefused();
    const { credential, aaguid, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      aaguid,
      isSynced: credentialBackedUp,
    };
  }

  /** Options for signing with one of a player's passkeys. */
  authentication(kept: readonly KeptFactor[]) {
    return generateAuthenticationOptions({
      rpID: this.#site.id,
      timeout: TIMEOUT_MS,
      allowCredentials: credentialsOf(kept),
      userVerification: "required",
    });
  }

  /**
   * Checks a signature by one of a player's passkeys. @param kept the player's factors
   * @returns the passkey and its signature count, which the caller compares
   * @throws HttpProblem 403 when anything does not match
   */
  async signed(
    playerId: string,
    kept: readonly KeptFactor[],
    { response, challenge }: { readonly response: Assertion; readonly challenge: string | null },
  ): Promise<{ readonly passkey: KeptFactor; readonly counter: number }> {
    const expectedChallenge = this.#challengeOf({ response, challenge });
    const passkey = kept.find(({ credential_id: id }) => id !== null && id === response.id);
    if (passkey === undefined) throw factorRefused();
    const { userHandle, ...rest } = response.response;
    if (userHandle != null && userHandle !== (await this.#handleOf(playerId))) throw factorRefused();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: rest, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: this.#site.origin,
      expectedRPID: this.#site.id,
      // The count is compared where it is written, so that one of two concurrent uses is refused.
      credential: { id: response.id, publicKey: Buffer.from(passkey.material, "base64url"), counter: 0 },
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    if (!verified || authenticationInfo === undefined) throw factorRefused();
    return { passkey, counter: authenticationInfo.newCounter };
  }

  /** The challenge, if there is one and the answer is not from an embedded site. The library accepts some of those. */
  #challengeOf({ response, challenge }: Answered): string {
    if (challenge === null || saysCrossOrigin(response.response.clientDataJSON)) throw factorRefused();
    return challenge;
  }

  async #handleOf(playerId: string): Promise<string> {
    await this.#db.query(
      "insert into passkey_handles (player_id, handle) values ($1, $2) on conflict (player_id) do nothing",
      [playerId, randomBytes(HANDLE_BYTES).toString("base64url")],
    );
    const [row] = await this.#db.query<Row & { handle: string }>(
      "select handle from passkey_handles where player_id = $1",
      [playerId],
    );
    return row?.handle ?? "";
  }
}

const credentialsOf = (kept: readonly KeptFactor[]) =>
  kept.flatMap(({ credential_id: id, transports }) =>
    id === null ? [] : [{ id, transports: transports === null ? [] : transports.split(",").filter(Boolean) }],
  );

function saysCrossOrigin(clientDataJSON: string): boolean {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    return typeof said !== "object" || said === null || ("crossOrigin" in said && said.crossOrigin !== false);
  } catch {
    return true;
  }
}
