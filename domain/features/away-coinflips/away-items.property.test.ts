import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Account, platform, playerAccount } from "../../accounts/account.ts";
import { type Copy, copyOf } from "../../accounts/item.ts";
import type { Side } from "../../fairness/st1.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { goneBy } from "../../ledger/transit/gone.ts";
import { elsewhere, transitIdOf } from "../../ledger/transit/single.ts";
import {
  carriedBy,
  thingGone,
  thingGoneTold,
  transitArrived,
  transitLeft,
} from "../../ledger/transit/transit-events.ts";
import {
  depositOf,
  endOfGame,
  gameIn,
  keeperIn,
  playerOf,
  playersOf,
  settingsOf,
  stakesIn,
  takenByLog,
  transitOf,
} from "../../testing/away/logs.ts";
import { gameSeeds, OPEN_MS } from "../../testing/coinflips.ts";
import { NOON } from "../../testing/given.ts";
import { handedOver } from "../../testing/items.ts";
import { mustBe } from "../../testing/must-be.ts";
import type { PaperLog } from "../../testing/paper-log.ts";
import { appendTo, PaperLogs } from "../../testing/paper-logs.ts";
import { registered } from "../../testing/players.ts";
import { bankLimitsOf } from "../bank/settings.ts";
import { copiesInCustody } from "../deposits/custody.ts";
import { custodyEnded, depositCompleted, depositRequested, depositReversed } from "../deposits/events.ts";
import { reverseDeposit } from "../deposits/review/reverse.ts";
import { cancelCoinflip } from "../live-coinflips/end.ts";
import { openCoinflip } from "../live-coinflips/open.ts";
import { refusalOfStaker } from "../registry.ts";
import type { KeptCopy } from "../transits/copies.ts";
import { stakeItemsAway } from "./stake.ts";

const subject = { type: "roblox_limited", itemId: 1, assetId: 101, quantity: 1 } as const;
/** The copies that each player brings: three, one of an item that log 2 does not know. */
const copiesOf = (log: number, who: number): readonly Copy[] => [
  copyOf(101, `${log}-${who}-1`),
  copyOf(101, `${log}-${who}-2`),
  copyOf(102, `${log}-${who}-3`),
];

/** A player deposits copies. */
const deposited = (playerId: string, credited: readonly Copy[], depositId: string): readonly NewEvent[] => {
  const completed = { depositId, playerId, by: "p_root", firstBy: null, note: null, kept: [] };
  return [
    depositRequested({ depositId, playerId, wanted: subject }),
    depositCompleted({ ...completed, credited: [...credited], value: "0" }, subject),
  ];
};

const begun = (log: number): readonly NewEvent[] =>
  playersOf(log).flatMap((playerId, who) => [
    registered(playerId),
    ...deposited(playerId, copiesOf(log, who).slice(0, 2), `d_${log}-${who}-0`),
    ...deposited(playerId, copiesOf(log, who).slice(2), `d_${log}-${who}-1`),
  ]);

/** Logs with players who play for items in custody, each in games of all logs. */
class ItemsBetween extends PaperLogs {
  #names = 0;
  readonly #known: { readonly log: number; readonly gameId: string }[] = [];
  readonly copies: readonly Copy[];

  constructor(count: number) {
    super(count, begun, takenByLog);
    this.copies = this.all.flatMap(({ number }) => [...copiesOf(number, 0), ...copiesOf(number, 1)]);
    for (const { number } of this.all) {
      this.open(number, 0, 1);
      this.keep(number);
    }
  }

