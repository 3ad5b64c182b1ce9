import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { forgetPlayer } from "#domain/features/own-data/forget.ts";
import { unfinishedOf } from "#domain/features/registry.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { requestHashOf } from "#service/event-store/append/hashing.ts";
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

/**
 * Ends a player's sessions and erases all personal rows, in one transaction: after a crash before it, the session is
 * there to ask again. Idempotent.
 */
async function erasePersonalRows(
  playerId: string,
  { db, sessions, tokenSealer, features }: Pick<Core, "db" | "features"> & OwnDataServices,
): Promise<void> {
  const statements = features.flatMap(({ personal }) => personal.flatMap(({ erase = [] }) => erase));
  const ended = await db.transaction(async (tx) => {
    const hashes = await sessions.deleteIn(tx, playerId);
    const [identity] = await tx.query<Row & { readonly platform_id: string }>(
      "select platform_id from identities where player_id = $1 for update",
      [playerId],
    );
    if (identity === undefined) return hashes;
    await keepTrace(tx, { playerId, platformId: identity.platform_id }, tokenSealer);
    for (const text of statements) await tx.query(text, text.includes("$1") ? [playerId] : []);
    await tx.query("delete from identities where player_id = $1", [playerId]);
    return hashes;
  });
  sessions.ended(ended);
}

type OwnDataServices = { readonly sessions: Sessions; readonly tokenSealer: Sealer };
type OwnDataDeps = Deps & OwnDataServices;

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
    const [identity] = await deps.db.query<Row & { readonly username: string; readonly created_at: bigint }>(
      "select username, created_at from identities where player_id = $1",
      [playerId],
    );
    if (identity?.username.toLowerCase() !== call.body.confirm.toLowerCase()) {
      const detail = "confirm: Must be your user name";
      const issues = [{ path: "confirm", message: "Must be your user name" }];
      throw new HttpProblem(400, { code: "invalid_request", detail, issues });
    }
    const origin = sinceReturn(call.origin(), identity.created_at);
    const forgotten = await perform(forgetCommand(origin, await personOf(playerId, deps)), { call, deps });
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

/**
 * The origin of a request to be forgotten, as another one for each return: the key of an earlier erasure would
 * otherwise erase a returned player, who may owe or stake something, without a decision.
 */
const sinceReturn = (origin: CommandOrigin, createdAt: bigint): CommandOrigin => ({
  ...origin,
  requestHash: requestHashOf(Buffer.from(origin.requestHash).toString("hex"), String(createdAt)),
});

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
