import { expect, it } from "vitest";
import { chatMuted } from "#domain/features/chat/events.ts";
import { MODERATOR_MUTE_MINUTES_MAX } from "#domain/features/chat/rules.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { DORA, granted, ROOT } from "#domain/testing/deposits.ts";
import { GivenLog, NOON } from "#domain/testing/given.ts";
import { ALICE, registered } from "#domain/testing/players.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

const EMIL = "p_emil";
const DAY = NOON + MODERATOR_MUTE_MINUTES_MAX * MINUTE_MS;

type Muting = Parameters<typeof chatMuted>[1];
/** The problem with mutes among an admin, a moderator and a player. */
function problemOf(...mutes: readonly (Partial<Muting> & { readonly of: string })[]): string | null {
  const log = new GivenLog();
  log.append([ROOT, DORA, EMIL, ALICE].map((id) => registered(id)));
  log.append([granted(DORA), granted(EMIL, "moderator")]);
  for (const { of, ...mute } of mutes)
    log.append([chatMuted(of, { by: EMIL, reason: "Spam", rank: "moderator", until: DAY, ...mute })]);
  return problemOfEvents(log.events);
}

it("accepts mutes of players by moderators, and of both by admins", () => {
  expect(problemOf({ of: ALICE }, { of: ALICE, until: DAY - 1 })).toBeNull();
  expect(problemOf({ of: EMIL, by: DORA, rank: "admin", until: null })).toBeNull();
  const over = { of: ALICE, by: DORA, rank: "admin", until: NOON - MINUTE_MS } as const;
  expect(problemOf(over, { of: ALICE })).toBeNull();
});

it("rejects mutes of equals, superiors and oneself", () => {
  const equal = "Somebody was muted in the chat by an equal.";
  expect(problemOf({ of: DORA })).toBe(equal);
  expect(problemOf({ of: EMIL, by: ROOT })).toBe(equal);
  expect(problemOf({ of: DORA, by: ROOT, rank: "admin" })).toBe(equal);
  expect(problemOf({ of: EMIL })).toBe("Somebody muted themselves in the chat.");
});

it("rejects a moderator's mute that is too long, or replaces an admin's", () => {
  const long = "A moderator muted somebody for longer than moderators may.";
  expect(problemOf({ of: ALICE, until: null })).toBe(long);
  expect(problemOf({ of: ALICE, until: DAY + 2 * MINUTE_MS })).toBe(long);
  expect(problemOf({ of: ALICE, by: DORA, rank: "admin", until: null }, { of: ALICE })).toBe(
    "A moderator replaced a mute that an admin decided.",
  );
});
