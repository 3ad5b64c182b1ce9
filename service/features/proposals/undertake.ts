import type { ActAnswers, Wanted } from "#domain/features/proposals/acts.ts";
import type { ProposedAnswer } from "#domain/features/proposals/propose.ts";
import type { Proposed } from "#domain/features/proposals/proposed.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { proposalById } from "#projections/features/proposals/proposals.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { listedAdmins } from "#service/features/roles/actor.ts";
import { definitionsIn } from "#service/features/settings/settings-command.ts";
import { jsonAnswer } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Call, perform } from "#service/http/route.ts";
import { timeOrderedId } from "#service/ids.ts";
import { undertakeCommand } from "./commands.ts";

/** A request that is sent again hears what has become of its proposal; waited for so long, in milliseconds. */
const SHOWN_WITHIN_MS = 2_000;

type AdminCall = Pick<Call<Endpoint>, "context" | "origin"> & {
  readonly caller: { readonly playerId: string; readonly session: string };
};

/** What every command about proposals knows besides the log. */
export const proposalRequest = async ({ caller }: Pick<AdminCall, "caller">, deps: Deps) => ({
  actorId: caller.playerId,
  listed: await listedAdmins(deps),
  definitions: definitionsIn(deps),
});

/**
 * Does what an admin wants, or proposes it where it needs two.
 * @returns what the act answers, or the answer 202 with the proposal
 */
export async function undertakeFor<K extends Wanted["kind"]>(
  { call, deps }: { readonly call: AdminCall; readonly deps: Deps },
  wanted: Extract<Wanted, { readonly kind: K }>,
  reason: string,
): Promise<Response | (ActAnswers[K] & { readonly position: number })> {
  const proposalId = timeOrderedId("prop", deps.now());
  const request = { ...(await proposalRequest(call, deps)), wanted, reason, proposalId };
  const done = await perform(undertakeCommand(call.origin(), request), { call: call as never, deps });
  if (!("proposal" in done)) return done as unknown as ActAnswers[K] & { readonly position: number };
  return jsonAnswer(call.context, await proposedAnswer(done, deps), { status: 202 });
}

/** The proposal with its present status: the request may be the second of its kind. */
async function proposedAnswer({ proposal }: ProposedAnswer, { reads, writer, now }: Deps): Promise<Proposed> {
  const models = reads.reaching(writer.head.position, SHOWN_WITHIN_MS);
  const shown = await proposalById(models, proposal.id, now());
  const { id, kind, by, reason, expiresAt } = proposal;
  const status = shown?.status ?? "proposed";
  return { proposal: { id, kind, status, by, reason, expiresAt: instantOf(expiresAt) } };
}
