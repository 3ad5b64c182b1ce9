import { describe, expect, it } from "vitest";
import { chatMuted, chatSlowed } from "#domain/features/chat/events.ts";
import { depositClaimed } from "#domain/features/deposits/events.ts";
import { playerBlocked } from "#domain/features/friendships/events.ts";
import { eventTypes } from "#domain/features/registry.ts";
import {
  playerSuspended,
  roleGranted,
  roleRevoked,
  suspensionLifted,
} from "#domain/features/roles/events.ts";
import { settingsChanged } from "#domain/features/settings/events.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { DORA, EMIL, people, ROOT } from "#domain/testing/deposits.ts";
import { GivenLog, NOON } from "#domain/testing/given.ts";
import { ALICE, registered } from "#domain/testing/players.ts";
import { agreed } from "#domain/testing/proposals.ts";
import { logModelOf } from "#service/features/log-model.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

const by = { by: ROOT, reason: "r" };
const moderates = (playerId: string, over: object = {}) =>
  roleGranted(playerId, { ...by, role: "moderator", confirmedBy: null, ...over });
const suspends = (playerId: string, who = ROOT) => playerSuspended(playerId, { by: who, reason: "r" });

/** The problem with a log in which some events come one by one. */
function problemOf(...events: readonly NewEvent[]): string | null {
  const log = new GivenLog();
  log.append(people);
  for (const event of events) log.append([event]);
  return problemOfEvents(log.events);
}

describe("a forged act of an admin", () => {
  it("is found if the admin was suspended at that position", () => {
    const set = settingsChanged({ ...by, values: { stakeMax: "5" }, confirmedBy: null });
    expect(problemOf(set, suspends(ROOT, DORA))).toBeNull();
    expect(problemOf(suspends(ROOT, DORA), set)).toBe("SettingsChanged is by somebody who was suspended.");
    const lifted = suspensionLifted(ROOT, { by: EMIL, reason: "r", confirmedBy: null });
    expect(problemOf(suspends(ROOT, DORA), lifted, set)).toBeNull();
    expect(problemOf(suspends(ROOT, DORA), depositClaimed({ depositId: "d", by: ROOT, until: 1 }))).toBe(
      "DepositClaimed is by somebody who was suspended.",
    );
  });

  it("is found if it gives a role to its own author or confirmer, or suspends its author", () => {
    const own = "RoleGranted is by its own player.";
    expect(problemOf(moderates(EMIL, { by: EMIL }))).toBe(own);
    const two = { by: ROOT, reason: "r", confirmedBy: ALICE };
    const log = new GivenLog();
    log.append(people);
    const act = { kind: "grant_role", playerId: ALICE, role: "admin" } as const;
    log.append([...agreed(act, two), roleGranted(ALICE, { ...two, role: "admin" })]);
    expect(problemOfEvents(log.events)).toBe(own);
    expect(problemOf(suspends(ROOT))).toBe("PlayerSuspended is by its own player.");
  });

  it("is found if it gives a role that is held, takes one that is not, or changes no suspension", () => {
    const revokes = roleRevoked(ALICE, { ...by, role: "moderator" });
    const lifts = suspensionLifted(ALICE, { ...by, confirmedBy: null });
    expect(problemOf(moderates(ALICE), revokes, moderates(ALICE), suspends(ALICE), lifts)).toBeNull();
    expect(problemOf(moderates(ALICE), moderates(ALICE))).toBe("RoleGranted changes nothing.");
    expect(problemOf(revokes)).toBe("RoleRevoked changes nothing.");
    expect(problemOf(suspends(ALICE), suspends(ALICE))).toBe("PlayerSuspended changes nothing.");
    expect(problemOf(lifts)).toBe("SuspensionLifted changes nothing.");
    expect(problemOf(moderates("p_ghost"))).toBe("RoleGranted concerns somebody who never registered.");
  });
});

