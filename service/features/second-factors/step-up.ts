import type { Assertion, Proof } from "#domain/features/second-factors/contract.ts";
import { TOTP } from "#domain/features/second-factors/rules.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { isCarriedOut } from "#service/event-store/commands/command-lookup.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import type { Caller } from "#service/http/access/caller.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import type { Deps } from "#service/http/deps.ts";
import { performBeside } from "#service/http/idempotency/beside-log.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { type Call, perform } from "#service/http/route.ts";
import { Challenges } from "./challenges.ts";
import { cloneRefusedCommand, codeUsedCommand } from "./commands.ts";
import { FactorRows } from "./factor-rows.ts";
import { factorRefused, Passkeys } from "./passkeys.ts";
import { spendCode } from "./recovery-codes.ts";
import { type SecondFactorServices, totpPlace } from "./services.ts";
import { stepOfCode } from "./totp.ts";
import { Tries } from "./tries.ts";

type Needs = Deps & SecondFactorServices;
type Asked = Pick<Call<Endpoint>, "context" | "origin"> & { readonly caller: Caller };

/** A confirmation under way: in one transaction, whose failure leaves nothing behind. */
interface Confirmation {
  readonly caller: Caller;
  readonly tx: Sql;
  /** Records an event once the transaction has committed, or has ended in a refusal. */
  readonly tell: (event: Submission) => void;
}

/**
 * Confirms a session by a second factor, once an idempotency key: a repetition of what was confirmed is answered alike,
 * although its code or challenge is used up.
 * @throws HttpProblem 403 when it does not match, 429 after too many codes
 */
export async function stepUp(call: Asked, proof: Proof, deps: Needs): Promise<{ readonly until: string }> {
  const { playerId, session } = call.caller;
  const isByPasskey = proof.response !== undefined;
  // Codes are counted before they are checked, and stay counted: many at once must not all be tried.
  if (!isByPasskey && !(await isCarriedOut(call.origin(), deps.db))) await deps.tries.count(playerId);
  const told: Submission[] = [];
  const work = (tx: Sql) =>
    confirm({ caller: call.caller, tx, tell: (event) => void told.push(event) }, proof, deps);
  const tellAll = async () => {
    for (const event of told) await perform(event, { call, deps });
  };
  const confirmed = await performBeside(work, { call, deps }).catch(async (error: unknown) => {
    // After any other error, a code that was spent is unspent again.
    if (!isRefusal(error)) throw error;
    if (isByPasskey) await deps.challenges.take(session, "step-up");
    await tellAll();
    throw error;
  });
  await tellAll();
  return confirmed;
}

async function confirm(at: Confirmation, { response, code, recoveryCode }: Proof, deps: Needs) {
  const { caller, tx } = at;
  if (response !== undefined) await byPasskey(at, response, deps);
  else {
    if (code !== undefined) await byCode(at, code, deps);
    else await byRecoveryCode(at, recoveryCode ?? "", deps);
    await new Tries(tx, deps.now).clear(caller.playerId);
  }
  return { until: instantOf(await new FactorRows(tx).steppedUp(caller.session, deps.now())) };
}

async function byPasskey(
  { caller, tx, tell }: Confirmation,
  response: Assertion,
  deps: Needs,
): Promise<void> {
  const { config, now } = deps;
  const { playerId, session } = caller;
  const factors = new FactorRows(tx);
  const challenge = await new Challenges(tx, now).take(session, "step-up");
  const { passkey, counter } = await new Passkeys(tx, config.publicUrl).signed(
    playerId,
    await factors.of(playerId),
    {
      response,
      challenge,
    },
  );
  if (await factors.used(playerId, passkey.id, { counter, at: now() })) return;
  // With a new id: a reused key must not suppress the player's notice.
  tell(cloneRefusedCommand(playerOrigin(playerId, now()), playerId, passkey.id));
  throw factorRefused();
}

async function byCode({ caller, tx }: Confirmation, code: string, deps: Needs): Promise<void> {
  const { tokenSealer, now } = deps;
  const { playerId } = caller;
  const factors = new FactorRows(tx);
  const totp = await factors.totpOf(playerId);
  const secret = totp === null ? null : tokenSealer.open(totp.material, totpPlace(playerId));
  const step = secret === null ? null : stepOfCode(secret, code, now());
  // A code counts once, and no earlier one after it.
  if (step === null || !(await factors.used(playerId, TOTP, { counter: step, at: now() })))
    throw factorRefused();
}

async function byRecoveryCode({ caller, tx, tell }: Confirmation, code: string, deps: Needs): Promise<void> {
  const { playerId } = caller;
  const left = await spendCode(tx, playerId, code);
  if (left === null) throw factorRefused();
  tell(codeUsedCommand(playerOrigin(playerId, deps.now()), playerId, left));
}

const isRefusal = (error: unknown): boolean =>
  error instanceof HttpProblem && error.code === factorRefused().code;

/** The answer to calls about passkeys while there are none. */
export const noPasskey = (): HttpProblem =>
  new HttpProblem(409, { code: "no_passkey", detail: "There is no passkey on this account." });