  #free(log: PaperLog, playerId: string, many: number): readonly KeptCopy[] {
    const free = this.copies.filter((copy) => log.holding(playerAccount(playerId), copy) === 1n);
    return free.slice(0, many).flatMap((copy) => keeperIn(log, copy) ?? []);
  }

  open(number: number, who: number, many: number): void {
    const log = this.log(number);
    const playerId = playersOf(log.number)[who] ?? "";
    const found = stakesIn(
      log,
      this.#free(log, playerId, many).map(({ copy }) => copy),
    );
    if ("refused" in found) return;
    this.#names += 1;
    const gameId = `game-${this.#names}`;
    const decision = openCoinflip(
      { playerId, gameId, side: "rbx", stakes: found.stakes, expiresInMs: OPEN_MS },
      {
        player: playerOf(log)(playerId),
        holding: (asset) => log.holding(playerAccount(playerId), asset),
        at: NOON,
        seeds: gameSeeds,
        settings: settingsOf(log),
        itemsStaked: "custody",
        refusalOfStaker,
      },
    );
    if ("events" in decision) this.#known.push({ log: log.number, gameId });
    appendTo(log, decision);
  }

  /** A player stakes their items on a game, whether or not it matches, is open, or exists. */
  stake(number: number, chosen: number, how: { readonly who: number; readonly many: number }): void {
    const log = this.log(number);
    const game = this.#known[chosen % Math.max(1, this.#known.length)];
    if (game === undefined) return;
    const playerId = playersOf(log.number)[how.who] ?? "";
    const kept = this.#free(log, playerId, how.many);
    const found = stakesIn(
      log,
      kept.map(({ copy }) => copy),
    );
    if ("refused" in found) return;
    this.#names += 1;
    const transitId = transitIdOf(log.number, `s${this.#names}`);
    const decision = stakeItemsAway(
      { transitId, playerId, ...game, side: "tix", stakes: found.stakes, kept, against: [] },
      {
        player: playerOf(log)(playerId),
        holding: (copy) => log.holding(playerAccount(playerId), copy),
        owes: 0n,
        depositOf: depositOf(log),
        isListed: () => true,
        bar: null,
        at: NOON,
        settings: settingsOf(log),
        refusalOfStaker,
        peers: this.peers,
        ...transitOf(log, transitId),
      },
    );
    appendTo(log, decision);
  }

  end(chosen: number, how: Side | "void" | "cancel"): void {
    const game = this.#known[chosen % Math.max(1, this.#known.length)];
    if (game === undefined) return;
    const log = this.log(game.log);
    const coinflip = gameIn(log, game.gameId);
    const playerId = "creator" in coinflip ? coinflip.creator.playerId : "";
    const ended =
      how === "cancel"
        ? cancelCoinflip({ gameId: game.gameId, playerId }, coinflip)
        : endOfGame(log, game.gameId, how);
    if (ended !== null) appendTo(log, ended);
  }

  /** A player withdraws a free copy. */
  withdraw(number: number, who: number): void {
    const log = this.log(number);
    const playerId = playersOf(log.number)[who] ?? "";
    for (const { copy, depositId } of this.#free(log, playerId, 1))
      log.append([
        custodyEnded({ depositId, copy }),
        handedOver(playerAccount(playerId), platform, copy),
        ...goneBy(depositId, copy),
      ]);
    this.keep(number);
  }

  /** A player deposits a copy that is nowhere on the site, as far as the log knows. */
  deposit(number: number, who: number): void {
    const log = this.log(number);
    const copy = this.copies.find(
      (one) => this.placesOf(one).length === 0 && log.holding(platform, one) === 0n,
    );
    if (copy === undefined) return;
    this.#names += 1;
    log.append(deposited(playersOf(log.number)[who] ?? "", [copy], `d_${this.#names}`));
    this.keep(number);
  }

  /** The other player of a log, an admin, reverses a deposit, as far as its copies are free. */
  reverse(number: number, chosen: number): void {
    const log = this.log(number);
    const deposits = log.events.flatMap((event) => (depositCompleted.is(event) ? [event.payload] : []));
    const deposit = deposits[chosen % deposits.length];
    if (deposit === undefined) return;
    const { depositId, playerId } = deposit;
    const admin = playersOf(log.number).find((one) => one !== playerId) ?? "";
    const decision = reverseDeposit(
      { actorId: admin, depositId, reason: "r" },
      {
        actor: { player: playerOf(log)(admin), isListed: true },
        deposit: depositOf(log)(depositId),
        playerOf: playerOf(log),
        holding: (account, asset) => log.holding(account, asset),
        limits: bankLimitsOf(settingsOf(log)),
        depositOf: depositOf(log),
      },
    );
    appendTo(log, decision);
    this.keep(number);
  }

  /** Free copies in the hands of their depositors although the deposit was reversed. */
  keptFromReversals(): readonly Copy[] {
    return this.all.flatMap((log) => {
      const reversed = log.events.flatMap((event) => (depositReversed.is(event) ? [event.payload] : []));
      return reversed.flatMap(({ depositId, playerId }) =>
        this.#free(log, playerId, Number.POSITIVE_INFINITY).flatMap(({ copy, depositId: keeper }) => {
          const kept = depositOf(log)(keeper);
          const homes = kept.status === "arrived" ? kept.homes : [];
          return homes.some((home) => home.copy === copy && home.depositId === depositId) ? [copy] : [];
        }),
      );
    });
  }

  /** The places of a copy: accounts of logs, and transits that have not arrived. */
  placesOf(copy: Copy): readonly string[] {
    const arrived = new Set(this.#transitsOf(copy, transitArrived.type));
    const onTheWay = this.#transitsOf(copy, transitLeft.type).filter((id) => !arrived.has(id));
    const held = this.all.flatMap((log) => {
      const accounts = new Set(
        log.events.flatMap(({ postings }) =>
          postings.flatMap(({ account, asset }) => (asset === copy && isOwn(account) ? [account] : [])),
        ),
      );
      return [...accounts]
        .filter((account) => log.holding(account, copy) !== 0n)
        .map((one) => `${log.number} ${one}`);
    });
    return [...held, ...onTheWay];
  }

  #transitsOf(copy: Copy, type: string): readonly string[] {
    return this.all.flatMap(({ events }) =>
      events.flatMap((event) => {
        if (event.type !== type || !(transitLeft.is(event) || transitArrived.is(event))) return [];
        return carriedBy(event.payload).some(({ asset }) => asset === copy) ? [event.payload.id] : [];
      }),
    );
  }

  expectConserved(): void {
    expect(this.underWay()).toBeGreaterThanOrEqual(0n);
    const inCustody = this.all.map((log) => ({ number: log.number, copies: copiesInCustody(log.events) }));
    for (const copy of this.copies) {
      const places = this.placesOf(copy);
      mustBe("the number of places", places.length, this.isOnSite(copy) ? 1 : 0);
      for (const { number, copies } of inCustody)
        mustBe(
          "custody",
          copies.has(copy),
          places.some((at) => at.startsWith(`${number} `)),
        );
    }
  }

  /** Whether a copy entered the site as often as it left, or once more. */
  isOnSite(copy: Copy): boolean {
    let balance = 0;
    for (const event of this.all.flatMap(({ events }) => events)) {
      if (depositCompleted.is(event) && event.payload.credited.includes(copy)) balance += 1;
      const isGone = event.type === "WriterRecovered" && event.postings.some(({ asset }) => asset === copy);
      if (isGone || (depositReversed.is(event) && event.payload.copies.includes(copy))) balance -= 1;
    }
    return balance === 1;
  }

  async endAll(): Promise<void> {
    await this.settle(3);
    this.#known.forEach((_game, n) => {
      this.end(n, (["rbx", "tix", "void"] as const)[n % 3] ?? "rbx");
      this.end(n, "cancel");
    });
    await this.settle(8);
  }
}

