import assert from "node:assert/strict";
import { playerAccount } from "#domain/accounts/account.ts";
import { isCopy } from "#domain/accounts/item.ts";
import { publishedAt } from "#domain/fairness/beacon.ts";
import type { ItemsFlipped } from "#domain/features/bot-flips/events.ts";
import {
  type Catalogue,
  catalogueStreamKind,
  emptyCatalogue,
  valueOfCopy,
} from "#domain/features/limiteds/catalogue.ts";
import {
  type Coinflip,
  coinflipStreamKind,
  type LockedCoinflip,
} from "#domain/features/live-coinflips/coinflip.ts";
import type { CoinflipJoined, CoinflipOpened } from "#domain/features/live-coinflips/events.ts";
import { currencyStake, type Stake } from "#domain/features/live-coinflips/items/stake.ts";
import { VOID_AFTER_MS } from "#domain/features/live-coinflips/rules.ts";
import { eventTypes } from "#domain/features/registry.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { upcast } from "#domain/kernel/events/stream-kind.ts";
import { eventOf } from "#projections/kernel/events/event-rows.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { flipItemsCommand } from "#service/features/bot-flips/flip-items-command.ts";
import { syncCommand } from "#service/features/inventory/sync-command.ts";
import { listCommand } from "#service/features/limiteds/list-command.ts";
import type { Bet } from "#service/features/live-coinflips/bet.ts";
import {
  cancelCommand,
  expireCommand,
  joinCommand,
  openCommand,
  settleCommand,
  voidCommand,
} from "#service/features/live-coinflips/commands.ts";
import { copiesOf, FIRST, ITEMS } from "./copies.ts";
import type { StoredLog } from "./database/stored-log.ts";
import type { GameAction } from "./program.ts";

const AHEAD_MS = 366 * 24 * 3_600_000;
const KEYS = [{ keyId: "simulated", bytes: new Uint8Array(32).fill(5) }];

const beacon = createLocalBeacon(KEYS, () => Date.now());
/** Its rounds are out a year earlier: no simulation waits for them, and time leaps a day when games are given up. */
const early = createLocalBeacon(KEYS, () => Date.now() + AHEAD_MS);

