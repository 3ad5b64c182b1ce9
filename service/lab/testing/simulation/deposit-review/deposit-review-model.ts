import assert from "node:assert/strict";
import { assetIdOf, type Copy } from "#domain/accounts/item.ts";
import type {
  DepositEvent,
  DepositSubject,
  depositStandingEvents,
} from "#domain/features/deposits/events.ts";
import { OPEN_DEPOSITS_MAX } from "#domain/features/deposits/rules.ts";
import {
  type Catalogue,
  catalogueStreamKind,
  emptyCatalogue,
  limitedOf,
  valueInForce,
} from "#domain/features/limiteds/catalogue.ts";
import { eventTypes } from "#domain/features/registry.ts";
import type { roleEvents } from "#domain/features/roles/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import { upcast } from "#domain/kernel/events/stream-kind.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { eventOf } from "#projections/kernel/events/event-rows.ts";
import { holdingKey, type StoredLog } from "#service/lab/testing/simulation/database/stored-log.ts";
import { FIRST_GRANT, LISTED_ADMIN, playerName } from "#service/lab/testing/simulation/people.ts";
import { SECOND_ABOVE } from "./deposit-review-actions.ts";

/** A deposit in this model. */
export interface ModelDeposit {
  readonly playerId: string;
  readonly wanted: DepositSubject;
  readonly status: "pending" | "completed" | "rejected" | "cancelled" | "reversed";
  readonly claim: { readonly by: string; readonly until: number } | null;
  readonly first: { readonly by: string; readonly copies: readonly Copy[] } | null;
  readonly copies: readonly Copy[];
}

export interface ModelDebt {
  readonly depositId: string;
  readonly playerId: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly by: string;
}

/** The state after an event. */
export interface DepositReviewMoment {
  readonly registered: ReadonlySet<string>;
  readonly suspended: ReadonlySet<string>;
  /** Roles given, as `player role`. */
  readonly roles: ReadonlySet<string>;
  /** The admins who granted and confirmed a role. */
  readonly granters: ReadonlyMap<string, readonly (string | null)[]>;
  readonly deposits: ReadonlyMap<string, ModelDeposit>;
  /** The oldest first. */
  readonly debts: readonly ModelDebt[];
  readonly catalogue: Catalogue;
}

const START: DepositReviewMoment = {
  registered: new Set(),
  suspended: new Set(),
  roles: new Set(),
  granters: new Map(),
  deposits: new Map(),
  debts: [],
  catalogue: emptyCatalogue,
};

type Fact = RecordedEvent &
  (DepositEvent | EventOf<(typeof roleEvents | typeof depositStandingEvents)[number]>);
type FactOf<T extends Fact["type"]> = Extract<Fact, { readonly type: T }>;

const isListed = (playerId: string): boolean => playerId === playerName(LISTED_ADMIN);

/** Whether a player may act as an admin at a moment. */
export const isAdminAt = ({ registered, suspended, roles }: DepositReviewMoment, playerId: string): boolean =>
  registered.has(playerId) &&
  !suspended.has(playerId) &&
  (isListed(playerId) || roles.has(`${playerId} admin`));

export const debtsOf = ({ debts }: DepositReviewMoment, playerId: string): readonly ModelDebt[] =>
  debts.filter((debt) => debt.playerId === playerId);

/** The number of a player's waiting deposits. */
export const openOf = ({ deposits }: DepositReviewMoment, playerId: string): number =>
  [...deposits.values()].filter((one) => one.playerId === playerId && one.status === "pending").length;

const added = <T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> => new Set([...set, one]);
const without = <T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> =>
  new Set([...set].filter((other) => other !== one));

/** Legs of an event as `account asset delta`, each pair of account and asset once, in order. */
function legsOf({ postings }: RecordedEvent): readonly string[] {
  const sums = new Map<string, bigint>();
  for (const { account, asset, delta } of postings) {
    const key = holdingKey(account, asset);
    sums.set(key, (sums.get(key) ?? 0n) + delta);
  }
  return [...sums]
    .filter(([, delta]) => delta !== 0n)
    .map(([key, delta]) => `${key} ${delta}`)
    .sort();
}

/** Legs that move amounts, written as `legsOf` does. */
const moves = (...all: readonly { readonly of: string; readonly asset: string; readonly delta: bigint }[]) =>
  all
    .filter(({ delta }) => delta !== 0n)
    .map(({ of, asset, delta }) => `${holdingKey(of, asset)} ${delta}`)
    .sort();

