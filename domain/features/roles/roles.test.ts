import { describe, expect, it } from "vitest";
import { actorIn, DORA, EMIL, granted, people, ROOT } from "../../testing/deposits.ts";
import { type GivenLog, given } from "../../testing/given.ts";
import { ALICE } from "../../testing/players.ts";
import { grantRole, isAdmin, liftSuspension, revokeRole, suspendPlayer } from "./admin.ts";
import { playerSuspended, roleRevoked } from "./events.ts";
import type { Role } from "./rules.ts";

const groundIn = (log: GivenLog, actorId: string, playerId: string) => ({
  actor: actorIn(log, actorId),
  subject: actorIn(log, playerId),
});
const changes =
  (decide: typeof grantRole, actorId: string, playerId: string, role: Role = "admin") =>
  (log: GivenLog) =>
    decide({ actorId, playerId, role, reason: "Because" }, groundIn(log, actorId, playerId));
const acts = (decide: typeof suspendPlayer, actorId: string, playerId: string) => (log: GivenLog) =>
  decide({ actorId, playerId, reason: "Because" }, groundIn(log, actorId, playerId));
const suspended = (playerId: string) => playerSuspended(playerId, { by: ROOT, reason: "r" });

describe("a role", () => {
  it("is given by an admin, with who and why", () => {
    for (const actor of [ROOT, DORA]) {
      given(...people)
        .when(changes(grantRole, actor, ALICE, "moderator"))
        .then({
          type: "RoleGranted",
          schemaVersion: 2,
          stream: "player:p_alice",
          payload: { by: actor, reason: "Because", role: "moderator", confirmedBy: null },
          postings: [],
        });
    }
  });

  it("is given and taken by nobody else", () => {
    for (const actor of [ALICE, "p_nobody"]) {
      given(...people)
        .when(changes(grantRole, actor, EMIL, "moderator"))
        .refused("forbidden");
      given(...people)
        .when(changes(revokeRole, actor, EMIL))
        .refused("forbidden");
    }
    given(...people, granted(ALICE, "moderator"))
      .when(changes(grantRole, ALICE, EMIL, "moderator"))
      .refused("forbidden");
  });

  it("is given by nobody to themselves", () => {
    for (const actor of [ROOT, DORA])
      given(...people)
        .when(changes(grantRole, actor, actor, "moderator"))
        .refused("own_role");
  });

  it("is given once and taken once", () => {
    given(...people)
      .when(changes(grantRole, DORA, EMIL))
      .refused("role_held");
    given(...people)
      .when(changes(revokeRole, DORA, ALICE))
      .refused("role_not_held");
    given(...people)
      .when(changes(revokeRole, DORA, EMIL))
      .answers({ playerId: EMIL });
    given(...people)
      .when(changes(grantRole, DORA, "p_nobody"))
      .refused("unknown_player");
  });

  it("that the settings give is taken by no event", () => {
    given(...people)
      .when(changes(revokeRole, DORA, ROOT))
      .refused("listed_admin");
    given(...people)
      .when(acts(suspendPlayer, DORA, ROOT))
      .refused("listed_admin");
  });

  it("counts for nothing once it is taken, or while its holder is suspended", () => {
    const taken = roleRevoked(DORA, { by: ROOT, reason: "r", role: "admin" });
    given(...people, taken)
      .when(changes(grantRole, DORA, ALICE))
      .refused("forbidden");
    given(...people, suspended(DORA))
      .when(changes(grantRole, DORA, ALICE))
      .refused("forbidden");
    given(...people, suspended(DORA))
      .when(acts(liftSuspension, DORA, DORA))
      .refused("forbidden");
  });
});

describe("a suspension", () => {
  it("is an admin's, of somebody else, once, and can be lifted once", () => {
    given(...people)
      .when(acts(suspendPlayer, ALICE, EMIL))
      .refused("forbidden");
    given(...people)
      .when(acts(suspendPlayer, DORA, DORA))
      .refused("own_suspension");
    given(...people)
      .when(acts(suspendPlayer, DORA, ALICE))
      .answers({ playerId: ALICE });
    given(...people, suspended(ALICE))
      .when(acts(suspendPlayer, DORA, ALICE))
      .refused("suspended_already");
    given(...people, suspended(ALICE))
      .when(acts(liftSuspension, DORA, ALICE))
      .answers({ playerId: ALICE });
    given(...people)
      .when(acts(liftSuspension, DORA, ALICE))
      .refused("not_suspended");
  });
});

it("an admin is whoever the settings name or an admin made one, and is registered", () => {
  const { decision } = given(...people).when((log) => ({
    events: [],
    answer: { admins: [ROOT, DORA, ALICE, "p_nobody"].filter((id) => isAdmin(actorIn(log, id))) },
  }));
  expect(decision).toMatchObject({ answer: { admins: [ROOT, DORA] } });
});