/** The id of the n-th game, independent of opener and retries. */
export const gameIdOf = (n: number): string => `0193e3f0-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** The platform's items: both worth an amount in minor units. */
const told = (value: bigint, valueAt: number) =>
  ITEMS.map((assetId) => ({
    assetId,
    name: `Item ${assetId}`,
    description: "",
    assetType: 8,
    value: String(value),
    source: "median_of_daily_prices" as const,
    valueAt,
  }));

/** An action with items or a coinflip as a command. @param game how many games were requested before */
export function gameSubmission(
  action: GameAction,
  origin: CommandOrigin,
  { playerId, game }: { readonly playerId: string; readonly game: number },
): Submission {
  const meant = "game" in action ? gameIdOf(Math.max(0, game - 1 - action.game)) : gameIdOf(game);
  if (action.do === "value") return listCommand(origin, told(action.value, origin.at));
  if (action.do === "cancel") return cancelCommand(origin, { playerId, gameId: meant });
  if (action.do === "sync") {
    const listed = copiesOf(action.copies);
    const holder = action.holder === null ? null : `p_${action.holder}`;
    const known = { holder: holder === null ? null : playerAccount(holder), sightedAt: holder };
    return syncCommand(origin, {
      playerId,
      sync: origin.commandId,
      listedAt: origin.at,
      count: listed.length,
      listed: listed.map((copy) => ({ copy, serial: null, ...known })),
      absent: FIRST.filter((copy) => !listed.includes(copy)),
      complete: true,
    });
  }
  // Its copies come from syncs only.
  const itemsStaked = "sight" as const;
  const copies: Bet = { copies: copiesOf(action.copies), custody: new Map() };
  if (action.do === "bot")
    return flipItemsCommand(origin, { playerId, side: action.side, bet: copies, itemsStaked });
  const isForItems = action.copies.length > 0;
  if (action.do === "join") {
    const join = { playerId, gameId: meant, items: isForItems ? copies : null, itemsStaked };
    return joinCommand(origin, join, beacon);
  }
  const bet = isForItems
    ? copies
    : { stakes: currencyStake(action.side === "rbx" ? "RBX" : "TIX", action.stake) };
  return openCommand(origin, {
    playerId,
    gameId: meant,
    side: action.side,
    bet,
    expiresInMs: action.openMs,
    itemsStaked,
  });
}

/** Allowed refusals in play for items or with others: many commands exclude each other. */
export const GAME_REFUSALS: ReadonlySet<string> = new Set([
  "unknown_player",
  "unknown_game",
  "own_game",
  "not_yours",
  "already_joined",
  "not_open",
  "other_stakes",
  "items_do_not_match",
  "items_not_free",
  "items_not_listed",
  "insufficient_balance",
  "stake_out_of_range",
  "bank_limit",
  "values_changed",
  "too_many_open",
  "too_many_items",
  "copies_moved",
  "listing_outdated",
  "catalogue_unchanged",
  "version_conflict",
]);

/** Open coinflips of a log, by their ids. */
function openGames(log: StoredLog): ReadonlyMap<string, Coinflip> {
  const games = new Map<string, Coinflip>();
  for (const event of log.events.map(eventOf)) {
    if (!event.stream.startsWith("coinflip:")) continue;
    const id = event.stream.slice("coinflip:".length);
    const state = games.get(id) ?? coinflipStreamKind.initial;
    games.set(id, coinflipStreamKind.evolve(state, upcast(event, eventTypes), event.stream));
  }
  return new Map([...games].filter(([, { status }]) => status === "open" || status === "locked"));
}

/**
 * The end of a log's open games: by the deciding round or the deadline, requested twice, or by cancellation.
 * @param originOf the canceller's; null leaves games alone that nobody has joined
 */
export async function endings(
  log: StoredLog,
  originOf: ((playerId: string, gameId: string) => CommandOrigin) | null,
): Promise<Submission[]> {
  const all: Submission[] = [];
  for (const [gameId, game] of openGames(log)) {
    if (game.status === "open" && game.expiresAt <= Date.now()) {
      all.push(expireCommand(gameId, Date.now()), expireCommand(gameId, Date.now()));
    } else if (game.status === "open" && originOf !== null) {
      const { playerId } = game.creator;
      all.push(cancelCommand(originOf(playerId, gameId), { playerId, gameId }));
    } else if (game.status === "locked") {
      all.push(await settling(gameId, game), await settling(gameId, game));
    }
  }
  return all;
}

async function settling(gameId: string, { chain, round }: LockedCoinflip): Promise<Submission> {
  const found = await early.round(chain.chainHash, round);
  assert(found !== null, "the early beacon has every round of the next year");
  return settleCommand(gameId, { beacon: found, chainHash: chain.chainHash, at: Date.now() });
}

/** The end of games that wait for their rounds after a day: given up by one and settled by another. */
export async function givingUp(log: StoredLog): Promise<Submission[]> {
  const all: Submission[] = [];
  for (const [gameId, game] of openGames(log)) {
    if (game.status !== "locked") continue;
    const overdue = publishedAt(game.round, game.chain) + VOID_AFTER_MS;
    all.push(voidCommand(gameId, overdue), await settling(gameId, game));
  }
  return all;
}

const ENDS: ReadonlySet<string> = new Set([
  "CoinflipSettled",
  "CoinflipCancelled",
  "CoinflipExpired",
  "CoinflipVoided",
]);

/** Every copy has at most one holder, every stake its value of the time, every game one end and an empty escrow. */
export function checkGames(log: StoredLog): void {
  const held = new Map<string, Map<string, bigint>>();
  const ended = new Set<string>();
  let catalogue: Catalogue = emptyCatalogue;
  for (const event of log.events.map(eventOf)) {
    checkValues(event, catalogue);
    if (event.stream === "limiteds:catalogue" || event.type.startsWith("Limiteds"))
      catalogue = catalogueStreamKind.evolve(catalogue, upcast(event, eventTypes), event.stream);
    for (const { account, asset, delta } of event.postings) {
      const accounts = held.get(asset) ?? new Map<string, bigint>();
      held.set(asset, accounts.set(account, (accounts.get(account) ?? 0n) + delta));
    }
    for (const { asset } of event.postings) if (isCopy(asset)) checkCopy(asset, held.get(asset) ?? new Map());
    if (!ENDS.has(event.type)) continue;
    assert(!ended.has(event.stream), `${event.stream} ends once`);
    ended.add(event.stream);
    const escrow = `escrow:${event.stream.slice("coinflip:".length)}`;
    for (const [asset, accounts] of held)
      assert.equal(accounts.get(escrow) ?? 0n, 0n, `${escrow} has no ${asset} once its game is over`);
  }
  assert.deepEqual([...openGames(log).keys()], [], "every game is over in the end");
  for (const [asset, accounts] of held)
    for (const [account, amount] of accounts)
      assert(!account.startsWith("escrow:") || amount === 0n, `${account} still has ${amount} of ${asset}`);
}

function checkCopy(asset: string, accounts: ReadonlyMap<string, bigint>): void {
  const outside = [...accounts].filter(([account]) => account !== "platform");
  const sum = outside.reduce((total, [, amount]) => total + amount, 0n);
  const isOnce = (sum === 0n || sum === 1n) && outside.every(([, amount]) => amount === 0n || amount === 1n);
  assert(isOnce, `${asset} is held once at most: ${outside.join("; ")}`);
}

function checkValues(event: RecordedEvent, catalogue: Catalogue): void {
  for (const { asset, value } of stakesOf(event)) {
    if (isCopy(asset))
      assert.equal(
        BigInt(value),
        valueOfCopy(catalogue, asset),
        `the value of ${asset} at ${event.position}`,
      );
  }
}

function stakesOf({ type, payload }: RecordedEvent): Stake {
  if (type === "ItemsFlipped") return (payload as ItemsFlipped["payload"]).items;
  if (type === "CoinflipOpened") return (payload as CoinflipOpened["payload"]).creator.stakes;
  return type === "CoinflipJoined" ? (payload as CoinflipJoined["payload"]).joiner.stakes : [];
}

/** Set up before anybody plays for items: the catalogue, and two players with half of the copies each. */
export function firstItems(
  origin: CommandOrigin,
  originOf: (playerId: string) => CommandOrigin,
): readonly Submission[] {
  const syncs = [0, 1].map((player) => {
    const playerId = `p_${player}`;
    const listed = FIRST.filter((_, n) => n % 2 === player);
    return syncCommand(originOf(playerId), {
      playerId,
      sync: `first of ${playerId}`,
      listedAt: origin.at,
      count: listed.length,
      listed: listed.map((copy) => ({ copy, serial: null, holder: null, sightedAt: null })),
      absent: [],
      complete: true,
    });
  });
  return [listCommand(origin, told(5_000n, origin.at)), ...syncs];
}
