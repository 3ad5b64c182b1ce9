import { players } from "#service/features/players/feature.ts";
import type { Sessions } from "#service/features/players/sessions/sessions.ts";
import type { Core } from "#service/http/deps.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { Challenges } from "./challenges.ts";
import { FactorRows } from "./factor-rows.ts";
import { Passkeys } from "./passkeys.ts";
import { RecoveryCodes } from "./recovery-codes.ts";
import { RunningRequests } from "./running-requests.ts";
import { Tries } from "./tries.ts";

/** The context that binds an authenticator app's sealed secret to its player. */
export const totpPlace = (playerId: string): string => `florin-totp/${playerId}`;

/** The services of second factors. */
export interface SecondFactorServices {
  readonly factors: FactorRows;
  readonly challenges: Challenges;
  readonly passkeys: Passkeys;
  readonly recoveryCodes: RecoveryCodes;
  readonly tries: Tries;
  readonly running: RunningRequests;
  readonly sessions: Sessions;
  readonly tokenSealer: Sealer;
}

/** Makes the services of second factors. */
export function createSecondFactors(core: Core): SecondFactorServices {
  const { db, now, config } = core;
  const { sessions, tokenSealer } = players.of(core);
  return {
    factors: new FactorRows(db),
    challenges: new Challenges(db, now),
    passkeys: new Passkeys(db, config.publicUrl),
    recoveryCodes: new RecoveryCodes(db),
    tries: new Tries(db, now),
    running: new RunningRequests(),
    sessions,
    tokenSealer,
  };
}