/**
 * Follows a log by its events alone, and checks each against the rules of deposits, debts and roles: who may act at
 * that moment, what it moves, and that each deposit is credited at most once.
 */
export class DepositReviewModel {
  /** The state after each position; empty before the first. */
  readonly moments: DepositReviewMoment[] = [START];
  readonly #holdings = new Map<string, bigint>();
  readonly #approved: Approved[] = [];
  /** How often each deposit was credited. */
  readonly credits = new Map<string, number>();

  constructor(log: StoredLog) {
    for (const event of log.events.map(eventOf)) {
      const before = this.moments.at(-1) as DepositReviewMoment;
      const after = this.#follow(event as Fact, before);
      for (const { account, asset, delta } of event.postings) {
        const key = holdingKey(account, asset);
        this.#holdings.set(key, (this.#holdings.get(key) ?? 0n) + delta);
      }
      this.#checkReceivables(after, event.position);
      this.moments.push(after);
    }
  }

  get end(): DepositReviewMoment {
    return this.moments.at(-1) as DepositReviewMoment;
  }

  #follow(event: Fact, before: DepositReviewMoment): DepositReviewMoment {
    if (event.postings.some(({ account }) => account === "issuance"))
      assert(ISSUERS.has(event.type), `${event.type} at ${event.position} brings no money into being`);
    if (STAKES.has(event.type)) this.#stakes(event, before);
    if (event.stream === "limiteds:catalogue")
      return {
        ...before,
        catalogue: catalogueStreamKind.evolve(before.catalogue, upcast(event, eventTypes), event.stream),
      };
    if (event.stream.startsWith("player:")) return this.#onPlayer(event, before);
    if (!event.stream.startsWith("deposit:")) return before;
    const { depositId } = event.payload as DepositEvent["payload"];
    assert.equal(event.stream, `deposit:${depositId}`);
    const deposit = this.#onDeposit(event as FactOf<DepositEvent["type"]>, before);
    const deposits = new Map(before.deposits).set(depositId, deposit);
    return { ...before, deposits, debts: [...before.debts, ...owedSince(event)] };
  }

  /** Nobody stakes while suspended or in debt. */
  #stakes({ type, actor, position }: RecordedEvent, before: DepositReviewMoment): void {
    const playerId = actor.slice("player:".length);
    assert(!before.suspended.has(playerId), `${playerId} is not suspended at ${type} ${position}`);
    assert.deepEqual(debtsOf(before, playerId), [], `${playerId} owes nothing at ${type} ${position}`);
  }

  #onDeposit(event: FactOf<DepositEvent["type"]>, before: DepositReviewMoment): ModelDeposit {
    const { depositId } = event.payload;
    const deposit = before.deposits.get(depositId);
    if (event.type === "DepositRequested") return requested(event, before);
    assert(deposit !== undefined, `${depositId} was asked for before ${event.type}`);
    if (event.type === "DepositCancelled") return cancelled(event, deposit);
    const { by } = event.payload;
    checkAdmin(event, { by, of: deposit.playerId, before });
    if (event.type === "DepositReversed") return this.#reversed(event, deposit);
    assert.equal(deposit.status, "pending", `${depositId} waits for review at ${event.position}`);
    const { claim } = deposit;
    const isFree = claim === null || claim.by === by || claim.until <= event.recordedAt;
    assert(isFree, `${depositId} is claimed by nobody else at ${event.position}`);
    if (event.type === "DepositCompleted") return this.#completed(event, { deposit, before });
    assert.deepEqual(legsOf(event), [], `${event.type} moves nothing`);
    if (event.type === "DepositClaimed") return { ...deposit, claim: { by, until: event.payload.until } };
    if (event.type === "DepositRejected") {
      assert(event.payload.note !== "" && event.payload.playerId === deposit.playerId);
      return { ...deposit, status: "rejected" };
    }
    assert.equal(firstOf(deposit, by, before), null, `${depositId} is approved first only once`);
    const isUnseen = event.payload.copies.some(
      (copy) => this.#held(`player:${deposit.playerId}`, copy) !== 1n,
    );
    const isMuch = this.#sums(event, { by, deposit, before, withinMs: DAY_MS + QUARTER_MS }).some(isAbove);
    assert(isUnseen || isMuch, `${depositId} needs two at ${event.position}`);
    return { ...deposit, claim: null, first: { by, copies: event.payload.copies } };
  }

  #completed(
    event: FactOf<"DepositCompleted">,
    { deposit, before }: { readonly deposit: ModelDeposit; readonly before: DepositReviewMoment },
  ): ModelDeposit {
    const { depositId, playerId, by, firstBy, credited, kept } = event.payload;
    const { wanted } = deposit;
    const first = firstOf(deposit, by, before);
    assert.equal(playerId, deposit.playerId);
    assert.equal(firstBy, first?.by ?? null, `${depositId} names its first approval`);
    assert.notEqual(by, first?.by, `${depositId} is approved by two`);
    if (first === null) {
      assert.deepEqual(credited, [], `${depositId} is of copies that were seen, or approved by two`);
      const sums = this.#sums(event, { by, deposit, before, withinMs: DAY_MS });
      assert(!sums.some(isAbove), `${depositId} is approved by two`);
    }
    const value = worthOf(deposit, before);
    this.#approved.push({ at: event.recordedAt, playerId, by: [by, firstBy], value });
    this.credits.set(depositId, (this.credits.get(depositId) ?? 0) + 1);
    const of = `player:${playerId}`;
    const copies = [...credited, ...kept];
    if (wanted.type !== "roblox_limited") {
      const { asset } = wanted;
      const delta = BigInt(wanted.amount);
      const due = moves({ of, asset, delta }, { of: "issuance", asset, delta: -delta });
      assert.deepEqual(legsOf(event), due, `${depositId} credits what was asked for`);
      assert.deepEqual(copies, []);
    } else {
      const isRight = copies.every((copy) => assetIdOf(copy) === wanted.assetId);
      assert(isRight && new Set(copies).size === wanted.quantity, `${depositId} is of ${copies}`);
      const legs = credited.flatMap((asset) => [
        { of, asset, delta: 1n },
        { of: "platform", asset, delta: -1n },
      ]);
      assert.deepEqual(legsOf(event), moves(...legs), `${depositId} credits the copies that are new`);
      for (const copy of credited)
        assert.equal(this.#held("platform", copy), 0n, `nobody has ${copy} before`);
      for (const copy of kept) assert.equal(this.#held(of, copy), 1n, `${of} has ${copy} already`);
      if (first !== null) assert.deepEqual([...copies].sort(), [...first.copies].sort());
    }
    return { ...deposit, status: "completed", claim: null, first, copies };
  }

  /** The recent sums of a player and an admin with one more deposit. */
  #sums(event: Fact, { by, deposit, before, withinMs }: Counted): readonly bigint[] {
    const lately = this.#approved.filter(({ at }) => event.recordedAt - at < withinMs);
    const sum = (which: typeof lately) => which.reduce((total, one) => total + one.value, 0n);
    const value = worthOf(deposit, before);
    return [
      value + sum(lately.filter(({ playerId }) => playerId === deposit.playerId)),
      value + sum(lately.filter((one) => one.by.includes(by))),
    ];
  }

  #reversed(event: FactOf<"DepositReversed">, deposit: ModelDeposit): ModelDeposit {
    const { depositId, playerId, asset, copies, taken, owed } = event.payload;
    assert.equal(deposit.status, "completed", `${depositId} was credited before ${event.position}`);
    assert.equal(playerId, deposit.playerId);
    const of = `player:${playerId}`;
    const { wanted } = deposit;
    if (wanted.type === "roblox_limited") {
      assert.deepEqual([...copies].sort(), [...deposit.copies].sort(), `${depositId} goes back whole`);
      const legs = copies.flatMap((copy) => [
        { of, asset: copy, delta: -1n },
        { of: "platform", asset: copy, delta: 1n },
      ]);
      assert.deepEqual(legsOf(event), moves(...legs));
      return { ...deposit, status: "reversed" };
    }
    const [amount, free] = [BigInt(wanted.amount), this.#held(of, wanted.asset)];
    const least = free < amount ? free : amount;
    assert.deepEqual([asset, taken, owed], [wanted.asset, `${least}`, `${amount - least}`]);
    const due = moves(
      { of, asset: wanted.asset, delta: -least },
      { of: "issuance", asset: wanted.asset, delta: least },
      { of: "house", asset: wanted.asset, delta: least - amount },
      { of: `receivable:${playerId}`, asset: wanted.asset, delta: amount - least },
    );
    assert.deepEqual(legsOf(event), due, `${depositId} is taken back as far as it is there`);
    return { ...deposit, status: "reversed" };
  }

  #onPlayer(event: Fact, before: DepositReviewMoment): DepositReviewMoment {
    const playerId = event.stream.slice("player:".length);
    if ((event.type as string) === "PlayerRegistered")
      return { ...before, registered: added(before.registered, playerId) };
    if (event.type === "DebtPaid" || event.type === "DebtWrittenOff")
      return { ...before, debts: lessened(event, playerId, before) };
    if (!ROLE_EVENTS.has(event.type)) return before;
    const { type, payload } = event as FactOf<EventOf<(typeof roleEvents)[number]>["type"]>;
    if (event.commandId !== FIRST_GRANT)
      checkAdmin(event, { by: payload.by, of: type === "RoleRevoked" ? null : playerId, before });
    if (event.commandId !== FIRST_GRANT && weakensControl(event, playerId, before))
      assert(
        "confirmedBy" in payload && payload.confirmedBy !== null,
        `${type} at ${event.position} needs two`,
      );
    if (type === "SuspensionLifted") return { ...before, suspended: without(before.suspended, playerId) };
    if (type === "PlayerSuspended") {
      assert(!isListed(playerId), `${playerId} is named in the settings`);
      return { ...before, suspended: added(before.suspended, playerId) };
    }
    const key = `${playerId} ${payload.role}`;
    assert.equal(
      before.roles.has(key),
      type === "RoleRevoked",
      `${type} at ${event.position} changes something`,
    );
    const roles = (type === "RoleGranted" ? added : without)(before.roles, key);
    if (type !== "RoleGranted" || payload.role !== "admin") return { ...before, roles };
    const granters = new Map([...before.granters, [playerId, [payload.by, payload.confirmedBy]]]);
    return { ...before, roles, granters };
  }

  #held(account: string, asset: string): bigint {
    return this.#holdings.get(holdingKey(account, asset)) ?? 0n;
  }

  /** The house's receivable of each player equals the player's debts. */
  #checkReceivables({ debts }: DepositReviewMoment, position: number): void {
    const owed = new Map<string, bigint>();
    for (const { playerId, asset, amount } of debts) {
      const key = holdingKey(`receivable:${playerId}`, asset);
      owed.set(key, (owed.get(key) ?? 0n) + amount);
    }
    const held = [...this.#holdings].filter(([key, sum]) => key.startsWith("receivable:") && sum !== 0n);
    assert.deepEqual(new Map(held), owed, `what is set aside at ${position} is what is owed`);
  }
}

