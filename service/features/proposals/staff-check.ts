import { eventTypes } from "#domain/features/registry.ts";
import {
  playerSuspended,
  roleGranted,
  roleRevoked,
  suspensionLifted,
} from "#domain/features/roles/events.ts";
import { type Standing, standing } from "#domain/features/roles/standing.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventDefinition } from "#domain/kernel/events/event-definition.ts";
import type { Player } from "#domain/player/player.ts";
import { logFormat } from "#service/features/log-format.ts";
import { playerIdOf } from "#service/features/players/checks.ts";
import { Format2Problems } from "#service/ledger/verifier/checks/format-2-problems.ts";
import type { FormatPass } from "#service/ledger/verifier/checks/format-check.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";

const isByStaff = ({ isByAnybody, example }: EventDefinition): boolean => {
  const { payload } = example();
  return !isByAnybody && ["by", "firstBy", "confirmedBy"].some((key) => Object.hasOwn(payload, key));
};
const typesThat = (are: (definition: EventDefinition) => boolean): ReadonlySet<string> =>
  new Set(
    Object.values(eventTypes)
      .filter(are)
      .map(({ type }) => type),
  );
const ACTS = typesThat(isByStaff);
const MODERATORS_ACTS = typesThat(({ isByModerators }) => isByModerators);
const CHANGES = new Map(standing.on.map((handler) => [handler.type, handler]));

/** Checks that nobody acts as an admin or moderator while suspended, and what changes roles and suspensions. */
class StaffPass implements CheckPass {
  readonly #standings = new Map<string, Standing>();
  readonly #problems: Format2Problems;
  readonly #admins: ReadonlySet<string> | null;

  constructor(log: FormatPass, admins: ReadonlySet<string> | null) {
    this.#problems = new Format2Problems(log);
    this.#admins = admins;
  }

  event(event: RecordedEvent, state: unknown): void {
    this.#problems.judge();
    if (!ACTS.has(event.type)) return;
    const { by, firstBy, confirmedBy } = event.payload;
    for (const id of [by, firstBy, confirmedBy]) {
      const problem = typeof id === "string" ? this.#problemOfAuthor(id, event) : null;
      if (problem !== null) this.#problems.add(event.position, problem);
    }
    this.#change(event, state);
  }

  #problemOfAuthor(id: string, event: RecordedEvent): string | null {
    const { type } = event;
    const { roles, suspended } = this.#standingOf(id);
    if (suspended) return `${type} is by somebody who was suspended.`;
    if (this.#admins === null || this.#admins.has(id) || roles.includes("admin")) return null;
    if (MODERATORS_ACTS.has(type) && roles.includes("moderator") && !saysAdmin(event)) return null;
    return `${type} is by ${id}, who had no role for it.`;
  }

  #standingOf(id: string): Standing {
    return this.#standings.get(id) ?? standing.declared.initial;
  }

  #change(event: RecordedEvent, state: unknown): void {
    const handler = CHANGES.get(event.type);
    if (handler === undefined) return;
    const id = playerIdOf(event);
    const before = this.#standingOf(id);
    const problem = problemOfChange(event, { before, player: state as Player });
    if (problem !== null) this.#problems.add(event.position, problem);
    this.#standings.set(id, handler.evolve(before, event, event.stream));
  }

  end(): void {
    this.#problems.end();
  }
}

/** Whether an act is said to be an admin's. Version 1 of mutes did not say whose they were. */
const saysAdmin = ({ schemaVersion, payload }: RecordedEvent): boolean =>
  schemaVersion > 1 && payload["rank"] === "admin";

/** What is wrong with a change of somebody's roles or suspension; null for nothing. */
function problemOfChange(
  event: RecordedEvent,
  { before: { roles, suspended }, player }: { readonly before: Standing; readonly player: Player },
): string | null {
  const { type, payload } = event;
  if (player.status === "absent") return `${type} concerns somebody who never registered.`;
  const isOwn = [payload["by"], payload["confirmedBy"]].includes(playerIdOf(event));
  if (isOwn && (roleGranted.is(event) || playerSuspended.is(event))) return `${type} is by its own player.`;
  const isNew =
    (roleGranted.is(event) && !roles.includes(event.payload.role)) ||
    (roleRevoked.is(event) && roles.includes(event.payload.role)) ||
    (playerSuspended.is(event) && !suspended) ||
    (suspensionLifted.is(event) && suspended);
  return isNew ? null : `${type} changes nothing.`;
}

/** @param admins players whom settings outside the log have named as admins; null where that is not known */
export const staffCheck = (admins: ReadonlySet<string> | null): LogCheck<StaffPass> => ({
  name: "staff",
  begin: (passOf) => new StaffPass(passOf(logFormat), admins),
});
