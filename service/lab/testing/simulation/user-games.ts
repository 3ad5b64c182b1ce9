import assert from "node:assert/strict";
import fc from "fast-check";
import type { Side } from "#domain/fairness/st1.ts";
import { userCoinFlipped } from "#domain/features/user-coinflips/events.ts";
import {
  creatorShareClaimed,
  userGameCreated,
  userGameEdited,
  userGamePaused,
  userGameResumed,
} from "#domain/features/user-games/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { eventOf } from "#projections/kernel/events/event-rows.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { playCommand } from "#service/features/user-coinflips/play-command.ts";
import { changeCommand, claimCommand, createCommand } from "#service/features/user-games/commands.ts";
import type { StoredLog } from "./database/stored-log.ts";
import { LISTED_ADMIN, mostly, PLAYERS, playerName, type Sent } from "./people.ts";

/** A player makes a game, changes or plays one, or claims a share. */
export type UserGameAction =
  | (Sent & { readonly do: "make game"; readonly edge: number })
  | (Sent & {
      readonly do: "change game";
      /** How many games were made after the one meant. */
      readonly made: number;
      readonly changes: { readonly edge?: number; readonly isActive?: boolean };
    })
  | (Sent & { readonly do: "play game"; readonly made: number; readonly side: Side; readonly stake: bigint })
  | (Sent & { readonly do: "claim share" });

const NAMES: ReadonlySet<string> = new Set<UserGameAction["do"]>([
  "make game",
  "change game",
  "play game",
  "claim share",
]);
export const isUserGame = (action: { readonly do: string }): action is UserGameAction => NAMES.has(action.do);

const edge = fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.constantFrom(0, 1, 500, 5_000));
const sent = { keyed: mostly(6), twice: mostly(2) };
/** Two make games and play each other's; now and then others play, staff among them. */
const creator = fc.nat(1);
const bettor = fc.oneof({ weight: 6, arbitrary: creator }, { weight: 1, arbitrary: fc.nat(PLAYERS - 1) });
/** Recently made games are played. */
const made = fc.nat(2);

/** Actions of players with games of their own. */
export const userGameActions: fc.Arbitrary<UserGameAction> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("make game" as const), player: creator, edge, ...sent }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("change game" as const),
      player: creator,
      made,
      changes: fc.oneof(fc.record({ edge }), fc.record({ isActive: fc.boolean() })),
      ...sent,
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant("play game" as const),
      player: bettor,
      made,
      side: fc.constantFrom<Side>("rbx", "tix"),
      stake: fc.oneof(fc.bigInt({ min: 1n, max: 2_000n }), fc.bigInt({ min: 20_000n, max: 120_000n })),
      ...sent,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("claim share" as const), player: creator, ...sent }) },
);

const idOf = (n: number): string => `0193e3f0-0000-7000-9000-${String(n).padStart(12, "0")}`;

/** An action as a command. @param games how many were made before */
export function userGameSubmission(action: UserGameAction, origin: CommandOrigin, games: number): Submission {
  const playerId = playerName(action.player);
  if (action.do === "claim share") return claimCommand(origin, playerId);
  if (action.do === "make game") {
    const draft = { title: `Game ${games}`, description: null, minBet: "1", maxBet: "10000000" };
    const command = { gameId: idOf(games), creatorId: playerId, gameType: "coinflip" as const };
    return createCommand(origin, { ...command, draft: { ...draft, edge: action.edge } }, NO_CHAINS);
  }
  const gameId = idOf(Math.max(0, games - 1 - action.made));
  if (action.do === "change game")
    return changeCommand(origin, { gameId, playerId, changes: action.changes });
  const { side, stake } = action;
  const isListed = action.player === LISTED_ADMIN;
  return playCommand(origin, { playerId, gameId, side, stake, isListed });
}

const NO_CHAINS = { rows: [], freshChain: () => assert.fail("a coinflip has no hash chain") };

/** Allowed refusals of making or playing such games. */
export const USER_GAME_REFUSALS: ReadonlySet<string> = new Set([
  "unknown_player",
  "unknown_game",
  "own_game",
  "staff_cannot_play",
  "game_inactive",
  "game_unchanged",
  "too_many_games",
  "insufficient_balance",
  "stake_out_of_range",
  "bank_limit",
  "nothing_to_claim",
  "version_conflict",
]);