/** Extra time that a daily sum may cover, since it is kept in quarter-hour slots. */
const QUARTER_MS = 900_000;
const isAbove = (sum: bigint): boolean => sum > SECOND_ABOVE;

interface Approved {
  readonly at: number;
  readonly playerId: string;
  readonly by: readonly (string | null)[];
  readonly value: bigint;
}

interface Counted {
  readonly by: string;
  readonly deposit: ModelDeposit;
  readonly before: DepositReviewMoment;
  readonly withinMs: number;
}

/** A first approval counts while its admin is one, except for the admin who granted that role. */
const firstOf = ({ first }: ModelDeposit, by: string, before: DepositReviewMoment): ModelDeposit["first"] =>
  first !== null && isAdminAt(before, first.by) && !isGranterOf(by, first.by, before) ? first : null;

const isGranterOf = (playerId: string, admin: string, { granters }: DepositReviewMoment): boolean =>
  !isListed(admin) && granters.get(admin)?.includes(playerId) === true;

/** The events that may bring money into being, or take it out of it. */
const ISSUERS: ReadonlySet<string> = new Set([
  "BankFunded",
  "PlayerRegistered",
  "DepositCompleted",
  "DepositReversed",
  "DebtPaid",
  "DebtWrittenOff",
]);
const STAKES: ReadonlySet<string> = new Set([
  "CoinFlipped",
  "ItemsFlipped",
  "CoinflipOpened",
  "CoinflipJoined",
]);
const ROLE_EVENTS: ReadonlySet<string> = new Set([
  "RoleGranted",
  "RoleRevoked",
  "PlayerSuspended",
  "SuspensionLifted",
]);

