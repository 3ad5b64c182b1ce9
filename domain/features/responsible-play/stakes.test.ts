import { describe, expect, it } from "vitest";
import { platform, playerAccount } from "../../accounts/account.ts";
import type { NewEvent } from "../../kernel/event.ts";
import type { EventDefinition } from "../../kernel/event-definition.ts";
import type { DomainFeature } from "../../kernel/feature.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";
import type { SlicePart } from "../../player/player-slice.ts";
import { flipForItems, worth } from "../../testing/bot-flips.ts";
import { BOB, cancel, join, open, rbx } from "../../testing/coinflips.ts";
import { type Decide, type GivenLog, NOON } from "../../testing/given.ts";
import { catalogued, HAT, handedOver } from "../../testing/items.ts";
import { ALICE, flip, playerIn } from "../../testing/players.ts";
import { bet, enter } from "../../testing/rounds.ts";
import { happen, logWith, play, refusalOf } from "../../testing/user-games.ts";
import { features } from "../all.ts";
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
  { kind: "an opened coinflip for items", decide: open(worth("1000", HAT), { playerId: BOB }) },
  { kind: "a flip for items", decide: flipForItems(worth("1000", HAT), { playerId: BOB }) },
  { kind: "a flip by a player's rules", decide: play("rbx", "10.00"), gameType: "coinflip" },
  { kind: "an entry of a jackpot", decide: enter("10.00"), gameType: "jackpot" },
  { kind: "a bet on a crash round", decide: bet("10.00"), gameType: "crash" },
];

/** Somebody before whom every stake lies open. */
function ready(gameType: GameType = "coinflip"): GivenLog {
  const log = logWith(gameType);
  log.append([catalogued, handedOver(platform, playerAccount(BOB), HAT)]);
  happen(log, open(rbx("10.00"), { playerId: ALICE }));
  return log;
}

const limit = { playerId: BOB, amount: "999" } as const;
const RULES: readonly (readonly [refusal: string, before: NewEvent, rule: string])[] = [
  ["limit_reached", limitLowered({ ...limit, kind: "stake", window: "bet" }), "a limit of stakes"],
  ["limit_reached", limitLowered({ ...limit, kind: "wager", window: "day" }), "a limit of wagers"],
  ["limit_reached", limitLowered({ ...limit, kind: "loss", window: "month" }), "a limit of losses"],
  ["timed_out", timeOutBegun({ playerId: BOB, until: NOON + HOUR_MS }), "a time-out"],
  ["self_excluded", selfExclusionBegun({ playerId: BOB, until: null }), "an exclusion"],
  ["age_unconfirmed", ageAsked({ playerId: BOB, gate: "birthdate", textVersion: 1 }), "an age not shown"],
  ["age_unconfirmed", ageRefused({ playerId: BOB, by: "birthdate" }), "an age under the least"],
  ["region_blocked", regionNoted({ playerId: BOB, region: "FR", by: "proxy", isBlocked: true }), "a region"],
];

describe.each(STAKES)("$kind", ({ decide, gameType }) => {
  it("is taken while nothing stands against it", () => {
    expect(refusalOf(ready(gameType), decide)).toBe("accepted");
  });

  it.each(RULES)("is refused as %s", (refusal, before) => {
    const log = ready(gameType);
    log.append([before]);
    expect(refusalOf(log, decide)).toBe(refusal);
  });

  it("waits for a reality check that is due", () => {
    const log = ready(gameType);
    for (const minute of [0, 10, 20]) {
      log.at = NOON + minute * MINUTE_MS;
      happen(log, flip("rbx", "1.00", BOB));
    }
    log.at = NOON + 30 * MINUTE_MS;
    expect(refusalOf(log, decide)).toBe("reality_check_due");
    log.append([realityCheckAcknowledged({ playerId: BOB })]);
    expect(refusalOf(log, decide)).toBe("accepted");
  });

  it("counts as wagered and as lost while it is open", () => {
    const log = ready(gameType);
    happen(log, decide);
    const { totals } = responsiblePlayOf.of(playerIn(log, BOB));
    expect(usedOf(totals, { kind: "wager", window: "day", at: log.at })).toBe(1_000n);
  });
});

describe("a stake that went back", () => {
  it("counts as lost no more", () => {
    const log = ready();
    happen(log, open(rbx("25.00"), { playerId: BOB, gameId: "g_2" }));
    const lost = () =>
      usedOf(responsiblePlayOf.of(playerIn(log, BOB)).totals, { kind: "loss", window: "day", at: log.at });
    expect(lost()).toBe(2_500n);
    happen(log, cancel(BOB, "g_2"));
    expect(lost()).toBe(0n);
  });
});

describe("an exclusion that is over", () => {
  it("goes on until its end was asked for and a day has passed", () => {
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

/** What takes from a player without being a stake. */
const NO_STAKES = [
  "DepositReversed",
  "DepositTakenBack",
  "DebtPaid",
  "InventorySynced",
  "ListingOpened",
  "ListingReturned",
  "CashoutRequested",
  "WithdrawalRequested",
];

describe("a kind of event that takes from a player", () => {
  const parts = (features as readonly DomainFeature[]).flatMap((feature): readonly SlicePart[] =>
    "stateParts" in feature ? (feature.stateParts as SlicePart[]) : [],
  );
  const counted = new Set(
    parts.flatMap((part) => (part.slice === responsiblePlayOf ? part.on.map(({ type }) => type) : [])),
  );
  const takes = (definition: EventDefinition): boolean =>
    definition.example().postings.some(({ account, delta }) => account.startsWith("player:") && delta < 0n);

  it("counts towards the limits, or is known to be no stake", () => {
    const forgotten = Object.values(eventTypes)
      .filter(takes)
      .map(({ type }) => type)
      .filter((type) => !counted.has(type) && !NO_STAKES.includes(type));
    expect(forgotten).toEqual([]);
  });
});
