import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { eventTypes } from "#domain/features/registry.ts";
import {
  acknowledgeRealityCheck,
  endExclusion,
  excludeOneself,
  setRealityCheck,
  takeTimeOut,
} from "#domain/features/responsible-play/breaks.ts";
import {
  confirmRaise,
  reviewLimits,
  setLimit,
  withdrawRaise,
} from "#domain/features/responsible-play/limits.ts";
import { confirmAge, declareRegion } from "#domain/features/responsible-play/person.ts";
import { responsiblePlayOf } from "#domain/features/responsible-play/play.ts";
import { responsiblePlayAt } from "#domain/features/responsible-play/view.ts";
import { minor } from "#domain/kernel/money.ts";
import { readStream } from "#service/event-store/loader.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import type { Sessions } from "#service/features/players/sessions.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { perform, route } from "#service/http/route.ts";
import { sandboxVerifier } from "./age-verifier.ts";
import { playCommand, readOfPlay } from "./commands.ts";

/** What players set for their own play, and how they stand. */
export function responsiblePlayRoutes(app: Hono<Env>, deps: Deps & { readonly sessions: Sessions }): void {
  limitRoutes(app, deps);

  route(app, { deps, endpoint: endpoints.responsiblePlay }, async ({ caller }) => {
    // From the log itself: a limit that was just met has to be shown as it is.
    const from = { sql: deps.db, logId: LOG_ID, eventTypes };
    const player = await readStream(readOfPlay(caller.playerId), from);
    return responsiblePlayAt(responsiblePlayOf.of(player), deps.now());
  });

  personRoutes(app, deps);

  route(app, { deps, endpoint: endpoints.takeTimeOut }, (call) => {
    const { playerId } = call.caller;
    const { hours } = call.body;
    const command = playCommand(call.origin(), playerId, (context) =>
      takeTimeOut({ playerId, hours }, context),
    );
    return perform(command, { call, deps });
  });

  route(app, { deps, endpoint: endpoints.excludeOneself }, async (call) => {
    const { playerId } = call.caller;
    const { months } = call.body;
    const command = playCommand(call.origin(), playerId, (context) =>
      excludeOneself({ playerId, months }, context),
    );
    const excluded = await perform(command, { call, deps });
    await deps.sessions.endAll(playerId);
    return excluded;
  });

  route(app, { deps, endpoint: endpoints.endSelfExclusion }, (call) => {
    const { playerId } = call.caller;
    const command = playCommand(call.origin(), playerId, (context) => endExclusion(playerId, context));
    return perform(command, { call, deps });
  });

  route(app, { deps, endpoint: endpoints.setRealityCheck }, (call) => {
    const { playerId } = call.caller;
    const { everyMinutes } = call.body;
    const command = playCommand(call.origin(), playerId, (context) =>
      setRealityCheck({ playerId, everyMinutes }, context),
    );
    return perform(command, { call, deps });
  });

  route(app, { deps, endpoint: endpoints.reviewLimits }, (call) => {
    const { playerId } = call.caller;
    const command = playCommand(call.origin(), playerId, (context) => reviewLimits(playerId, context));
    return perform(command, { call, deps });
  });

  route(app, { deps, endpoint: endpoints.acknowledgeRealityCheck }, (call) => {
    const { playerId } = call.caller;
    const command = playCommand(call.origin(), playerId, (context) =>
      acknowledgeRealityCheck(playerId, context),
    );
    return perform(command, { call, deps });
  });
}

function personRoutes(app: Hono<Env>, deps: Deps): void {
  const { houseTerms: terms, regionHeader } = deps.config;
  const gate = terms.ageGate;

  route(app, { deps, endpoint: endpoints.confirmAge }, async (call) => {
    const { playerId } = call.caller;
    const birthDate = call.body.birthDate ?? null;
    const verdict =
      gate === "provider" ? await sandboxVerifier.verdictOf({ playerId, birthDate, at: deps.now() }) : null;
    if (verdict === "unknown") {
      const detail = "Your age could not be verified. Give your date of birth, or try again later.";
      throw new HttpProblem(409, { code: "age_not_verified", detail });
    }
    const command = playCommand(call.origin(), playerId, (context) =>
      confirmAge({ playerId, birthDate, verdict }, { ...context, gate }),
    );
    return perform(command, { call, deps });
  });

  route(app, { deps, endpoint: endpoints.declareRegion }, (call) => {
    if (regionHeader !== null) {
      const detail = "Where you are is known from your connection: it cannot be declared.";
      throw new HttpProblem(409, { code: "region_known", detail });
    }
    const { playerId } = call.caller;
    const { region } = call.body;
    const command = playCommand(call.origin(), playerId, ({ player }) =>
      declareRegion({ playerId, region }, { player, terms }),
    );
    return perform(command, { call, deps });
  });
}

function limitRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.setPlayLimit }, (call) => {
    const { playerId } = call.caller;
    const { kind, window, amount } = call.body;
    const limit = amount === null ? null : minor(String(amount));
    const command = playCommand(call.origin(), playerId, (context) =>
      setLimit({ playerId, kind, window }, limit, context),
    );
    return perform(command, { call, deps });
  });

  route(app, { deps, endpoint: endpoints.confirmPlayLimit }, (call) => {
    const { playerId } = call.caller;
    const { kind, window } = call.body;
    const command = playCommand(call.origin(), playerId, (context) =>
      confirmRaise({ playerId, kind, window }, context),
    );
    return perform(command, { call, deps });
  });

  route(app, { deps, endpoint: endpoints.withdrawPlayLimit }, (call) => {
    const { playerId } = call.caller;
    const { kind, window } = call.body;
    const command = playCommand(call.origin(), playerId, (context) =>
      withdrawRaise({ playerId, kind, window }, context),
    );
    return perform(command, { call, deps });
  });
}
