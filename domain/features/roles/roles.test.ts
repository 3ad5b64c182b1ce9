import { describe, expect, it } from "vitest";
import { actorIn, DORA, EMIL, granted, people, ROOT } from "../../testing/deposits.ts";
import { type GivenEvent, GivenLog, given } from "../../testing/given.ts";
import { ALICE, unfinishedIn } from "../../testing/players.ts";
import { shownOf, shownPerson } from "../../testing/proposals.ts";
import { grantRole, isAdmin, liftSuspension, revokeRole, suspendPlayer } from "./admin.ts";
import { playerSuspended, roleRevoked, suspensionLifted } from "./events.ts";
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
  it("is granted by an admin, with name and reason", () => {
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

  it("is granted and revoked by nobody else", () => {
    for (const actor of [ALICE, "p_nobody"]) {
      given(...people).refuses(changes(grantRole, actor, EMIL, "moderator"), "forbidden");
      given(...people).refuses(changes(revokeRole, actor, EMIL), "forbidden");
    }
    given(...people, granted(ALICE, "moderator"))
      .when(changes(grantRole, ALICE, EMIL, "moderator"))
      .refused("forbidden");
  });

  it("cannot be granted to oneself", () => {
    for (const actor of [ROOT, DORA])
      given(...people).refuses(changes(grantRole, actor, actor, "moderator"), "own_role");
  });

  it("is granted once and revoked once", () => {
    given(...people).refuses(changes(grantRole, DORA, EMIL), "role_held");
    given(...people).refuses(changes(revokeRole, DORA, ALICE), "role_not_held");
    given(...people).answers(changes(revokeRole, DORA, EMIL), { playerId: EMIL });
    given(...people).refuses(changes(grantRole, DORA, "p_nobody"), "unknown_player");
  });

  it("is revoked with name and reason, and the player's other role stays", () => {
    const both = [...people, granted(EMIL, "moderator")];
    for (const role of ["admin", "moderator"] as const) {
      const revoked = roleRevoked(EMIL, { by: DORA, reason: "Because", role });
      given(...both)
        .when(changes(revokeRole, DORA, EMIL, role))
        .then(revoked);
      const other = role === "admin" ? "moderator" : "admin";
      given(...both, revoked).refuses(changes(grantRole, DORA, EMIL, other), "role_held");
      given(...both, revoked).answers(changes(grantRole, DORA, EMIL, role), { playerId: EMIL });
    }
  });

  it("from the settings cannot be revoked by an event", () => {
    given(...people).refuses(changes(revokeRole, DORA, ROOT), "listed_admin");
    given(...people).refuses(changes(revokeRole, DORA, ROOT, "moderator"), "role_not_held");
    given(...people).refuses(acts(suspendPlayer, DORA, ROOT), "listed_admin");
  });

  it("does not count once it is revoked, or while its holder is suspended", () => {
    const taken = roleRevoked(DORA, { by: ROOT, reason: "r", role: "admin" });
    given(...people, taken).refuses(changes(grantRole, DORA, ALICE), "forbidden");
    given(...people, suspended(DORA)).refuses(changes(grantRole, DORA, ALICE), "forbidden");
    given(...people, suspended(DORA)).refuses(acts(liftSuspension, DORA, DORA), "forbidden");
  });
});

describe("a suspension", () => {
  it("is set by an admin, for another player, once, and can be lifted once", () => {
    given(...people).refuses(acts(suspendPlayer, ALICE, EMIL), "forbidden");
    given(...people).refuses(acts(suspendPlayer, DORA, DORA), "own_suspension");
    given(...people)
      .when(acts(suspendPlayer, DORA, ALICE))
      .then(playerSuspended(ALICE, { by: DORA, reason: "Because" }));
    given(...people, suspended(ALICE)).refuses(acts(suspendPlayer, DORA, ALICE), "suspended_already");
    given(...people, suspended(ALICE))
      .when(acts(liftSuspension, DORA, ALICE))
      .then(suspensionLifted(ALICE, { by: DORA, reason: "Because", confirmedBy: null }));
    given(...people).refuses(acts(suspendPlayer, DORA, "p_nobody"), "unknown_player");
    given(...people).refuses(acts(liftSuspension, DORA, ALICE), "not_suspended");
  });
});

it("an admin is a registered player named by the settings or appointed by an admin", () => {
  const { decision } = given(...people).when((log) => ({
    events: [],
    answer: { admins: [ROOT, DORA, ALICE, "p_nobody"].filter((id) => isAdmin(actorIn(log, id))) },
  }));
  expect(decision).toMatchObject({ answer: { admins: [ROOT, DORA] } });
});

it("the second admin of a role or a suspension sees whom it is about, and the role", () => {
  const player = shownPerson(ALICE);
  for (const role of ["admin", "moderator"] as const)
    expect(shownOf({ kind: "grant_role", playerId: ALICE, role })).toEqual({
      kind: "grant_role",
      player,
      role,
    });
  expect(shownOf({ kind: "lift_suspension", playerId: ALICE })).toEqual({ kind: "lift_suspension", player });
});

it("a player with a role, or suspended, is not forgotten before that has ended", () => {
  const ROLES_HELD = "Your roles have to be given up.";
  const SUSPENDED = "Your suspension has to be lifted.";
  const reasons = (...events: readonly GivenEvent[]) => {
    const log = new GivenLog();
    log.append([...people, ...events]);
    return unfinishedIn(log).filter((one) => one === ROLES_HELD || one === SUSPENDED);
  };
  const revoked = (role: Role) => roleRevoked(ALICE, { by: ROOT, reason: "r", role });
  const lifted = suspensionLifted(ALICE, { by: ROOT, reason: "r", confirmedBy: null });
  const both = [granted(ALICE, "admin"), granted(ALICE, "moderator")];
  expect(reasons()).toEqual([]);
  expect(reasons(...both, revoked("admin"))).toEqual([ROLES_HELD]);
  expect(reasons(...both, revoked("admin"), revoked("moderator"))).toEqual([]);
  expect(reasons(suspended(ALICE))).toEqual([SUSPENDED]);
  expect(reasons(suspended(ALICE), lifted)).toEqual([]);
});
