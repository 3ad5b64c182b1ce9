import { z } from "zod";
import { type Endpoint, endpoint, instantText, listQuery, page, position } from "../../kernel/contract.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { ActDefinition } from "../roles/act.ts";
import { adminPlayerSchema, bareAct } from "../roles/contract.ts";

/** The acts of all features, each under the name of its call. */
export type Acts = { readonly [call: string]: ActDefinition };

/** The same, with its values typed by its names. */
export type ActsAs<A extends Acts> = A & { readonly [call: string]: A[keyof A] };

export const PROPOSAL_STATUSES = ["proposed", "confirmed", "withdrawn", "lapsed"] as const;

const shapeOf = <const K extends string>(kinds: readonly K[]) => ({
  id: z.string(),
  kind: z.enum(kinds),
  status: z.enum(PROPOSAL_STATUSES),
  /** The id of the admin who proposed it. */
  by: z.string(),
  reason: z.string(),
  expiresAt: instantText,
});

/** Why somebody cannot do something, as the call would answer. */
const barSchema = z.strictObject({ code: z.string(), detail: z.string() });

function nonEmpty<T>([first, ...rest]: readonly T[]): readonly [T, ...T[]] {
  invariant(first !== undefined, "there are acts that need two admins");
  return [first, ...rest];
}

function proposalSchemaOf<const A extends ActDefinition>(acts: readonly A[]) {
  return z.strictObject({
    ...shapeOf(acts.map((act): A["kind"] => act.kind)),
    position,
    createdAt: instantText,
    proposer: adminPlayerSchema,
    /** What is proposed, in words of the API: money with two decimals, people by name. */
    act: z.discriminatedUnion("kind", nonEmpty(acts.map((act): A["shown"] => act.shown))),
    /** Who confirmed or withdrew it, and when. */
    endedBy: adminPlayerSchema.nullable(),
    endedAt: instantText.nullable(),
    /** Why the caller cannot confirm it; null if they can. */
    bar: barSchema.nullable(),
  });
}

/** The answer 202 of a call that needs a second admin: nothing is changed yet. */
const proposedSchemaOf = <const A extends ActDefinition>(acts: readonly A[]) =>
  z.strictObject({ proposal: z.strictObject(shapeOf(acts.map((act): A["kind"] => act.kind))) });

/** A call that answers with a proposal as well. */
type ProposingOf<E extends Endpoint, S extends z.ZodType> = E & { readonly answers: { readonly 202: S } };

const ended = z.strictObject({ id: z.string(), status: z.enum(["confirmed", "withdrawn"]), position });

const endpointsOf = <const A extends ActDefinition>(acts: readonly A[]) => ({
  proposals: endpoint("GET /admin/proposals", "admin", {
    summary: "Proposals that need a second admin, newest first",
    exports: true,
    query: listQuery.extend({ status: z.enum(PROPOSAL_STATUSES).optional() }),
    answers: { 200: page(proposalSchemaOf(acts)) },
  }),
  confirmProposal: endpoint("POST /admin/proposals/{id}/confirm", "admin", {
    ...bareAct(ended),
    summary: "Confirm another admin's proposal",
    isSensitive: true,
  }),
  withdrawProposal: endpoint("POST /admin/proposals/{id}/withdraw", "admin", {
    ...bareAct(ended),
    summary: "Withdraw one's own proposal",
  }),
});

/** The calls of proposals, and those of the acts. @param acts what of all features may need two admins */
export function proposalEndpointsOf<const A extends Acts>(acts: ActsAs<A>) {
  const all = Object.values<A[keyof A]>(acts);
  const proposed = proposedSchemaOf(all);
  const calls = Object.entries(acts).map(([name, { endpoint: call }]) => [
    name,
    { ...call, answers: { ...call.answers, 202: proposed } },
  ]);
  const proposing: { readonly [N in keyof A]: ProposingOf<A[N]["endpoint"], typeof proposed> } =
    Object.fromEntries(calls);
  return { ...endpointsOf(all), ...proposing };
}
