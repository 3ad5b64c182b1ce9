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
import { readStream } from "#service/event-store/states/loader.ts";
import type { Sessions } from "#service/features/players/sessions/sessions.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { perform, route } from "#service/http/route.ts";
import { AGE_HINT_PATH, type AgeChecks } from "./age-checks.ts";
import { playCommand, readOfPlay } from "./commands.ts";
import type { TermsInForce } from "./house-terms.ts";

/** A player's own limits, breaks and exclusion, and their standing. */
export function responsiblePlayRoutes(
  app: Hono<Env>,
  deps: PersonDeps & { readonly sessions: Sessions },
): void {
  limitRoutes(app, deps);
  hintRoutes(app, deps);

  route(app, { deps, endpoint: endpoints.responsiblePlay }, async ({ caller }) => {
    // Folded from the log, so that a limit reached just now is current.
    const from = { sql: deps.db, logId: deps.writer.logId, eventTypes };
    const [player, check] = await Promise.all([
      readStream(readOfPlay(caller.playerId), from),
      deps.ageChecks.newest(caller.playerId),
    ]);
    const shown = responsiblePlayAt(responsiblePlayOf.of(player), deps.now());
    return { ...shown, age: { ...shown.age, check } };
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

type PersonDeps = Deps & { readonly inForce: TermsInForce; readonly ageChecks: AgeChecks };

function personRoutes(app: Hono<Env>, deps: PersonDeps): void {
  const { regionHeader } = deps.config;

  route(app, { deps, endpoint: endpoints.confirmAge }, async (call) => {
    const { playerId } = call.caller;
    const birthDate = call.body.birthDate ?? null;
    const { ageGate: gate } = await deps.inForce.now();
    const command = playCommand(call.origin(), playerId, (context) =>
      confirmAge({ playerId, birthDate, verdict: null }, { ...context, gate }),
    );
    return perform(command, { call, deps });
  });

  route(app, { deps, endpoint: endpoints.beginAgeCheck }, async ({ caller }) => ({
    url: await deps.ageChecks.begin(caller.playerId),
  }));

  route(app, { deps, endpoint: endpoints.declareRegion }, async (call) => {
    if (regionHeader !== null) {
      const detail = "Your country is known from your connection, so you cannot declare it.";
      throw new HttpProblem(409, { code: "region_known", detail });
    }
    const { playerId } = call.caller;
    const { region } = call.body;
    const terms = await deps.inForce.now();
    const command = playCommand(call.origin(), playerId, ({ player }) =>
      declareRegion({ playerId, region }, { player, terms }),
    );
    return perform(command, { call, deps });
  });
}

/**
 * Where the verification service reports the end of a check, and where players return from it. The check is then read.
 */
function hintRoutes(app: Hono<Env>, { ageChecks }: PersonDeps): void {
  app.post(AGE_HINT_PATH, async (context) => {
    const raw = new Uint8Array(await context.req.arrayBuffer());
    if (!(await ageChecks.hear(context.req.raw.headers, raw)))
      throw new HttpProblem(400, { code: "bad_signature", detail: "This was not signed by the service." });
    return context.json({ received: true });
  });
  app.get("/age-checks/:reference/return", async (context) => {
    await ageChecks.returned(context.req.param("reference"));
    return context.redirect("/responsible-gaming", 303);
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
