import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { TOTP } from "#domain/features/second-factors/rules.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { lastsUntil } from "#domain/kernel/time.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { personOf } from "#service/features/roles/actor.ts";
import { isFactorMissing, STEP_UP_MS } from "#service/http/access/access.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { asOfHead } from "#service/http/reads/as-of-head.ts";
import { type Call, perform, route } from "#service/http/route.ts";
import { factorsIn, readOfFactors, removeFactorCommand, resetFactorsCommand } from "./commands.ts";
import { addPasskey, beginTotp, confirmTotp, demandEnrolment, newRecoveryCodes } from "./enrolment.ts";
import type { KeptFactor } from "./factor-rows.ts";
import { SITE_NAME } from "./passkeys.ts";
import type { SecondFactorServices } from "./services.ts";
import { noPasskey, stepUp } from "./step-up.ts";
import { base32, totpAddress } from "./totp.ts";

type Needs = Deps & SecondFactorServices;
type Asked = Pick<Call<Endpoint>, "context" | "origin"> & { readonly caller: Caller };

/** Second factors: passkeys, an authenticator app, recovery codes. */
export function secondFactorRoutes(app: Hono<Env>, deps: Needs): void {
  standingRoutes(app, deps);
  enrolmentRoutes(app, deps);
  const { factors, challenges, passkeys } = deps;

  route(app, { deps, endpoint: endpoints.stepUpOptions }, async ({ caller }) => {
    const kept = (await factors.of(caller.playerId)).filter(isPasskey);
    if (kept.length === 0) throw noPasskey();
    const options = await passkeys.authentication(kept);
    await challenges.put(caller.session, "step-up", options.challenge);
    return { ...options };
  });

  route(app, { deps, endpoint: endpoints.stepUp }, (call) => stepUp(call, call.body, deps));

  route(app, { deps, endpoint: endpoints.resetFactors }, async (call) => {
    const { id } = call.params;
    const [actor, subject] = [await personOf(call.caller.playerId, deps), await personOf(id, deps)];
    const command = resetFactorsCommand(call.origin(), { actor, subject, reason: call.body.reason });
    const removal = perform(command, { call, deps });
    const { playerId } = await withKeys(removal, "no_factor", () => deleteKeys(id, call, deps));
    return { playerId, ended: await deps.sessions.endAll(playerId) };
  });
}

/** A player's factors, and how long the session is confirmed. */
function standingRoutes(app: Hono<Env>, deps: Needs): void {
  const { factors, recoveryCodes, now } = deps;

  route(app, { deps, endpoint: endpoints.security }, async ({ caller, models }) => {
    const kept = await factors.of(caller.playerId);
    const { steppedUpAt } = await factors.confirmationOf(caller);
    const until = lastsUntil(steppedUpAt, STEP_UP_MS, now());
    const { roles } = await deps.access.standingOf(caller, models);
    return {
      passkeys: kept.filter(isPasskey).length,
      hasTotp: kept.some(({ id }) => id === TOTP),
      recoveryCodesLeft: await recoveryCodes.left(caller.playerId),
      isFactorRequired: roles.includes("admin") && isFactorMissing(kept.length > 0, deps),
      steppedUpUntil: until === null ? null : instantOf(until),
    };
  });

  route(app, { deps, endpoint: endpoints.passkeys }, async ({ caller }) =>
    (await factors.of(caller.playerId)).filter(isPasskey).map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: instantOf(row.created_at),
      lastUsedAt: row.last_used_at === null ? null : instantOf(row.last_used_at),
      isSynced: row.is_synced,
    })),
  );
}

/** Adding, removing and replacing factors. */
function enrolmentRoutes(app: Hono<Env>, deps: Needs): void {
  const { factors, challenges, passkeys, running } = deps;

  route(app, { deps, endpoint: endpoints.passkeyOptions }, async ({ caller }) => {
    await demandEnrolment(caller, deps);
    const username = await usernameOf(caller.playerId, deps);
    const options = await passkeys.registration(caller.playerId, username, await factors.of(caller.playerId));
    await challenges.put(caller.session, "add-passkey", options.challenge);
    return { ...options };
  });

  route(app, { deps, endpoint: endpoints.addPasskey }, (call) =>
    running.share(call.origin(), () => addPasskey(call, call.body, deps)),
  );

  route(app, { deps, endpoint: endpoints.setTotp }, async (call) => {
    const { code } = call.body;
    if (code !== undefined) return confirmTotp(call, code, deps);
    const secret = await beginTotp(call, deps);
    const username = await usernameOf(call.caller.playerId, deps);
    return { secret: base32(secret), uri: totpAddress(secret, SITE_NAME, username) };
  });

  route(app, { deps, endpoint: endpoints.removePasskey }, (call) => remove(call, call.params.id, deps));
  route(app, { deps, endpoint: endpoints.removeTotp }, (call) => remove(call, TOTP, deps));

  route(app, { deps, endpoint: endpoints.makeRecoveryCodes }, async (call) => {
    const { hasFactor } = await factors.confirmationOf(call.caller);
    if (!hasFactor)
      throw new HttpProblem(409, {
        code: "no_factor",
        detail: "Add a passkey or an authenticator app first.",
      });
    return { recoveryCodes: await newRecoveryCodes(call, call.origin(), deps) };
  });
}

const isPasskey = ({ id }: KeptFactor): boolean => id !== TOTP;

async function remove(call: Asked, factorId: string, deps: Needs): Promise<{ readonly id: string }> {
  const { playerId } = call.caller;
  const person = await personOf(playerId, deps);
  const removal = perform(removeFactorCommand(call.origin(), person, factorId), { call, deps });
  const { id } = await withKeys(removal, "unknown_factor", () => deleteKeys(playerId, call, deps));
  return { id };
}

/**
 * Deletes a player's keys that are not in the log as of its head. So a removal that is sent again under its idempotency
 * key spares a factor that was added since. The keys are read before the head: one that is added meanwhile stays.
 */
async function deleteKeys(playerId: string, { caller }: Pick<Asked, "caller">, deps: Needs): Promise<void> {
  const kept = await deps.factors.of(playerId);
  const reads = { streams: [readOfFactors(playerId)] };
  const { seen } = await asOfHead({ caller, reads }, deps, (view) => factorsIn(view, playerId));
  await deps.factors.remove(
    playerId,
    kept.filter(({ id }) => !seen.ids.includes(id)),
  );
}

/**
 * Deletes keys once their removal is in the log, also if it already was: after a crash in between, the keys would
 * confirm for ever. @param gone the refusal of a removal already in the log
 */
async function withKeys<A>(removal: Promise<A>, gone: string, clean: () => Promise<void>): Promise<A> {
  const removed = await removal.catch(async (error: unknown) => {
    if (error instanceof HttpProblem && error.code === gone) await clean();
    throw error;
  });
  await clean();
  return removed;
}

async function usernameOf(playerId: string, { db }: Pick<Deps, "db">): Promise<string> {
  const [row] = await db.query<Row & { username: string }>(
    "select username from identities where player_id = $1",
    [playerId],
  );
  return row?.username ?? playerId;
}