/** Whether an account's holding is in the log, not merely known to be in transit or elsewhere. */
const isOwn = (account: Account): boolean =>
  account !== platform && account !== elsewhere && !account.startsWith("transit:");

const number = fc.integer({ min: 1, max: 4 });
const who = fc.nat(1);
const many = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ opens: number, who, many }) },
  { weight: 5, arbitrary: fc.record({ stakes: number, game: fc.nat(20), who, many }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ends: fc.nat(20),
      how: fc.constantFrom("rbx" as const, "tix" as const, "void" as const, "cancel" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ withdraws: number, who }) },
  { weight: 1, arbitrary: fc.record({ deposits: number, who }) },
  { weight: 1, arbitrary: fc.record({ reverses: number, deposit: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ carries: number }) },
  { weight: 3, arbitrary: fc.record({ keeps: number }) },
  {
    weight: 8,
    arbitrary: fc.record({ message: fc.nat(1_000), is: fc.constantFrom("once", "again", "lost") }),
  },
  { weight: 1, arbitrary: fc.record({ crashes: number }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
/** One stake is played for, and another comes back, with a copy that can then be withdrawn. */
const PLAYED: Step[] = [0, 0].map((game) => ({ stakes: 2, game, who: 1, many: 1 }));

const CARRIED: Step[] = [2, 1].flatMap((log) => [
  { keeps: log },
  { carries: log },
  { message: 0, is: "once" },
  { keeps: 3 - log },
]);
/** A stake comes back, and is staked here while the rest of its deposit is reversed. */
const TAKEN_BACK: Step[] = [
  { stakes: 2, game: 0, who: 1, many: 1 },
  { ends: 0, how: "cancel" },
  ...[...CARRIED, ...CARRIED, ...CARRIED],
  { opens: 2, who: 1, many: 1 },
  { reverses: 2, deposit: 2 },
];

async function take(logs: ItemsBetween, next: Step): Promise<void> {
  if ("opens" in next) logs.open(next.opens, next.who, next.many);
  else if ("stakes" in next) logs.stake(next.stakes, next.game, next);
  else if ("ends" in next) logs.end(next.ends, next.how);
  else if ("withdraws" in next) logs.withdraw(next.withdraws, next.who);
  else if ("deposits" in next) logs.deposit(next.deposits, next.who);
  else if ("reverses" in next) logs.reverse(next.reverses, next.deposit);
  else if ("carries" in next) logs.carry(next.carries);
  else if ("keeps" in next) logs.keep(next.keeps);
  else if ("crashes" in next) logs.crash(next.crashes);
  else await logs.deliver(next.message, next.is);
}

describe("coinflips for items between players of two to four logs that crash, with lost, duplicate and late messages", () => {
  it("have each copy in one place, in custody there, at any moment, and end each stake once", async () => {
    const came = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 4 }),
        fc.array(step, { minLength: 40, maxLength: 100, size: "max" }),
        async (count, course) => {
          const logs = new ItemsBetween(count);
          for (const next of course) {
            await take(logs, next);
            logs.expectConserved();
          }
          await logs.endAll();
          logs.expectConserved();
          expect(logs.underWay()).toBe(0n);
          for (const copy of logs.copies)
            for (const place of logs.placesOf(copy)) expect(place).toMatch(/^\d player:p_/);
          // Nobody keeps a reversed copy once it is home and free.
          for (const { number: log, events } of logs.all)
            for (let n = 0; n < events.filter(depositCompleted.is).length; n += 1) logs.reverse(log, n);
          logs.expectConserved();
          expect(logs.keptFromReversals()).toEqual([]);
          // Travelled copies can leave the site, and every log hears of it.
          for (const { number: log } of logs.all) for (const one of [0, 1]) logs.withdraw(log, one);
          await logs.settle(8);
          logs.expectConserved();
          const ends = [...logs.streamsOf("AwayCoinflipPlayed"), ...logs.streamsOf("AwayStakeReturned")];
          expect(ends.sort()).toEqual(logs.streamsOf("AwayStakeMade"));
          expect(logs.streamsOf(thingGoneTold.type)).toEqual(logs.streamsOf(thingGone.type));
          for (const type of ["DepositReversed", "AwayCoinflipPlayed", "AwayStakeReturned", thingGone.type])
            came.set(type, (came.get(type) ?? 0) + logs.streamsOf(type).length);
        },
      ),
      {
        numRuns: 10,
        examples: [
          [2, PLAYED],
          [2, TAKEN_BACK],
        ],
      },
    );
    // With any seed, games were played, stakes came back, and travelled items left the site.
    for (const [type, count] of came) expect([type, count > 0]).toEqual([type, true]);
    expect(came.size).toBe(4);
  }, 120_000);
});
