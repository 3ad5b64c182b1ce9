import type { Answer } from "#web/lib/api/api.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

export type Proposal = Answer<"GET /admin/proposals">["items"][number];
export type ProposalStatus = Proposal["status"];

/** Proposals on one page. */
export const PROPOSALS_PER_PAGE = 20;
/** How often they are asked for while the live stream is down, in milliseconds. */
const PROPOSALS_POLL_MS = 10_000;

/** A page of the proposals of one status. */
export const proposalsQuery = (status: ProposalStatus, next: string | undefined) =>
  apiQuery("GET /admin/proposals", {
    input: { query: { status, limit: String(PROPOSALS_PER_PAGE), ...(next !== undefined && { next }) } },
    topics: ["reviews"],
    pollMs: PROPOSALS_POLL_MS,
  });
