import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { forgetPlayer } from "#domain/features/own-data/forget.ts";
import { unfinishedOf } from "#domain/features/registry.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { keepTrace } from "#service/features/players/forgotten.ts";
import type { Sessions } from "#service/features/players/sessions/sessions.ts";
import { actorIn, type Person, personOf, readOfPlayer } from "#service/features/roles/actor.ts";
import { factorsIn, readOfFactors } from "#service/features/second-factors/commands.ts";
import type { Env } from "#service/http/access/caller.ts";
import { addHeader } from "#service/http/answer.ts";
import type { Core, Deps } from "#service/http/deps.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { perform, route } from "#service/http/route.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { ownData } from "./export.ts";

/** Erases all personal rows of a player, in one transaction. Idempotent. */
async function erasePersonalRows(
  playerId: string,
  { db, tokenSealer, features }: Pick<Core, "db" | "features"> & { readonly tokenSealer: Sealer },
): Promise<void> {
  const statements = features.flatMap(({ personal }) => personal.flatMap(({ erase = [] }) => erase));
  await db.transaction(async (tx) => {
    const [identity] = await tx.query<Row & { readonly platform_id: string }>(
      "select platform_id from identities where player_id = $1 for update",
      [playerId],
    );
    if (identity === undefined) return;
    await keepTrace(tx, { playerId, platformId: identity.platform_id }, tokenSealer);
    for (const text of statements) await tx.query(text, text.includes("$1") ? [playerId] : []);
    await tx.query("delete from identities where player_id = $1", [playerId]);
  });
}

type OwnDataDeps = Deps & { readonly sessions: Sessions; readonly tokenSealer: Sealer };

/** The export and the erasure of the caller's personal data. */
export function ownDataRoutes(app: Hono<Env>, deps: OwnDataDeps): void {
  route(app, { deps, endpoint: endpoints.exportOwnData }, async ({ caller, context }) => {
    const lines = ownData(caller.playerId, { ...deps, logId: deps.writer.logId, sealer: deps.tokenSealer });
    addHeader(context, "Content-Type", "application/json");
    addHeader(context, "Content-Disposition", 'attachment; filename="florin-own-data.json"');
    context.set("hasAnswerHeaders", true);
    return new Response(bodyOf(lines), { headers: context.get("answerHeaders") });
  });

  route(app, { deps, endpoint: endpoints.forgetMe }, async (call) => {
    const { playerId } = call.caller;
    const [identity] = await deps.db.query<Row & { readonly username: string }>(
      "select username from identities where player_id = $1",
      [playerId],
    );
    if (identity?.username.toLowerCase() !== call.body.confirm.toLowerCase()) {
      const detail = "confirm: Must be your user name";
      const issues = [{ path: "confirm", message: "Must be your user name" }];
      throw new HttpProblem(400, { code: "invalid_request", detail, issues });
    }
    const forgotten = await perform(forgetCommand(call.origin(), await personOf(playerId, deps)), {
      call,
      deps,
    });
    await deps.sessions.endAll(playerId);
    await erasePersonalRows(playerId, deps);
    return forgotten;
  });
}

/** Parts of a text as the body of an answer, produced as they are read. */
function bodyOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await lines.return(undefined)),
  });
}

function forgetCommand(origin: CommandOrigin, person: Person): Submission<{ readonly forgotten: true }> {
  const { playerId } = person;
  const owed = { account: `receivable:${playerId}`, asset: "USD" } as const;
  return {
    ...origin,
    reads: () => ({ streams: [readOfPlayer(playerId), readOfFactors(playerId)], holdings: [owed] }),
    decide: (view) =>
      forgetPlayer(playerId, {
        actor: actorIn(view, person),
        factors: factorsIn(view, playerId),
        at: view.at,
        receivable: view.holding(owed.account, owed.asset),
        unfinishedOf,
      }),
  };
}
