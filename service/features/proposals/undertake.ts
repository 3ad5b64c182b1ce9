import { endpoints } from "#domain/features/contract.ts";
import type { ProposedAnswer, Wanted } from "#domain/features/proposals/propose.ts";
import type { ActDefinition, ActEndpoint } from "#domain/features/roles/act.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { proposalById } from "#projections/features/proposals/proposals.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { listedAdmins } from "#service/features/roles/actor.ts";
import { definitionsIn } from "#service/features/settings/settings-command.ts";
import type { Caller } from "#service/http/access/caller.ts";
import { jsonAnswer, sentText } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { type Call, perform } from "#service/http/route.ts";
import { timeOrderedId } from "#service/ids.ts";
import { siteLogsOf } from "#service/ledger/peers/site-logs.ts";
import { undertakeCommand } from "./commands.ts";

/** How long a repeated request waits for the read models to show its proposal's status, in milliseconds. */
const SHOWN_WITHIN_MS = 2_000;

/** What commands about proposals know from outside the log. */
export const proposalRequest = async ({ caller }: { readonly caller: Caller }, deps: Deps) => ({
  actorId: caller.playerId,
  listed: await listedAdmins(deps),
  definitions: definitionsIn(deps),
  logs: siteLogsOf(deps),
});

/** The act that a call wants, with the features' hints. */
async function wantedBy(
  act: ActDefinition,
  { call, deps }: { readonly call: Call<ActEndpoint>; readonly deps: Deps },
): Promise<Wanted> {
  const wanted: Wanted = { kind: act.kind, ...act.wanted(call) };
  const hints = await Promise.all(deps.features.map((feature) => feature.hints(wanted, deps)));
  return Object.assign(wanted, ...hints);
}

/**
 * Carries out an admin's act, or proposes it if it needs two.
 * @returns the act's answer, or 202 with the proposal
 */
export async function undertakeAct(
  act: ActDefinition,
  { call, deps }: { readonly call: Call<ActEndpoint>; readonly deps: Deps },
): Promise<Response> {
  const { reason } = call.body;
  const wanted = await wantedBy(act, { call, deps });
  const proposalId = timeOrderedId("prop", deps.now());
  const request = { ...(await proposalRequest(call, deps)), wanted, reason, proposalId };
  const done = await perform(undertakeCommand(call.origin(), request), { call, deps });
  if (isProposed(done)) return jsonAnswer(call.context, await proposedAnswer(done, deps), { status: 202 });
  invariant(act.answer !== undefined, "an act without an answer is proposed");
  return sentText(call.context, JSON.stringify(act.answer(done)));
}

const isProposed = (done: JsonObject): done is ProposedAnswer => "proposal" in done;

/** The proposal with its present status: the request may be a repetition. */
async function proposedAnswer({ proposal }: ProposedAnswer, { reads, writer, now }: Deps) {
  const models = modelsNow({ reads, writer }, SHOWN_WITHIN_MS);
  const shown = await proposalById(models, proposal.id, now());
  const { id, kind, by, reason, expiresAt } = proposal;
  const status = shown?.status ?? "proposed";
  return endpoints.resumeStakes.answers[202].parse({
    proposal: { id, kind, status, by, reason, expiresAt: instantOf(expiresAt) },
  });
}
