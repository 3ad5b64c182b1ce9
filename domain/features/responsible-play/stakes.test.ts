import { describe, expect, it } from "vitest";
import { platform, playerAccount } from "../../accounts/account.ts";
import { type NewEvent, streamsOf } from "../../kernel/events/event.ts";
import type { EventDefinition } from "../../kernel/events/event-definition.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";
import { goAway } from "../../testing/away/stakes.ts";
import { flipForItems, worth } from "../../testing/bot-flips.ts";
import { BOB, cancel, join, open, rbx } from "../../testing/coinflips.ts";
import { carriedOut, type Decide, GivenLog, NOON, refusalOf } from "../../testing/given.ts";
import { catalogued, HAT, handedOver } from "../../testing/items.ts";
import { ALICE, flip, playerIn, registered } from "../../testing/players.ts";
import { bet, enter } from "../../testing/rounds.ts";
import { logWith, play } from "../../testing/user-games.ts";
import type { GameType } from "../game-tables/table.ts";
import { eventTypes } from "../registry.ts";
import {
  ageAsked,
  ageRefused,
  limitLowered,
  realityCheckAcknowledged,
  regionNoted,
  selfExclusionBegun,
  selfExclusionEndAsked,
  timeOutBegun,
} from "./events.ts";
import { responsiblePlayOf } from "./play.ts";
import { LIMITS, type LimitName } from "./rules.ts";
import { usedOf } from "./windows.ts";

/** Every way to stake 10.00, all by Bob. */
interface Kind {
  readonly kind: string;
  readonly decide: Decide<JsonObject>;
  readonly gameType?: GameType;
}
const STAKES: readonly Kind[] = [
  { kind: "a house flip", decide: flip("rbx", "10.00", BOB) },
  { kind: "an opened coinflip", decide: open(rbx("10.00"), { playerId: BOB }) },
  { kind: "a joined coinflip", decide: join() },
  { kind: "a stake on a coinflip of another log", decide: goAway("10.00", { playerId: BOB }) },
  { kind: "an opened coinflip for items", decide: open(worth("1000", HAT), { playerId: BOB }) },
  { kind: "a flip for items", decide: flipForItems(worth("1000", HAT), { playerId: BOB }) },
  { kind: "a flip by a player's rules", decide: play("rbx", "10.00"), gameType: "coinflip" },
  { kind: "an entry of a jackpot", decide: enter("10.00"), gameType: "jackpot" },
  { kind: "a bet on a crash round", decide: bet("10.00"), gameType: "crash" },
];

/** A player who may make every stake. */
function ready(gameType: GameType = "coinflip"): GivenLog {
  const log = logWith(gameType);
  log.append([catalogued, handedOver(platform, playerAccount(BOB), HAT)]);
  return carriedOut(log, open(rbx("10.00"), { playerId: ALICE }));
}

const STAKE_LIMITS = LIMITS.filter(({ kind }) => kind !== "deposit");
const limitOf = (name: LimitName, amount: string) => limitLowered({ ...name, playerId: BOB, amount });
const RULES: readonly (readonly [rule: string, refusal: string, before: NewEvent])[] = [
  ...STAKE_LIMITS.map(
    (name) => [`a limit of ${name.kind} by ${name.window}`, "limit_reached", limitOf(name, "999")] as const,
  ),
  ["a time-out", "timed_out", timeOutBegun({ playerId: BOB, until: NOON + HOUR_MS })],
  ["an exclusion", "self_excluded", selfExclusionBegun({ playerId: BOB, until: null })],
  ["an age not shown", "age_unconfirmed", ageAsked({ playerId: BOB, gate: "birthdate", textVersion: 1 })],
  ["an age under the least", "age_unconfirmed", ageRefused({ playerId: BOB, by: "birthdate" })],
  ["a region", "region_blocked", regionNoted({ playerId: BOB, region: "FR", by: "proxy", isBlocked: true })],
];

