import { expect, it } from "vitest";
import { DORA, people, ROOT } from "../../testing/deposits.ts";
import { GivenLog, NOON } from "../../testing/given.ts";
import { ALICE } from "../../testing/players.ts";
import { confirms, wants, withdraws } from "../../testing/proposals.ts";
import { proposalMade } from "./events.ts";
import { PROPOSAL_MS } from "./rules.ts";

it("a proposal of an act that no feature declares can be read and withdrawn, but never confirmed", () => {
  const log = new GivenLog();
  log.append(people);
  const act = { kind: "raze_bank", how: [{ fast: true }] };
  const expiresAt = NOON + PROPOSAL_MS;
  log.append([proposalMade({ proposalId: "prop_1", by: ROOT, reason: "Because", expiresAt, act })]);
  expect(confirms(DORA)(log)).toMatchObject({ refused: { code: "proposal_stale" } });
  const granting = wants(ROOT, { kind: "grant_role", playerId: ALICE, role: "admin" }, "prop_2")(log);
  expect(granting).toMatchObject({ events: [{ type: "ProposalMade" }] });
  expect(withdraws(ROOT)(log)).toMatchObject({ events: [{ type: "ProposalWithdrawn" }] });
});