interface Made {
  readonly creatorId: string;
  readonly version: number;
  readonly edge: number;
  readonly isActive: boolean;
}

/** The games of a log, independent of the folds. */
class MadeGames {
  readonly #games = new Map<string, Made>();
  /** For each game and currency: stakes times edges, and its creator's earnings. */
  readonly #tables = new Map<string, { exact: bigint; paid: bigint }>();
  /** Each creator's unclaimed share of each currency. */
  readonly #unclaimed = new Map<string, bigint>();

  follow(event: RecordedEvent): void {
    if (userGameCreated.is(event)) {
      const { gameId, creatorId, edge } = event.payload;
      assert(!this.#games.has(gameId), `${gameId} is made once`);
      this.#games.set(gameId, { creatorId, version: 1, edge, isActive: true });
    } else if (userGameEdited.is(event)) {
      const { gameId, edge, version } = event.payload;
      this.#change(gameId, (game) => ({ ...game, edge, version: game.version + 1 }));
      assert.equal(version, this.#games.get(gameId)?.version, `the version of ${gameId}`);
    } else if (userGamePaused.is(event) || userGameResumed.is(event)) {
      this.#change(event.payload.gameId, (game) => ({ ...game, isActive: userGameResumed.is(event) }));
    } else if (userCoinFlipped.is(event)) this.#played(event, event.payload);
    else if (creatorShareClaimed.is(event)) this.#claimed(event.payload);
  }

  #change(gameId: string, changed: (game: Made) => Made): void {
    const game = this.#games.get(gameId);
    assert(game !== undefined, `${gameId} is there`);
    this.#games.set(gameId, changed(game));
  }

  #played({ stream, position }: RecordedEvent, flip: ReturnType<typeof userCoinFlipped>["payload"]): void {
    const game = this.#games.get(flip.gameId);
    assert(game?.isActive === true, `the game at ${position} takes bets`);
    const { creatorId, version, edge } = game;
    assert.deepEqual([flip.creatorId, flip.version, flip.edgeRate], [creatorId, version, edge]);
    assert.notEqual(stream, `player:${creatorId}`, `nobody plays their own game at ${position}`);
    const stake = BigInt(flip.stake);
    const due = flip.side === flip.result ? (2n * stake * BigInt(10_000 - edge)) / 10_000n : 0n;
    assert.equal(BigInt(flip.payout), due, `the pay-out at ${position} is 2 x (1 - edge)`);
    const table = this.#tables.get(`${flip.gameId} ${flip.side}`) ?? { exact: 0n, paid: 0n };
    const after = { exact: table.exact + stake * BigInt(edge), paid: table.paid + BigInt(flip.share) };
    assert.equal(after.paid, after.exact / 10_000n, `the share of ${flip.gameId} is exact at ${position}`);
    this.#tables.set(`${flip.gameId} ${flip.side}`, after);
    const key = `${creatorId} ${flip.side}`;
    this.#unclaimed.set(key, (this.#unclaimed.get(key) ?? 0n) + BigInt(flip.share));
  }

  #claimed({ playerId, rbx, tix }: ReturnType<typeof creatorShareClaimed>["payload"]): void {
    for (const [side, amount] of Object.entries({ rbx, tix })) {
      const unclaimed = this.#unclaimed.get(`${playerId} ${side}`) ?? 0n;
      assert.equal(BigInt(amount), unclaimed, `${playerId} claims all ${side} there is, once`);
      this.#unclaimed.set(`${playerId} ${side}`, 0n);
    }
  }

  /** The final remainders equal the accounts. */
  checkAccounts(log: StoredLog): void {
    for (const [key, amount] of this.#unclaimed) {
      const [creatorId, side = ""] = key.split(" ");
      const held = log.holdings.get(`creator-share:${creatorId} ${side.toUpperCase()}`) ?? 0n;
      assert.equal(held, amount, `${creatorId} has yet to claim ${amount} ${side}`);
    }
  }
}

/**
 * Every flip uses the terms of its place in the log, is not its creator's own, and pays by the rules; every creator has
 * floor(volume x edge) after each of them, and claims it once.
 */
export function checkUserGames(log: StoredLog): void {
  const games = new MadeGames();
  for (const event of log.events.map(eventOf)) games.follow(event);
  games.checkAccounts(log);
}
