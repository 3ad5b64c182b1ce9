import { z } from "zod";
import { jsonOf } from "#domain/kernel/json.ts";
import { type SiteCookie, siteCookie } from "#service/integrations/platform/sign-in/cookie.ts";
import { createSealer, type SealKey } from "#service/keys/seal.ts";

/** How long a sign-in may take from its start to its callback (10 minutes, in milliseconds). */
export const SIGN_IN_MS_MAX = 10 * 60 * 1_000;

/** How far the clocks of two machines may differ before what one of them dates is not believed, in milliseconds. */
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
 * What a sign-in remembers between its start and its callback; `issuedAt` in milliseconds since 1970, and whether the
 * provider was to ask who is there even where it knows.
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
  /** Reads a cookie's value at `now`; one that was forged or cut is as good as missing. */
  read(sealed: string | null | undefined, now: number): ReadState;
}

/**
 * Makes a keeper from sealing keys, newest first.
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

/** The state as it was sealed; null where another version of the program did: its holder starts again. */
const parse = (plain: Uint8Array): SignInState | null =>
  stateSchema.safeParse(jsonOf(new TextDecoder().decode(plain))).data ?? null;

/** The cookie that carries the sealed state while someone is away at the platform. */
export function signInCookie(publicUrl: URL): SiteCookie {
  return siteCookie({ name: "florin_sign_in", publicUrl, lifetimeMs: SIGN_IN_MS_MAX, httpOnly: true });
}