describe("an act of staff, where it is known whom settings have named as admins", () => {
  const set = settingsChanged({ ...by, values: { stakeMax: "5" }, confirmedBy: null });
  const slows = (who: string) => chatSlowed({ by: who, reason: "r", seconds: 5, until: 9 });
  const NO_ROLE = (type: string, who: string) => `${type} is by ${who}, who had no role for it.`;

  /** The problem of a log without any role at its beginning. */
  function problemOfRoles(admins: readonly string[], ...events: readonly NewEvent[]): string | null {
    const log = new GivenLog();
    log.append([ALICE, EMIL, ROOT].map((id) => registered(id)));
    for (const event of events) log.append([event]);
    return problemOfEvents(log.events, logModelOf({ admins: new Set(admins) }));
  }

  it("is right by an admin of the settings, or by one whom a grant made an admin", () => {
    expect(problemOfRoles([ROOT], set)).toBeNull();
    expect(problemOfRoles([], set)).toBe(NO_ROLE("SettingsChanged", ROOT));
    const own = settingsChanged({ by: ALICE, reason: "r", values: { stakeMax: "5" }, confirmedBy: null });
    expect(problemOfRoles([ROOT], own)).toBe(NO_ROLE("SettingsChanged", ALICE));
    expect(problemOfRoles([ROOT], moderates(EMIL), slows(EMIL))).toBeNull();
  });

  it("is wrong before a role was given, and after it was taken", () => {
    const takes = roleRevoked(EMIL, { ...by, role: "moderator" });
    expect(problemOfRoles([ROOT], slows(EMIL), moderates(EMIL))).toBe(NO_ROLE("ChatSlowed", EMIL));
    expect(problemOfRoles([ROOT], moderates(EMIL), takes, slows(EMIL))).toBe(NO_ROLE("ChatSlowed", EMIL));
  });

  it("is wrong by a moderator where only an admin may do it", () => {
    const own = depositClaimed({ depositId: "d", by: EMIL, until: 1 });
    expect(problemOfRoles([ROOT], moderates(EMIL), own)).toBe(NO_ROLE("DepositClaimed", EMIL));
  });

  it("is wrong by a moderator who mutes as if they were an admin", () => {
    const muted = (rank: "admin" | "moderator", who: string) =>
      chatMuted(ALICE, { by: who, reason: "r", rank, until: NOON });
    expect(problemOfRoles([ROOT], moderates(EMIL), muted("moderator", EMIL))).toBeNull();
    expect(problemOfRoles([ROOT], moderates(EMIL), muted("admin", EMIL))).toBe(NO_ROLE("ChatMuted", EMIL));
    expect(problemOfRoles([ROOT], muted("admin", ROOT))).toBeNull();
    expect(problemOfRoles([ROOT, EMIL], moderates(EMIL), muted("admin", EMIL))).toBeNull();
  });

  it("is wrong if only the second admin had no role", () => {
    const two = { by: ROOT, reason: "r", confirmedBy: EMIL };
    const act = { kind: "grant_role", playerId: ALICE, role: "admin" } as const;
    const log = new GivenLog();
    log.append([ALICE, EMIL, ROOT].map((id) => registered(id)));
    log.append([...agreed(act, two), roleGranted(ALICE, { ...two, role: "admin" })]);
    expect(problemOfEvents(log.events, logModelOf({ admins: new Set([ROOT, EMIL]) }))).toBeNull();
    expect(problemOfEvents(log.events, logModelOf({ admins: new Set([ROOT]) }))).toBe(
      NO_ROLE("ProposalConfirmed", EMIL),
    );
  });
});

it("lets anybody act only in events that say by whom they are", () => {
  const ofAnybody = Object.values(eventTypes).filter(({ isByAnybody }) => isByAnybody);
  expect(ofAnybody).not.toEqual([]);
  for (const { example } of ofAnybody) expect(example().payload).toHaveProperty("by");
});

it("leaves the acts of suspended players to those players", () => {
  const blocks = playerBlocked({
    ...{ by: ALICE, playerId: DORA, requestId: null, askedBy: null, endedFriendship: false },
  });
  expect(problemOf(suspends(ALICE), blocks)).toBeNull();
});
