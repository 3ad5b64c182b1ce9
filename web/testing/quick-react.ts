import * as React from "react";

/** What React's packages share among each other; it has no type for it. */
interface Shared {
  recentlyCreatedOwnerStacks: number;
}

const SHARED = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
const shared = (React as unknown as { readonly [SHARED]: Shared })[SHARED];

/**
 * Tells React that it has recorded enough stacks: its development build records one for each element, a ninth of the
 * processor time of page tests. Warnings still name their components.
 */
Object.defineProperty(shared, "recentlyCreatedOwnerStacks", {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});
