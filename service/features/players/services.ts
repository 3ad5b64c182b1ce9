import { invariant } from "#domain/kernel/invariant.ts";
import { live } from "#service/features/live/feature.ts";
import type { Core } from "#service/http/deps.ts";
import { createSignIn, type SignIn } from "#service/integrations/platform/sign-in/sign-in.ts";
import { createSealer, type Sealer } from "#service/keys/seal.ts";
import { type SessionCookies, sessionCookies } from "./sessions/session-token.ts";
import { Sessions } from "./sessions/sessions.ts";
import { KnownClients } from "./sign-in/known-clients.ts";
import { PlatformTokenStore } from "./sign-in/platform-tokens.ts";

const SIGN_IN_TIMEOUT_MS = 10_000;

/** Signs players in, and manages their sessions. */
export interface PlayerServices {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly clients: KnownClients;
  /** Null when sign-in is not configured; its paths then answer 503. */
  readonly signIn: SignIn | null;
  readonly tokenSealer: Sealer;
  readonly platformTokens: PlatformTokenStore;
}

/** Makes the sessions, and the sign-in if configured. */
export function createPlayerServices(core: Core): PlayerServices {
  const { config, db, now, sleep } = core;
  const { hub } = live.of(core);
  const signIn = signInOf(core);
  const [newest] = config.tokenKeys;
  invariant(newest !== undefined, "the settings name a token key");
  const tokenSealer = createSealer({ keys: config.tokenKeys });
  return {
    sessions: new Sessions(db, now, (ended) => hub.endSessions(new Set([ended]))),
    cookies: sessionCookies(config.publicUrl),
    clients: new KnownClients(db, newest),
    signIn,
    tokenSealer,
    platformTokens: new PlatformTokenStore({ db, sealer: tokenSealer, signIn, now, sleep }),
  };
}

function signInOf({ config, log, now, fetch }: Core): SignIn | null {
  if (config.signIn === null) return null;
  return createSignIn({
    ...config.signIn,
    timeoutMs: SIGN_IN_TIMEOUT_MS,
    cookieKeys: config.tokenKeys,
    onTrouble: (trouble, error) => log.warn({ trouble, error }, "a sign-in failed"),
    now,
    fetch,
  });
}
