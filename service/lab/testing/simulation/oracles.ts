import assert from "node:assert/strict";
import { leastHolding } from "#domain/accounts/account.ts";
import type { ItemsFlipped } from "#domain/features/bot-flips/events.ts";
import { winningsOf } from "#domain/features/bot-flips/rules.ts";
import type { CoinFlipped } from "#domain/features/house-flips/events.ts";
import { currencyOf, edgeOf, payoutOf } from "#domain/features/house-flips/rules.ts";
import { experience } from "#domain/features/players/experience.ts";
import { gameExperience, XP_DAY_MAX } from "#domain/features/players/level.ts";
import { eventTypes, playerStreamKind, streamKinds } from "#domain/features/registry.ts";
import { seedPair } from "#domain/features/seed-pairs/seed-pair.ts";
import { userCoinFlipped } from "#domain/features/user-coinflips/events.ts";
import { type RecordedEvent, type StreamName, streamsOf } from "#domain/kernel/events/event.ts";
import { stateOf } from "#domain/kernel/events/snapshot.ts";
import { kindOf, upcast } from "#domain/kernel/events/stream-kind.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { dayOf } from "#domain/kernel/time.ts";
import { isBalanced } from "#domain/ledger/posting.ts";
import { initialPlayer, type Player } from "#domain/player/player.ts";
import { Ways } from "#domain/testing/ways.ts";
import { eventOf } from "#projections/kernel/events/event-rows.ts";
import { blockHashOf, leafOf, rootOf } from "#service/event-store/append/hashing.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { CommandSeeds } from "#service/features/seed-pairs/command-seeds.ts";
import { Vault } from "#service/features/seed-pairs/vault.ts";
import { worldSealer } from "#service/lab/testing/world.ts";
import { isGame } from "./commands.ts";
import { holdingKey, type StoredEvent, type StoredLog } from "./database/stored-log.ts";
import { isDepositReview } from "./deposit-review/deposit-review-actions.ts";
import { DepositReviewModel } from "./deposit-review/deposit-review-model.ts";
import { checkDepositReview, isBarred, mayBeRefused } from "./deposit-review/deposit-review-oracle.ts";
import { checkGames, GAME_REFUSALS } from "./games.ts";
import { type Ask, type Command, commitsOf, type History } from "./history.ts";
import { playerName } from "./people.ts";
import { checkPlayRules, isPlayRule, OWN_REFUSALS, PLAY_RULE_REFUSALS } from "./play-rules.ts";
import { checkUserGames, isUserGame, USER_GAME_REFUSALS } from "./user-games.ts";

/** Checks everything about the results of a run. */
export function checkHistory(history: History): void {
  checkLog(history.log);
  const truth = new Truth(history.log);
  checkDepositReview(history, truth);
  for (const command of history.commands) checkCommand(command, { truth, history });
  for (const { startedAt, positions } of history.heard) {
    const inOrder = positions.every((position, i) => position === startedAt + 1 + i);
    assert(inOrder, `a process that began at ${startedAt} hears of every event once, in order: ${positions}`);
  }
  const halts = history.troubles.filter((trouble) => trouble.startsWith("the writer has stopped"));
  assert.deepEqual(halts, [], "no fault of the database stops a writer for good");
  assert.equal(history.openSessions, 0, "every connection was given back");
}

/** Checks everything about a log by itself. */
export function checkLog(log: StoredLog): void {
  checkChain(log);
  checkBooks(log);
  checkStreams(log);
  checkGames(log);
  checkUserGames(log);
  checkPlayRules(log);
}

/** Positions without a gap, leaves of their columns, blocks on top of each other, time that never falls. */
function checkChain(log: StoredLog): void {
  let previous: Uint8Array = new Uint8Array(32);
  let next = 1;
  for (const [index, block] of log.blocks.entries()) {
    assert.equal(block.number, index + 1);
    assert.equal(block.from, next);
    const events = log.events.slice(block.from - 1, block.to);
    assert.equal(events.length, block.to - block.from + 1);
    assert(equal(block.previous, previous), `block ${block.number} stands on the one before`);
    const root = rootOf(events.map(leafOfStored));
    assert(equal(block.root, root), `block ${block.number} has the root of its events`);
    const { number, from, to } = block;
    const hash = blockHashOf({ number, from, to, previous, root });
    assert(equal(block.hash, hash), `block ${number} has the hash of its columns`);
    previous = block.hash;
    next = block.to + 1;
  }
  for (const [index, { position, recorded_at }] of log.events.entries()) {
    assert.equal(Number(position), index + 1);
    const before = log.events[index - 1]?.recorded_at ?? 0n;
    assert(recorded_at >= before, `time does not fall at ${position}`);
  }
  assert.equal(log.head.position, log.events.length);
  assert.equal(log.head.block, log.blocks.length);
  assert(equal(log.head.hash, previous), "the head has the hash of the newest block");
}

