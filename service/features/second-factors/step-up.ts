import type { Assertion, Proof } from "#domain/features/second-factors/contract.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { instantOf } from "#projections/kernel/values.ts";
import type { Caller } from "#service/http/access/caller.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { type Call, perform } from "#service/http/route.ts";
import { cloneRefusedCommand, codeUsedCommand } from "./commands.ts";
import { factorRefused } from "./passkeys.ts";
import { type SecondFactorServices, totpPlace } from "./services.ts";
import { stepOfCode } from "./totp.ts";

type Needs = Deps & SecondFactorServices;
type Asked = Pick<Call<Endpoint>, "context"> & { readonly caller: Caller };

/** Confirms a session by a second factor. @throws HttpProblem 403 when it does not match, 429 after too many codes */
export async function stepUp(call: Asked, proof: Proof, deps: Needs): Promise<{ readonly until: string }> {
  const { response, code, recoveryCode } = proof;
  if (response !== undefined) await byPasskey(call, response, deps);
  else if (code !== undefined) await byCode(call.caller, code, deps);
  else await byRecoveryCode(call, recoveryCode ?? "", deps);
  return { until: instantOf(await deps.factors.steppedUp(call.caller.session, deps.now())) };
}

async function byPasskey(call: Asked, response: Assertion, deps: Needs): Promise<void> {
  const { factors, challenges, passkeys, now } = deps;
  const { playerId, session } = call.caller;
  const challenge = await challenges.take(session, "step-up");
  const kept = await factors.of(playerId);
  const { passkey, counter } = await passkeys.signed(playerId, kept, { response, challenge });
  if (await factors.used(playerId, passkey.id, { counter, at: now() })) return;
  // With a new id: a reused key must not suppress the player's notice.
  await perform(cloneRefusedCommand(playerOrigin(playerId, now()), playerId, passkey.id), { call, deps });
  throw factorRefused();
}

async function byCode({ playerId }: Caller, code: string, deps: Needs): Promise<void> {
  const { factors, tries, tokenSealer, now } = deps;
  const totp = await factors.totpOf(playerId);
  if (totp === null) throw factorRefused();
  await tries.count(playerId);
  const secret = tokenSealer.open(totp.material, totpPlace(playerId));
  const step = secret === null ? null : stepOfCode(secret, code, now());
  // A code counts once, and no earlier one after it.
  if (step === null || !(await factors.used(playerId, totp.id, { counter: step, at: now() })))
    throw factorRefused();
  await tries.clear(playerId);
}

async function byRecoveryCode(call: Asked, code: string, deps: Needs): Promise<void> {
  const { recoveryCodes, tries } = deps;
  const { playerId } = call.caller;
  await tries.count(playerId);
  const left = await recoveryCodes.use(playerId, code);
  if (left === null) throw factorRefused();
  await tries.clear(playerId);
  await perform(codeUsedCommand(playerOrigin(playerId, deps.now()), playerId, left), { call, deps });
}

/** The answer to calls about passkeys while there are none. */
export const noPasskey = (): HttpProblem =>
  new HttpProblem(409, { code: "no_passkey", detail: "There is no passkey on this account." });
