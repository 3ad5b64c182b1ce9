import { randomBytes } from "node:crypto";
import type { Attestation } from "#domain/features/second-factors/contract.ts";
import type { FactorAnswer } from "#domain/features/second-factors/factors.ts";
import { ENROL_WITHIN_MS, RECOVERY_CODES, TOTP } from "#domain/features/second-factors/rules.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { isCarriedOut } from "#service/event-store/commands/command-lookup.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import { demandFreshSignIn } from "#service/http/access/access.ts";
import type { Caller } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { answeredBefore } from "#service/http/idempotency/answered-before.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { type Call, perform } from "#service/http/route.ts";
import { timeOrderedId } from "#service/ids.ts";
import { addFactorCommand, codesMadeCommand } from "./commands.ts";
import type { FactorRow } from "./factor-rows.ts";
import { factorRefused } from "./passkeys.ts";
import { codesOf, randomCodes } from "./recovery-codes.ts";
import { type SecondFactorServices, totpPlace } from "./services.ts";
import { stepOfCode } from "./totp.ts";

type Needs = Deps & SecondFactorServices;
type Asked = Pick<Call<Endpoint>, "context" | "origin"> & { readonly caller: Caller };

/** 160 bits, as RFC 4226 recommends. */
const TOTP_BYTES = 20;
const TOTP_NAME = "Authenticator app";

/**
 * Whether the caller has no factor yet. The first takes a fresh sign-in, as nothing else proves who they are; later
 * ones take a step-up, which the endpoint demands. @throws HttpProblem 403
 */
export async function demandEnrolment(caller: Caller, deps: Needs): Promise<boolean> {
  const { hasFactor } = await deps.factors.confirmationOf(caller);
  if (!hasFactor) await demandFreshSignIn(caller, deps, ENROL_WITHIN_MS);
  return !hasFactor;
}

/**
 * New recovery codes, once an idempotency key: a repetition, at whichever process, is shown the same and makes none.
 * @param origin of the command that records them
 */
export async function newRecoveryCodes(call: Asked, origin: CommandOrigin, deps: Needs): Promise<string[]> {
  const { playerId } = call.caller;
  const isRepeated = await isCarriedOut(origin, deps.db);
  const codes = isRepeated ? await codesShown(call, deps) : newCodes(call, deps);
  if (!isRepeated) await deps.recoveryCodes.replace(playerId, codes);
  const command = isRepeated ? answeredBefore(origin) : codesMadeCommand(origin, playerId, RECOVERY_CODES);
  await perform(command, { call, deps });
  return [...codes];
}

/** The codes of a request by each of the token keys, newest first. */
function codesByKey(call: Asked, { config }: Needs): readonly (readonly string[])[] {
  const idempotencyKey = call.context.req.header("Idempotency-Key") ?? "";
  const { commandId } = call.origin();
  return config.tokenKeys.map((key) => codesOf({ idempotencyKey, commandId }, key));
}

const newCodes = (call: Asked, deps: Needs): readonly string[] =>
  (call.origin().keyed ? codesByKey(call, deps)[0] : undefined) ?? randomCodes();

/** What a request was shown at its first time, perhaps by an older token key. */
async function codesShown(call: Asked, deps: Needs): Promise<readonly string[]> {
  const sets = codesByKey(call, deps);
  for (const codes of sets) if (await deps.recoveryCodes.areKnown(call.caller.playerId, codes)) return codes;
  return sets[0] ?? [];
}

/** The origin of a request's second command, which belongs to the same idempotency key. */
const furtherOrigin = (call: Asked): CommandOrigin => {
  const origin = call.origin();
  return {
    ...origin,
    commandId: origin.keyed ? `codes_${origin.commandId}` : timeOrderedId("cmd", origin.at),
  };
};

interface Added {
  readonly factorId: string;
  /** Null unless it is the first factor. */
  readonly recoveryCodes: string[] | null;
}

/** Adds a factor, once an idempotency key. A repetition proves nothing again: its challenge is used up. */
async function add(call: Asked, deps: Needs, prove: () => Promise<FactorRow>): Promise<Added> {
  const origin = call.origin();
  const isRepeated = await isCarriedOut(origin, deps.db);
  const command = isRepeated
    ? answeredBefore<FactorAnswer>(origin)
    : addFactorCommand(origin, await prove(), await demandEnrolment(call.caller, deps));
  const { factorId, isFirst } = await perform(command, { call, deps });
  // Adding a factor counts as a step-up, so that none is required right afterwards.
  if (!isRepeated) await deps.factors.steppedUp(call.caller.session, deps.now());
  return {
    factorId,
    recoveryCodes: isFirst ? await newRecoveryCodes(call, furtherOrigin(call), deps) : null,
  };
}

/** Adds a passkey that the browser has made. */
export async function addPasskey(
  call: Asked,
  { response, name }: { readonly response: Attestation; readonly name: string },
  deps: Needs,
) {
  const { playerId, session } = call.caller;
  const { factorId, recoveryCodes } = await add(call, deps, async () => {
    const made = await deps.passkeys.registered(response, await deps.challenges.take(session, "add-passkey"));
    if (await deps.factors.isKnown(made.credentialId)) throw factorRefused();
    const at = deps.now();
    return {
      id: timeOrderedId("key", at),
      player_id: playerId,
      name,
      credential_id: made.credentialId,
      material: made.publicKey,
      counter: made.counter,
      aaguid: made.aaguid,
      transports: response.response.transports.join(","),
      is_synced: made.isSynced,
      created_at: at,
    };
  });
  return { id: factorId, name, recoveryCodes };
}

/** A secret for an authenticator app, which becomes a factor with its first code. */
export async function beginTotp({ caller }: Asked, deps: Needs): Promise<Uint8Array> {
  await demandEnrolment(caller, deps);
  if ((await deps.factors.totpOf(caller.playerId)) !== null)
    throw new HttpProblem(409, { code: "factor_held", detail: "An authenticator app is already set up." });
  const secret = randomBytes(TOTP_BYTES);
  await deps.challenges.put(caller.session, "totp", sealedTotp(caller, secret, deps));
  return secret;
}

/** Adds the authenticator app that shows this code. */
export async function confirmTotp(call: Asked, code: string, deps: Needs) {
  const { recoveryCodes } = await add(call, deps, () => provenTotp(call.caller, code, deps));
  await deps.challenges.take(call.caller.session, "totp");
  return { recoveryCodes };
}

/** The app that is being set up. @throws HttpProblem 409 if there is none, 403 unless it shows this code */
async function provenTotp(caller: Caller, code: string, deps: Needs): Promise<FactorRow> {
  const { challenges, tries, tokenSealer } = deps;
  const sealed = await challenges.look(caller.session, "totp");
  if (sealed === null) {
    const detail = "This set-up has expired. Start again.";
    throw new HttpProblem(409, { code: "set_up_ended", detail });
  }
  await tries.count(caller.playerId);
  const at = deps.now();
  const secret = tokenSealer.open(sealed, totpPlace(caller.playerId));
  const step = secret === null ? null : stepOfCode(secret, code, at);
  if (step === null) throw factorRefused();
  await tries.clear(caller.playerId);
  return {
    id: TOTP,
    player_id: caller.playerId,
    name: TOTP_NAME,
    credential_id: null,
    material: sealed,
    counter: step,
    aaguid: null,
    transports: null,
    is_synced: false,
    created_at: at,
  };
}

const sealedTotp = ({ playerId }: Caller, secret: Uint8Array, { tokenSealer }: Needs): string =>
  tokenSealer.seal(secret, totpPlace(playerId));