function leafOfStored(row: StoredEvent): Uint8Array {
  const leaf = leafOf({ ...eventOf(row), log: LOG_ID, payload: row.payload });
  assert(equal(leaf, row.leaf), `the event at ${row.position} has the leaf of its columns`);
  return leaf;
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.from(a).equals(b);

/** Holdings and entries are the fold of the postings, which balance and go only allowed ways; none falls too low. */
function checkBooks(log: StoredLog): void {
  const amounts = new Map<string, bigint>();
  const sums = new Map<string, bigint>();
  const entries: unknown[] = [];
  const ways = new Ways();
  for (const event of log.events.map(eventOf)) {
    assert.equal(ways.problemOf(event), null);
    assert(isBalanced(event.postings), `the event at ${event.position} balances`);
    for (const [leg, { account, asset, delta }] of event.postings.entries()) {
      const key = holdingKey(account, asset);
      const balanceAfter = (amounts.get(key) ?? 0n) + delta;
      amounts.set(key, balanceAfter);
      sums.set(asset, (sums.get(asset) ?? 0n) + delta);
      entries.push({ position: event.position, leg, account, asset, delta, balanceAfter });
    }
    for (const { account, asset } of event.postings) {
      const amount = amounts.get(holdingKey(account, asset)) ?? 0n;
      const least = leastHolding(account, asset);
      assert(least === null || amount >= least, `${account} has ${amount} of ${asset}`);
    }
  }
  assert.deepEqual(log.entries, entries);
  const kept = [...log.holdings].filter(([, amount]) => amount !== 0n);
  assert.deepEqual(new Map(kept), new Map([...amounts].filter(([, amount]) => amount !== 0n)));
  for (const [asset, sum] of sums) assert.equal(sum, 0n, `the accounts of ${asset} sum to zero`);
}

const kindsByName = new Map(streamKinds.map((kind) => [kind.kind, kind]));

/** Versions without a gap; nonces in order within each pair; every result is that of its sealed seed. */
function checkStreams(log: StoredLog): void {
  const vault = new Vault({ sealer: worldSealer, logId: LOG_ID, max: log.seeds.size + 1 });
  for (const row of log.seeds.values()) vault.unseal(row);
  const seeds = new CommandSeeds(vault, "nobody");
  const players = new Map<string, Player>();
  const versions = new Map<string, number>();
  for (const event of log.events.map(eventOf)) {
    const version = (versions.get(event.stream) ?? 0) + 1;
    assert.equal(event.version, version, `the version of ${event.stream} at ${event.position}`);
    versions.set(event.stream, version);
    for (const stream of streamsOf(event).filter((name) => name.startsWith("player:"))) {
      const player = players.get(stream) ?? initialPlayer;
      if (event.type === "CoinFlipped") checkFlip(event, player, seeds);
      if (event.type === "UserCoinFlipped") checkDraw(event, player, seeds);
      if (event.type === "ItemsFlipped") checkItemsFlip(event, player, seeds);
      players.set(stream, playerStreamKind.evolve(player, upcast(event, eventTypes), stream));
    }
  }
  for (const [name, { version, position, state }] of log.snapshots) {
    const stream = name as StreamName;
    const upTo = log.events
      .slice(0, position)
      .map(eventOf)
      .filter((event) => streamsOf(event).includes(stream));
    const own = upTo.filter((event) => event.stream === stream);
    assert.equal(version, own.length, `the snapshot of ${stream} counts the events of its own`);
    const kind = kindsByName.get(kindOf(stream));
    assert(kind !== undefined, `${stream} is of a known kind`);
    const folded = upTo.reduce(
      (before, event) => kind.evolve(before, upcast(event, eventTypes), stream),
      kind.initial,
    );
    assert.deepEqual(stateOf(state), folded, `the snapshot of ${stream} is the fold of its events`);
  }
}

function checkItemsFlip(event: RecordedEvent, player: Player, seeds: CommandSeeds): void {
  const { side, result, stake, payout } = event.payload as ItemsFlipped["payload"];
  checkDraw(event, player, seeds);
  const due = result === side ? BigInt(stake) + winningsOf(BigInt(stake)) : 0n;
  assert.equal(BigInt(payout), due, `the pay-out at ${event.position} is that of the rules`);
}

function checkFlip(event: RecordedEvent, player: Player, seeds: CommandSeeds): void {
  const { result, side, stake, payout, edge, xp } = event.payload as CoinFlipped["payload"];
  checkDraw(event, player, seeds);
  if (player.status === "absent") return;
  const won = result === side;
  const paid = [won ? payoutOf(BigInt(stake)) : 0n, won ? edgeOf(BigInt(stake)) : 0n].map(String);
  assert.deepEqual([payout, edge], paid, `the pay-out at ${event.position} is that of the rules`);
  const before = experience.of(player);
  const today = dayOf(event.recordedAt) === before.day ? before.today : 0;
  const granted = Math.min(gameExperience(BigInt(stake)), XP_DAY_MAX - today);
  assert.equal(xp, granted, `the experience at ${event.position} is that of the rules`);
}

/** The nonce is the player's next, and the coin follows from the committed seed. */
function checkDraw(event: RecordedEvent, player: Player, seeds: CommandSeeds): void {
  const { pair, nonce, result } = event.payload as CoinFlipped["payload"] | ItemsFlipped["payload"];
  if (player.status === "absent") throw new Error(`${event.stream} flips before it is registered`);
  const due = seedPair.of(player);
  const isNext = pair === due.pair && nonce === due.nonce;
  assert(isNext, `no nonce is skipped or used twice: pair ${pair} nonce ${nonce} at ${event.position}`);
  const [first = 0] = seeds.digest(due.serverSeedHash, due.clientSeed, nonce);
  const shown = first >= 0x80 ? "rbx" : "tix";
  assert.equal(result, shown, `the result at ${event.position} is that of the committed seed`);
}

const OWN_RULES: ReadonlySet<string> = new Set(["LimitLowered", "TimeOutBegun", "SelfExclusionBegun"]);

/** What the log says of commands and balances. */
class Truth {
  readonly byCommand = new Map<string, RecordedEvent[]>();
  /** The players' holdings after each position. */
  readonly #balances: ReadonlyMap<string, bigint>[] = [new Map()];
  readonly #registrations = new Map<string, number>();
  /** Where players first set a limit of their own. */
  readonly #ownRules = new Map<string, number>();
  readonly head: number;
  readonly depositReview: DepositReviewModel;

  constructor(log: StoredLog) {
    this.head = log.head.position;
    this.depositReview = new DepositReviewModel(log);
    for (const event of log.events.map(eventOf)) {
      const events = this.byCommand.get(event.commandId);
      if (events === undefined) this.byCommand.set(event.commandId, [event]);
      else events.push(event);
      if (event.type === "PlayerRegistered") this.#registrations.set(event.stream, event.position);
      if (OWN_RULES.has(event.type) && !this.#ownRules.has(event.stream))
        this.#ownRules.set(event.stream, event.position);
      const balances = new Map(this.#balances[event.position - 1]);
      for (const { account, asset, delta } of event.postings) {
        const key = holdingKey(account, asset);
        balances.set(key, (balances.get(key) ?? 0n) + delta);
      }
      this.#balances.push(balances);
    }
  }

  balance(position: number, account: string, asset: string): bigint {
    return this.#balances[position]?.get(holdingKey(account, asset)) ?? 0n;
  }

  /** Whether a player had limited their own play by a position. */
  hasOwnRules(stream: string, position: number): boolean {
    return (this.#ownRules.get(stream) ?? Number.MAX_SAFE_INTEGER) <= position;
  }

  /** The position of a player's registration; beyond every position without one. */
  registeredAt(stream: string): number {
    return this.#registrations.get(stream) ?? Number.MAX_SAFE_INTEGER;
  }
}

/** A command is in the log once or not at all, and every answer to it was true. */
function checkCommand(
  command: Command,
  { truth, history }: { readonly truth: Truth; readonly history: History },
): void {
  const { id } = command;
  const events = truth.byCommand.get(id) ?? [];
  const stored = history.log.commands.get(id);
  assert.equal(stored === undefined, events.length === 0, `${id} has an answer exactly when it has events`);
  const last = events.at(-1)?.position ?? 0;
  for (const [i, { eventId, position }] of events.entries()) {
    assert.equal(eventId, `${id}.${i}`, `${id} is in the log once`);
    assert.equal(position, last - events.length + 1 + i, `the events of ${id} stand together`);
  }
  if (stored !== undefined) assert.equal(stored.position, last, `${id} is answered with its last position`);
  for (const { position, answer, duplicate } of commitsOf(command)) {
    assert.equal(position, last, `${id} was told where it is`);
    assert.deepEqual(answer, JSON.parse(stored?.answer ?? "null"), `${id} was told what is kept`);
    if (command.asks.length === 1) assert(!duplicate, `${id} was sent once and is nobody's duplicate`);
  }
  for (const ask of command.asks) checkAsk(ask, { command, truth, requestHash: stored?.requestHash ?? null });
  if (!history.mayFail && !command.isCulprit) {
    const failed = command.asks.filter(({ outcome }) => outcome?.kind === "failed");
    assert.deepEqual(failed, [], `${id} does not fail`);
  }
  const isRefused = command.asks.every(
    ({ outcome }) => outcome?.kind === "refused" || outcome?.kind === "failed",
  );
  if (isRefused) assert.equal(events.length, 0, `${id} was refused and is not in the log`);
  const [commit] = commitsOf(command);
  const event = events.at(-1);
  if (commit === undefined || event === undefined) return;
  if (event.type === "CoinFlipped") assert.deepEqual(commit.answer, flipAnswer(event, truth));
  if (userCoinFlipped.is(event)) {
    const { betId: id, share } = event.payload;
    const creatorShare = formatMinor(BigInt(share));
    assert.deepEqual(commit.answer, { ...flipAnswer(event, truth), id, creatorShare });
  }
}

/** The answer to one ask was possible at some moment while it was under way. */
function checkAsk(
  ask: Ask,
  {
    command,
    truth,
    requestHash,
  }: { readonly command: Command; readonly truth: Truth; readonly requestHash: Uint8Array | null },
): void {
  const { outcome, began } = ask;
  const { id, asks, isCulprit } = command;
  if (outcome === null || outcome.kind === "unavailable") return;
  if (outcome.kind === "committed") {
    assert(requestHash !== null && equal(requestHash, ask.requestHash), `${id} answers no other body`);
    assert(outcome.position <= (ask.most ?? truth.head), `${id} was answered after its commit`);
    assert(!isCulprit, `${id} clashes and is not in the log`);
    return;
  }
  if (outcome.kind === "conflict") {
    const others = asks.filter((other) => !equal(other.requestHash, ask.requestHash));
    assert(others.length > 0, `${id} conflicts with another body`);
    return;
  }
  const accepted = asks.some(
    (other) => other.outcome?.kind === "committed" && other.ended !== null && other.ended < began,
  );
  assert(!accepted, `${id} was ${outcome.kind} after it had been accepted`);
  if (outcome.kind === "refused") checkRefusal(outcome.refusal.code, { ask, command, truth });
}

/** Requests that share one answer: repeats during processing get its outcome. */
const joined = (ask: Ask, { asks }: Command): readonly Ask[] =>
  asks.filter(
    ({ process, began, ended }) =>
      process === ask.process && began <= ask.began && (ended === null || ended > ask.began),
  );

/** A refusal rests on the state of the log at some moment between question and answer. */
function checkRefusal(
  code: string,
  { ask, command, truth }: { readonly ask: Ask; readonly command: Command; readonly truth: Truth },
): void {
  const { most } = ask;
  const { action, id } = command;
  const least = Math.min(...joined(ask, command).map((other) => other.least));
  const stream = `player:${playerName(action.player)}`;
  const last = most ?? truth.head;
  const moments = truth.depositReview.moments.slice(least, last + 1);
  if (isDepositReview(action)) {
    const isSo = moments.some((moment) => mayBeRefused(code, { moment, command, action }));
    assert(isSo, `${id} could be refused for ${code} at some moment from ${least} to ${last}`);
  } else if (code === "suspended" || code === "debt_open") {
    const isSo = moments.some((moment) => isBarred(code, moment, playerName(action.player)));
    assert(isSo, `${id} was refused for ${code} at some moment from ${least} to ${last}`);
  } else if (OWN_REFUSALS.has(code))
    assert(truth.hasOwnRules(stream, last), `${id} was refused for ${code} by rules of the player's own`);
  else if (isPlayRule(action)) assert(PLAY_RULE_REFUSALS.has(code), `${id} was refused for ${code}`);
  else if (isGame(action)) assert(GAME_REFUSALS.has(code), `${id} was refused for ${code}`);
  else if (isUserGame(action)) assert(USER_GAME_REFUSALS.has(code), `${id} was refused for ${code}`);
  else if (code === "unknown_player")
    assert(truth.registeredAt(stream) > least, `${id} is of a known player`);
  else if (code === "version_conflict")
    assert(truth.registeredAt(stream) <= last, `${id} is of a player who was not there`);
  else {
    assert(code === "insufficient_balance" && action.do === "flip", `${id} was refused for ${code}`);
    let isSo = false;
    for (let at = least; at <= last; at += 1)
      isSo ||= truth.balance(at, stream, currencyOf(action.side)) < action.stake;
    assert(isSo, `${id} was refused for want of what was there from ${least} to ${last}`);
  }
}

/** The answer to a flip, by the log as of its position. */
function flipAnswer({ position, payload, stream }: RecordedEvent, truth: Truth): Record<string, unknown> {
  const flip = payload as CoinFlipped["payload"];
  return {
    id: flip.gameId,
    result: flip.result,
    won: flip.side === flip.result,
    winAmount: formatMinor(BigInt(flip.payout)),
    houseEdgeTaken: formatMinor(BigInt(flip.edge)),
    rbxBalance: formatMinor(truth.balance(position, stream, "RBX")),
    tixBalance: formatMinor(truth.balance(position, stream, "TIX")),
    nonce: flip.nonce,
  };
}
