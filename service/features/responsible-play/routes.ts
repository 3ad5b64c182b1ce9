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
import type { Endpoint } from "#domain/kernel/contract.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { minor } from "#domain/kernel/money.ts";
import { readStream } from "#service/event-store/states/loader.ts";
import type { Sessions } from "#service/features/players/sessions/sessions.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { type Call, perform, route } from "#service/http/route.ts";
import { AGE_HINT_PATH, type AgeChecks } from "./age-checks.ts";
import { type PlayContext, playCommand, readOfPlay } from "./commands.ts";
import type { TermsInForce } from "./house-terms.ts";

interface OwnCall extends Pick<Call<Endpoint>, "context" | "origin"> {
  readonly caller: Caller;
}

/** Performs what a call's player decides about their own play. */
const decided = <A extends JsonObject>(
  { call, deps }: { readonly call: OwnCall; readonly deps: Deps },
  decide: (playerId: string, context: PlayContext) => Decision<A>,
) => {
  const { playerId } = call.caller;
  const command = playCommand(call.origin(), playerId, (context) => decide(playerId, context));
  return perform(command, { call, deps });
};

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

  route(app, { deps, endpoint: endpoints.takeTimeOut }, (call) =>
    decided({ call, deps }, (playerId, context) =>
      takeTimeOut({ playerId, hours: call.body.hours }, context),
    ),
  );

  route(app, { deps, endpoint: endpoints.excludeOneself }, async (call) => {
    const { months } = call.body;
    const excluded = await decided({ call, deps }, (playerId, context) =>
      excludeOneself({ playerId, months }, context),
    );
    await deps.sessions.endAll(call.caller.playerId);
    return excluded;
  });

  route(app, { deps, endpoint: endpoints.endSelfExclusion }, (call) => decided({ call, deps }, endExclusion));

  route(app, { deps, endpoint: endpoints.setRealityCheck }, (call) => {
    const { everyMinutes } = call.body;
    return decided({ call, deps }, (playerId, context) =>
      setRealityCheck({ playerId, everyMinutes }, context),
    );
  });

  route(app, { deps, endpoint: endpoints.reviewLimits }, (call) => decided({ call, deps }, reviewLimits));

  route(app, { deps, endpoint: endpoints.acknowledgeRealityCheck }, (call) =>
    decided({ call, deps }, acknowledgeRealityCheck),
  );
}

type PersonDeps = Deps & { readonly inForce: TermsInForce; readonly ageChecks: AgeChecks };

function personRoutes(app: Hono<Env>, deps: PersonDeps): void {
  const { regionHeader } = deps.config;

  route(app, { deps, endpoint: endpoints.confirmAge }, async (call) => {
    const birthDate = call.body.birthDate ?? null;
    const { ageGate: gate } = await deps.inForce.now();
    return decided({ call, deps }, (playerId, context) =>
      confirmAge({ playerId, birthDate, verdict: null }, { ...context, gate }),
    );
  });

  route(app, { deps, endpoint: endpoints.beginAgeCheck }, async (call) => ({
    url: await deps.ageChecks.begin(call.caller.playerId, call),
  }));

  route(app, { deps, endpoint: endpoints.declareRegion }, async (call) => {
    if (regionHeader !== null) {
      const detail = "Your country is known from your connection, so you cannot declare it.";
      throw new HttpProblem(409, { code: "region_known", detail });
    }
    const { region } = call.body;
    const terms = await deps.inForce.now();
    return decided({ call, deps }, (playerId, { player }) =>
      declareRegion({ playerId, region }, { player, terms }),
    );
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
    const { kind, window, amount } = call.body;
    const limit = amount === null ? null : minor(String(amount));
    return decided({ call, deps }, (playerId, context) =>
      setLimit({ playerId, kind, window }, limit, context),
    );
  });

  for (const [endpoint, decide] of [
    [endpoints.confirmPlayLimit, confirmRaise],
    [endpoints.withdrawPlayLimit, withdrawRaise],
  ] as const)
    route(app, { deps, endpoint }, (call) => {
      const { kind, window } = call.body;
      return decided({ call, deps }, (playerId, context) => decide({ playerId, kind, window }, context));
    });
}