describe.each(STAKES)("$kind", ({ decide, gameType }) => {
  it("is accepted while no rule refuses it", () => {
    expect(refusalOf(ready(gameType), decide)).toBe("accepted");
  });

  it.each(RULES)("is stopped by %s: %s", (_rule, refusal, before) => {
    const log = ready(gameType);
    log.append([before]);
    expect(refusalOf(log, decide)).toBe(refusal);
  });

  it("is accepted up to its limits, to the last minor unit", () => {
    const log = ready(gameType);
    log.append(STAKE_LIMITS.map((name) => limitOf(name, "1000")));
    expect(refusalOf(log, decide)).toBe("accepted");
  });

  it("waits for a reality check that is due", () => {
    const log = ready(gameType);
    for (const minute of [0, 10, 20]) {
      log.at = NOON + minute * MINUTE_MS;
      carriedOut(log, flip("rbx", "1.00", BOB));
    }
    log.at = NOON + 30 * MINUTE_MS;
    expect(refusalOf(log, decide)).toBe("reality_check_due");
    log.append([realityCheckAcknowledged({ playerId: BOB })]);
    expect(refusalOf(log, decide)).toBe("accepted");
  });

  it("counts as wagered and as lost while it is open", () => {
    const log = ready(gameType);
    carriedOut(log, decide);
    const play = responsiblePlayOf.of(playerIn(log, BOB));
    expect(usedOf(play, { kind: "wager", window: "day", at: log.at })).toBe(1_000n);
  });
});

describe("a returned stake", () => {
  it("no longer counts as lost", () => {
    const log = ready();
    carriedOut(log, open(rbx("25.00"), { playerId: BOB, gameId: "g_2" }));
    const lost = () =>
      usedOf(responsiblePlayOf.of(playerIn(log, BOB)), { kind: "loss", window: "day", at: log.at });
    expect(lost()).toBe(2_500n);
    carriedOut(log, cancel(BOB, "g_2"));
    expect(lost()).toBe(0n);
  });
});

describe("an exclusion past its end", () => {
  it("continues until its end was requested and a day has passed", () => {
    const log = ready();
    log.append([selfExclusionBegun({ playerId: BOB, until: NOON + HOUR_MS })]);
    log.at = NOON + 2 * HOUR_MS;
    expect(refusalOf(log, flip("rbx", "1.00", BOB))).toBe("self_excluded");
    log.append([selfExclusionEndAsked({ playerId: BOB, from: log.at + 24 * HOUR_MS })]);
    log.at += 24 * HOUR_MS - 1;
    expect(refusalOf(log, flip("rbx", "1.00", BOB))).toBe("self_excluded");
    log.at += 1;
    expect(refusalOf(log, flip("rbx", "1.00", BOB))).toBe("accepted");
  });
});

/** Events that take from a player without being a stake. */
const NO_STAKES: ReadonlySet<string> = new Set([
  "DepositReversed",
  "DebtPaid",
  "DollarDebtPaid",
  "InventorySynced",
  "ListingOpened",
  "ListingReturned",
  "CashoutRequested",
  "WithdrawalRequested",
]);

/** Whether an event of a type counts as wagered, by the features' declared handlers. */
function isWagered(definition: EventDefinition): boolean {
  const event = definition.example();
  const players = streamsOf(event).filter((stream) => stream.startsWith("player:"));
  return players.some((stream) => {
    const playerId = stream.slice("player:".length);
    const log = new GivenLog();
    log.append([registered(playerId), event]);
    return responsiblePlayOf.of(playerIn(log, playerId)).wagered !== 0n;
  });
}

describe("an event type that takes from a player", () => {
  const types = Object.values(eventTypes);
  const stakes = types.filter(isWagered).map(({ type }) => type);
  const taking = types
    .filter((definition) =>
      definition.example().postings.some(({ account, delta }) => account.startsWith("player:") && delta < 0n),
    )
    .map(({ type }) => type);

  it("counts as wagered, or is listed as no stake", () => {
    expect(taking.filter((type) => !stakes.includes(type) && !NO_STAKES.has(type))).toEqual([]);
  });

  it("must leave the list once it takes nothing, or counts", () => {
    expect([...NO_STAKES].filter((type) => !taking.includes(type) || stakes.includes(type))).toEqual([]);
  });

  it("belongs to a kind of stake in the table above, and each kind has one", () => {
    const made = STAKES.map(({ decide, gameType }) => {
      const decision = decide(ready(gameType));
      return "refused" in decision ? [] : decision.events.map(({ type }) => type);
    });
    expect(stakes.filter((type) => !made.flat().includes(type))).toEqual([]);
    expect(made.filter((events) => !events.some((type) => stakes.includes(type)))).toEqual([]);
  });
});