/** Whether an event grants the role of admin, or makes it count again. */
const weakensControl = ({ type, payload }: Fact, playerId: string, { roles }: DepositReviewMoment): boolean =>
  (type === "RoleGranted" && payload.role === "admin") ||
  (type === "SuspensionLifted" && roles.has(`${playerId} admin`));

/** Only an admin does this, in their own name, and not to their own data. @param of null if that is allowed */
function checkAdmin(
  { type, actor, position, payload }: RecordedEvent,
  {
    by,
    of,
    before,
  }: { readonly by: string; readonly of: string | null; readonly before: DepositReviewMoment },
): void {
  const second = typeof payload.confirmedBy === "string" ? payload.confirmedBy : null;
  assert.equal(actor, `player:${second ?? by}`, `${type} at ${position} is by who sent it`);
  if (second !== null) {
    assert(isAdminAt(before, second), `${second} is an admin at ${type} ${position}`);
    assert.notEqual(second, by, `${type} at ${position} is by two`);
    assert.notEqual(second, of, `${second} does nothing of the kind to themselves at ${type} ${position}`);
  }
  assert(isAdminAt(before, by), `${by} is an admin at ${type} ${position}`);
  assert.notEqual(by, of, `${by} does nothing of the kind to themselves at ${type} ${position}`);
}

