import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { playerAccount } from "../../accounts/account.ts";
import type { Side } from "../../fairness/st1.ts";
import { transitIdOf } from "../../ledger/transit/single.ts";
import {
  endOfGame,
  gameIn,
  playerOf,
  playersOf,
  settingsOf,
  takenByLog,
  transitOf,
} from "../../testing/away/logs.ts";
import { gameSeeds, OPEN_MS, rbx } from "../../testing/coinflips.ts";
import { NOON } from "../../testing/given.ts";
import { appendTo, PaperLogs } from "../../testing/paper-logs.ts";
import { registered } from "../../testing/players.ts";
import { cancelCoinflip } from "../live-coinflips/end.ts";
import { openCoinflip } from "../live-coinflips/open.ts";
import { STARTING_BALANCES } from "../players/rules.ts";
import { refusalOfStaker } from "../registry.ts";
import { AWAY_STAKES_MAX } from "./rules.ts";
import { stakeAway } from "./stake.ts";

const STAKE = "10.00";

/** Logs with players who open coinflips and stake on those of other logs. */
class GamesBetween extends PaperLogs {
  #games = 0;
  #stakes = 0;
  /** Every game ever opened, with its log: players may act on outdated lists. */
  readonly #known: { readonly log: number; readonly gameId: string }[] = [];

  constructor(count: number) {
    super(count, (number) => playersOf(number).map((id) => registered(id)), takenByLog);
    for (const { number } of this.all) {
      this.open(number, 0);
      this.keep(number);
    }
  }

  #game(chosen: number) {
    return this.#known[chosen % Math.max(1, this.#known.length)];
  }

  open(number: number, who: number): void {
    const log = this.log(number);
    const playerId = playersOf(log.number)[who] ?? "";
    this.#games += 1;
    const gameId = `game-${this.#games}`;
    const command = { playerId, gameId, side: "rbx" as const, stakes: rbx(STAKE), expiresInMs: OPEN_MS };
    const decision = openCoinflip(command, {
      player: playerOf(log)(playerId),
      holding: (asset) => log.holding(playerAccount(playerId), asset),
      at: NOON,
      seeds: gameSeeds,
      settings: settingsOf(log),
      itemsStaked: "sight",
      refusalOfStaker,
    });
    if ("events" in decision) this.#known.push({ log: log.number, gameId });
    appendTo(log, decision);
  }

  /** A player stakes on a game, open or not, existing or not; one of their own log is refused. */
  stake(number: number, chosen: number, how: { readonly who: number; readonly isWrong: boolean }): void {
    const log = this.log(number);
    const game = this.#game(chosen);
    if (game === undefined) return;
    const playerId = playersOf(log.number)[how.who] ?? "";
    this.#stakes += 1;
    const transitId = transitIdOf(log.number, `s${this.#stakes}`);
    const decision = stakeAway(
      { transitId, playerId, ...game, side: "tix", currency: "RBX", stake: how.isWrong ? 1_001n : 1_000n },
      {
        player: playerOf(log)(playerId),
        held: log.holding(playerAccount(playerId), "RBX"),
        at: NOON,
        settings: settingsOf(log),
        refusalOfStaker,
        peers: this.peers,
        ...transitOf(log, transitId),
      },
    );
    // Whichever rule comes first: the player may have the most stakes away.
    if (game.log === log.number) expect(Object.keys(decision)).toEqual(["refused"]);
    appendTo(log, decision);
  }

  /** The beacon decides a game, or fails; or its creator cancels it. */
  end(chosen: number, how: Side | "void" | "cancel"): void {
    const game = this.#game(chosen);
    if (game === undefined) return;
    const { gameId } = game;
    const log = this.log(game.log);
    if (how === "cancel") {
      const coinflip = gameIn(log, gameId);
      const playerId = "creator" in coinflip ? coinflip.creator.playerId : "";
      appendTo(log, cancelCoinflip({ gameId, playerId }, coinflip));
      return;
    }
    const ended = endOfGame(log, gameId, how);
    if (ended !== null) appendTo(log, ended);
  }

  /** The RBX of all logs' accounts. */
  held(accounts: RegExp): bigint {
    return this.all
      .flatMap((log) => log.events.flatMap(({ postings }) => postings))
      .filter(({ account, asset }) => asset === "RBX" && accounts.test(account))
      .reduce((sum, { delta }) => sum + delta, 0n);
  }

  expectConserved(): void {
    const begun = STARTING_BALANCES.RBX * BigInt(2 * this.all.length);
    expect(this.held(/^(?:player|escrow):|^house$/) + this.underWay()).toBe(begun);
  }

  /** Ends every game in turn, and delivers messages until none is under way. */
  async endAll(): Promise<void> {
    await this.settle(3);
    this.#known.forEach((_game, n) => {
      this.end(n, (["rbx", "tix", "void"] as const)[n % 3] ?? "rbx");
      this.end(n, "cancel");
    });
    await this.settle(5);
  }
}

const number = fc.integer({ min: 1, max: 5 });
const who = fc.nat(1);
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ opens: number, who }) },
  {
    weight: 4,
    arbitrary: fc.record({ stakes: number, game: fc.nat(20), who, isWrong: fc.nat(3).map((n) => n === 0) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ends: fc.nat(20),
      how: fc.constantFrom("rbx" as const, "tix" as const, "void" as const, "cancel" as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ carries: number }) },
  { weight: 2, arbitrary: fc.record({ keeps: number }) },
  {
    weight: 6,
    arbitrary: fc.record({ message: fc.nat(1_000), is: fc.constantFrom("once", "again", "lost") }),
  },
  { weight: 1, arbitrary: fc.record({ crashes: number }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
/** A player stakes once more than allowed, and then on a game of their own log. */
const OFTEN: Step[] = [...Array.from({ length: AWAY_STAKES_MAX + 1 }, () => 0), 1].map((game) => ({
  ...{ stakes: 2, game, who: 0, isWrong: false },
}));

async function take(logs: GamesBetween, next: Step): Promise<void> {
  if ("opens" in next) logs.open(next.opens, next.who);
  else if ("stakes" in next) logs.stake(next.stakes, next.game, next);
  else if ("ends" in next) logs.end(next.ends, next.how);
  else if ("carries" in next) logs.carry(next.carries);
  else if ("keeps" in next) logs.keep(next.keeps);
  else if ("crashes" in next) logs.crash(next.crashes);
  else await logs.deliver(next.message, next.is);
}

describe("coinflips between players of two to five logs that crash, with lost, duplicate and late messages", () => {
  it("create and lose nothing at any moment, and end each stake once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 5 }),
        fc.array(step, { minLength: 40, maxLength: 120, size: "max" }),
        async (count, course) => {
          const logs = new GamesBetween(count);
          for (const next of course) {
            await take(logs, next);
            logs.expectConserved();
          }
          await logs.endAll();
          logs.expectConserved();
          expect(logs.underWay()).toBe(0n);
          expect(logs.held(/^escrow:|^player:guest/)).toBe(0n);
          const ends = [...logs.streamsOf("AwayCoinflipPlayed"), ...logs.streamsOf("AwayStakeReturned")];
          expect(ends.sort()).toEqual(logs.streamsOf("AwayStakeMade"));
        },
      ),
      { numRuns: 12, examples: [[2, OFTEN]] },
    );
  }, 60_000);
});
