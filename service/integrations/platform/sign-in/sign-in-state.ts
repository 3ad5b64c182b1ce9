import { z } from "zod";
import { jsonOf } from "#domain/kernel/json.ts";
import { type SiteCookie, siteCookie } from "#service/integrations/platform/sign-in/cookie.ts";
import { createSealer, type SealKey } from "#service/keys/seal.ts";

/** How long a sign-in may take from its start to its callback (10 minutes, in milliseconds). */
export const SIGN_IN_MS_MAX = 10 * 60 * 1_000;

/** Largest accepted difference between the clocks of two machines, in milliseconds. */
export const CLOCK_DIFFERENCE_MS_MAX = 60_000;

const ASSOCIATED = "florin/sign-in-state/1";

const stateSchema = z.strictObject({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(1),
  returnTo: z.string().min(1),
  startedAt: z.enum(["/", "/oauth-test"]),
  issuedAt: z.number().int(),
  isFresh: z.boolean(),
});

/**
 * The state of a sign-in between its start and its callback; `issuedAt` in milliseconds since 1970, and whether the
 * provider was told to ask for a login even with an existing session.
 */
export type SignInState = z.infer<typeof stateSchema>;

/** The page where a sign-in began, which also shows its failure. */
export type StartedAt = SignInState["startedAt"];

/** A state as read from its cookie. */
type ReadState =
  | { readonly kind: "good"; readonly state: SignInState }
  | { readonly kind: "old"; readonly state: SignInState }
  | { readonly kind: "missing" };

/** Keeps the state of sign-ins in the browser, sealed, so that any process can finish what another began. */
interface StateKeeper {
  seal(state: SignInState): string;
  /** Reads a cookie's value at `now`; a forged or truncated one counts as missing. */
  read(sealed: string | null | undefined, now: number): ReadState;
}

/**
 * Creates a keeper from sealing keys, newest first.
 * @throws InvariantError when the keys are malformed
 */
export function stateKeeper(keys: readonly SealKey[]): StateKeeper {
  const sealer = createSealer({ keys });
  return {
    seal: (state) => sealer.seal(new TextEncoder().encode(JSON.stringify(state)), ASSOCIATED),
    read(sealed, now) {
      const plain = sealed ? sealer.open(sealed, ASSOCIATED) : null;
      const state = plain === null ? null : parse(plain);
      if (state === null) return { kind: "missing" };
      const age = now - state.issuedAt;
      return { kind: age > SIGN_IN_MS_MAX || age < -CLOCK_DIFFERENCE_MS_MAX ? "old" : "good", state };
    },
  };
}

/** The sealed state; null if another version of the program sealed it: then the sign-in starts again. */
const parse = (plain: Uint8Array): SignInState | null =>
  stateSchema.safeParse(jsonOf(new TextDecoder().decode(plain))).data ?? null;

/** The cookie with the sealed state while a visitor is at the platform. */
export function signInCookie(publicUrl: URL): SiteCookie {
  return siteCookie({ name: "florin_sign_in", publicUrl, lifetimeMs: SIGN_IN_MS_MAX, httpOnly: true });
}
