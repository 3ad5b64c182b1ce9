/** An unconfirmed proposal lapses after this time, in milliseconds. */
export const PROPOSAL_MS = 24 * 60 * 60 * 1_000;
/** How many open proposals one admin may have. */
export const OPEN_PROPOSALS_MAX = 10;
/** So many closed proposals are remembered, to say what became of them. */
export const CLOSED_PROPOSALS_KEPT_MAX = 200;
