import { playerAccount } from "#domain/accounts/account.ts";
import { proposalConfirmed } from "#domain/features/proposals/events.ts";
import type { Proposals } from "#domain/features/proposals/proposals.ts";
import { eventTypes } from "#domain/features/registry.ts";
import {
  playerSuspended,
  roleGranted,
  roleRevoked,
  suspensionLifted,
} from "#domain/features/roles/events.ts";
import { refusalOfFirst, refusalOfSecond, type Second } from "#domain/features/roles/second.ts";
import { roleMsOf } from "#domain/features/roles/settings.ts";
import { type Standing, standing } from "#domain/features/roles/standing.ts";
import { settingsChanged } from "#domain/features/settings/events.ts";
import { initialSettings, settingsStreamKind } from "#domain/features/settings/settings.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { Settings } from "#domain/kernel/setting.ts";
import type { Player } from "#domain/player/player.ts";
import { logFormat } from "#service/features/log-format.ts";
import { ACTS_OF_ANYBODY, ACTS_OF_MODERATORS } from "#service/features/staff-acts.ts";
import { Format2Problems } from "#service/ledger/verifier/checks/format-2-problems.ts";
import type { FormatPass } from "#service/ledger/verifier/checks/format-check.ts";
import type { AmountOf, CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";

const namesSomebody = (type: string): boolean => {
  const payload = eventTypes[type]?.example().payload ?? {};
  return ["by", "firstBy", "confirmedBy"].some((key) => Object.hasOwn(payload, key));
};
const ACTS = new Set(
  Object.keys(eventTypes).filter((type) => namesSomebody(type) && !ACTS_OF_ANYBODY.has(type)),
);
const CHANGES = new Map(standing.on.map((handler) => [handler.type, handler]));

/** The player of a change of roles or suspension, by the name of their stream. */
const subjectOf = ({ stream }: RecordedEvent): string => stream.slice(stream.indexOf(":") + 1);

/**
 * Checks that acts of admins and moderators are by people who had the role at that position and were not suspended, and
 * by two who could be a pair. Whoever had no such role by a grant must have been named in the service's settings, which
 * no event tells: they are collected.
 */
class StaffPass implements CheckPass {
  readonly listed = new Map<string, number>();
  readonly #standings = new Map<string, Standing>();
  #settings: Settings = initialSettings;
  readonly #log: FormatPass;
  readonly #problems: Format2Problems;

  constructor(log: FormatPass) {
    this.#log = log;
    this.#problems = new Format2Problems(log);
  }

  event(event: RecordedEvent, state: unknown, amountOf: AmountOf): void {
    this.#problems.judge();
    if (!ACTS.has(event.type)) return;
    const people = this.#staffIn(event);
    for (const id of people) this.#expectStaff(id, event, amountOf);
    if (proposalConfirmed.is(event)) {
      const { by, proposalId } = event.payload;
      const first = (state as Proposals).open[proposalId]?.by;
      if (first !== undefined && first !== by) this.#pair(first, by, event);
    }
    const { firstBy, by } = event.payload;
    if (typeof firstBy === "string" && typeof by === "string" && firstBy !== by)
      this.#pair(firstBy, by, event);
    this.#change(event, state);
  }

  #staffIn({ payload }: RecordedEvent): readonly string[] {
    const { by, firstBy, confirmedBy, sellerId } = payload;
    return [by, firstBy, confirmedBy].filter(
      (id): id is string => typeof id === "string" && !(id === by && id === sellerId),
    );
  }

  #expectStaff(id: string, event: RecordedEvent, amountOf: AmountOf): void {
    const { position, type, payload } = event;
    if (amountOf(playerAccount(id), "RBX") === null)
      this.#problems.add(position, `${type} is by somebody who never registered.`);
    const { suspended, roles } = this.#standingOf(id);
    if (suspended) this.#problems.add(position, `${type} is by somebody who was suspended.`);
    const isOfModerator = ACTS_OF_MODERATORS.has(type) && payload["rank"] !== "admin";
    if (!(roles.includes("admin") || (isOfModerator && roles.includes("moderator"))))
      this.#assumeListed(id, position);
  }

  /** Two whom a role's age or its granter bars from being a pair could be one if the settings named them. */
  #pair(first: string, second: string, { position, recordedAt: at }: RecordedEvent): void {
    const age = { at, roleMs: roleMsOf(this.#settings) };
    const [one, other] = [this.#asOneOfTwo(first), this.#asOneOfTwo(second)];
    if (refusalOfSecond(other, one, age) !== null) this.#assumeListed(second, position);
    if (refusalOfFirst(one, other, age) !== null) this.#assumeListed(first, position);
  }

  #asOneOfTwo(id: string): Second {
    return { id, isListed: false, grant: this.#standingOf(id).adminGrant };
  }

  #assumeListed(id: string, position: number): void {
    if (this.#log.format !== 1 && !this.listed.has(id)) this.listed.set(id, position);
  }

  #standingOf(id: string): Standing {
    return this.#standings.get(id) ?? standing.declared.initial;
  }

  #change(event: RecordedEvent, state: unknown): void {
    if (settingsChanged.is(event))
      this.#settings = settingsStreamKind.evolve(state as Settings, event, event.stream);
    const handler = CHANGES.get(event.type);
    if (handler === undefined) return;
    const id = subjectOf(event);
    const before = this.#standingOf(id);
    const problem = problemOfChange(event, { before, player: state as Player });
    if (problem !== null) this.#problems.add(event.position, problem);
    this.#standings.set(id, handler.evolve(before, event, event.stream));
  }

  end(): void {
    this.#problems.end();
  }
}

/** What is wrong with a change of somebody's roles or suspension; null for nothing. */
function problemOfChange(
  event: RecordedEvent,
  { before: { roles, suspended }, player }: { readonly before: Standing; readonly player: Player },
): string | null {
  const { type, payload } = event;
  if (player.status === "absent") return `${type} concerns somebody who never registered.`;
  const isOwn = [payload["by"], payload["confirmedBy"]].includes(subjectOf(event));
  if (isOwn && (roleGranted.is(event) || playerSuspended.is(event))) return `${type} is by its own player.`;
  const isNew =
    (roleGranted.is(event) && !roles.includes(event.payload.role)) ||
    (roleRevoked.is(event) && roles.includes(event.payload.role)) ||
    (playerSuspended.is(event) && !suspended) ||
    (suspensionLifted.is(event) && suspended);
  return isNew ? null : `${type} changes nothing.`;
}

export const staffCheck: LogCheck<StaffPass> = {
  name: "staff",
  begin: (passOf) => new StaffPass(passOf(logFormat)),
};