/** Only its player cancels a deposit, while nobody has claimed or approved it. */
function cancelled(event: FactOf<"DepositCancelled">, deposit: ModelDeposit): ModelDeposit {
  const { depositId, playerId } = event.payload;
  assert.equal(event.actor, `player:${playerId}`);
  assert.equal(playerId, deposit.playerId, `${depositId} is cancelled by its player`);
  assert.equal(deposit.status, "pending", `${depositId} waits for review at ${event.position}`);
  const isClaimed = deposit.claim !== null && deposit.claim.until > event.recordedAt;
  assert(!isClaimed && deposit.first === null, `${depositId} is reviewed by nobody at ${event.position}`);
  assert.deepEqual(legsOf(event), [], "DepositCancelled moves nothing");
  return { ...deposit, status: "cancelled" };
}

function requested(event: FactOf<"DepositRequested">, before: DepositReviewMoment): ModelDeposit {
  const { depositId, playerId, wanted } = event.payload;
  assert(!before.deposits.has(depositId), `${depositId} is asked for once`);
  assert.equal(event.actor, `player:${playerId}`);
  assert(!before.suspended.has(playerId), `${playerId} is not suspended at ${event.position}`);
  assert(openOf(before, playerId) < OPEN_DEPOSITS_MAX, `${playerId} has not too many open`);
  assert.deepEqual(legsOf(event), []);
  return { playerId, wanted, status: "pending", claim: null, first: null, copies: [] };
}

/** The value of a deposit at a moment, in minor units. */
function worthOf({ wanted }: ModelDeposit, { catalogue }: DepositReviewMoment): bigint {
  if (wanted.type !== "roblox_limited") return BigInt(wanted.amount);
  const item = limitedOf(catalogue, wanted.assetId);
  assert(item !== null, `${wanted.assetId} is in the catalogue`);
  const [market, inForce] = [BigInt(item.value), valueInForce(item)];
  return (market > inForce ? market : inForce) * BigInt(wanted.quantity);
}

function owedSince(event: Fact): readonly ModelDebt[] {
  if (event.type !== "DepositReversed" || event.payload.asset === null) return [];
  const { depositId, playerId, asset, owed, by } = event.payload;
  return owed === "0" ? [] : [{ depositId, playerId, asset, amount: BigInt(owed), by }];
}

/** Debts after a payment or a write-off: the oldest is paid first, and another admin writes off. */
function lessened(
  event: FactOf<"DebtPaid" | "DebtWrittenOff">,
  playerId: string,
  before: DepositReviewMoment,
): readonly ModelDebt[] {
  const { depositId, asset } = event.payload;
  const amount = BigInt(event.payload.amount);
  const debts = debtsOf(before, playerId).filter((debt) => debt.asset === asset);
  const debt = debts.find((one) => one.depositId === depositId);
  assert(debt !== undefined && amount > 0n && amount <= debt.amount, `${amount} is owed for ${depositId}`);
  const aside = [
    { of: `receivable:${playerId}`, asset, delta: -amount },
    { of: "issuance", asset, delta: amount },
  ];
  if (event.type === "DebtPaid") {
    assert.equal(debts[0], debt, `${playerId} pays the oldest debt first`);
    const paid = [
      { of: `player:${playerId}`, asset, delta: -amount },
      { of: "house", asset, delta: amount },
    ];
    assert.deepEqual(legsOf(event), moves(...aside, ...paid));
  } else {
    checkAdmin(event, { by: event.payload.by, of: playerId, before });
    assert.notEqual(event.payload.by, debt.by, `${depositId} is written off by another`);
    assert.notEqual(event.payload.confirmedBy, null, `${depositId} is written off by two`);
    assert.equal(amount, debt.amount);
    assert.deepEqual(legsOf(event), moves(...aside));
  }
  const left = debt.amount - amount;
  return before.debts.flatMap((one) =>
    one !== debt ? [one] : left === 0n ? [] : [{ ...one, amount: left }],
  );
}
