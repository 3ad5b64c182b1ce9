import type { Answer } from "#web/lib/api/api.ts";

type Proposed = Answer<"POST /admin/stakes/resume">;

/** The answer to an act that waits for a second admin. */
export const aProposed = (differently: Partial<Proposed["proposal"]> = {}): Proposed => ({
  proposal: {
    id: "prop_1",
    kind: "grant_role",
    status: "proposed",
    by: "p_admin",
    reason: "Because",
    expiresAt: "2026-11-21T10:00:00.000Z",
    ...differently,
  },
});
