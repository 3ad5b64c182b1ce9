import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { AdminAnswer } from "#domain/features/roles/admin.ts";
import type { ProjectionState } from "#domain/features/system/contract.ts";
import { endSessions } from "#domain/features/system/end-sessions.ts";
import { askRebuild, systemStream, systemStreamKind } from "#domain/features/system/events.ts";
import { stakesNow } from "#projections/features/halts/stakes.ts";
import { newestSignedHead, projectionStates } from "#projections/features/system/projection-states.ts";
import { isCarriedOut } from "#service/event-store/commands/command-lookup.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import type { PlayerServices } from "#service/features/players/services.ts";
import { actorIn, personOf, readOfPlayer } from "#service/features/roles/actor.ts";
import { type AdminRequest, adminCommand } from "#service/features/roles/commands.ts";
import type { Env } from "#service/http/access/caller.ts";
import { jsonAnswer } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Column, fields } from "#service/http/export/csv.ts";
import { wholeOrCsv } from "#service/http/export/export.ts";
import { HttpProblem, notFound } from "#service/http/problem.ts";
import { perform, route } from "#service/http/route.ts";
import { Rebuilds } from "./rebuilds.ts";

/** The command that records the end of all of a player's sessions, which the caller then ends. */
function endSessionsCommand(origin: CommandOrigin, request: AdminRequest): Submission<AdminAnswer> {
  const command = adminCommand(origin, request, endSessions);
  return {
    ...command,
    reads: () => {
      const { streams, holdings } = command.reads();
      return { streams: [...streams, { kind: systemStreamKind, name: systemStream }], holdings };
    },
  };
}

const COLUMNS: readonly Column<ProjectionState>[] = [
  ...fields("name", "version", "position", "lag", "waitedMs", "error"),
  { name: "rebuiltTo", of: ({ rebuild }) => rebuild?.position ?? null },
  { name: "lastRebuiltAt", of: ({ lastRebuild }) => lastRebuild?.finishedAt ?? null },
  { name: "lastOutcome", of: ({ lastRebuild }) => lastRebuild?.outcome ?? null },
];

/** The service itself: read models and their rebuilds, and the end of a player's sessions. */
export function systemRoutes(app: Hono<Env>, deps: Deps & Pick<PlayerServices, "sessions">): void {
  const rebuilds = new Rebuilds(deps);
  const reader = { sql: deps.db, logId: deps.writer.logId };

  route(app, { deps, endpoint: endpoints.projections }, async ({ context, query }) => {
    const health = await deps.reads.health();
    const states = await projectionStates(deps.reads.db, health);
    const answer = {
      position: health.position,
      items: states.map((state) => ({ ...state, lastRebuild: rebuilds.last(state.name) })),
      next: null,
      signedHead: await newestSignedHead(reader),
      headsTrouble: deps.heads.trouble?.reason ?? null,
      lastCheck: (await stakesNow(reader)).lastCheck,
    };
    return wholeOrCsv({ context, query, deps }, { name: "read-models", columns: COLUMNS }, answer);
  });

  route(app, { deps, endpoint: endpoints.rebuildProjection }, async (call) => {
    const { name } = call.params;
    const { projections } = await deps.reads.health();
    if (!projections.some((projection) => projection.name === name)) throw notFound();
    const actor = await personOf(call.caller.playerId, deps);
    const origin = call.origin();
    const command: Submission<{ readonly name: string }> = {
      ...origin,
      reads: () => ({
        streams: [{ kind: systemStreamKind, name: systemStream }, readOfPlayer(actor.playerId)],
      }),
      decide: (view) =>
        askRebuild({ by: actor.playerId, name, reason: call.body.reason }, actorIn(view, actor)),
    };
    const accepted = (position: number) => jsonAnswer(call.context, { name, position }, { status: 202 });
    // The request's first time began the rebuild.
    if (await isCarriedOut(origin, deps.db))
      return accepted((await perform(command, { call, deps })).position);
    // Taken after validation, so that an invalid request cannot keep the only slot.
    if (!rebuilds.take(name)) {
      const detail = `${rebuilds.running} is being rebuilt. Ask again when that is done.`;
      throw new HttpProblem(409, { code: "rebuild_running", detail });
    }
    const { position } = await perform(command, { call, deps }).catch((error: unknown) => {
      rebuilds.leave();
      throw error;
    });
    rebuilds.start({ name, by: actor.playerId });
    return accepted(position);
  });

  route(app, { deps, endpoint: endpoints.endSessions }, async (call) => {
    const [actor, subject] = [
      await personOf(call.caller.playerId, deps),
      await personOf(call.params.id, deps),
    ];
    const command = endSessionsCommand(call.origin(), { actor, subject, reason: call.body.reason });
    const { playerId } = await perform(command, { call, deps });
    // After the event, and again on repetition: a crash in between left them open.
    return { playerId, ended: await deps.sessions.endAll(playerId) };
  });
}
