import { type Currency, house, playerAccount } from "../accounts/account.ts";
import { linkOf } from "../fairness/hash-chain.ts";
import { BANK_FUNDS, bankStreamKind, fundsOf } from "../features/bank/bank.ts";
import { bankStream } from "../features/bank/events.ts";
import { CHAIN_LENGTH } from "../features/game-tables/rules.ts";
import type { GameType } from "../features/game-tables/table.ts";
import { refusalOfStaker } from "../features/registry.ts";
import { coinTableStream } from "../features/user-coinflips/events.ts";
import { playUserCoinflip, type UserFlipOutcome } from "../features/user-coinflips/play.ts";
import { coinTableStreamKind } from "../features/user-coinflips/stream.ts";
import { type ClaimOutcome, claimCreatorShare } from "../features/user-games/claim.ts";
import { userGameStream } from "../features/user-games/events.ts";
import {
  type ChangeUserGame,
  changeUserGame,
  createUserGame,
  type GameDraft,
} from "../features/user-games/make.ts";
import { creatorHousePartOf } from "../features/user-games/settings.ts";
import { creatorShareAccount } from "../features/user-games/share.ts";
import { userGameStreamKind } from "../features/user-games/stream.ts";
import { toHex } from "../kernel/bytes.ts";
import type { NewEvent } from "../kernel/events/event.ts";
import { type Minor, minor } from "../kernel/money.ts";
import { BOB, CAROL } from "./coinflips.ts";
import { carriedOut, type Decide, GivenLog } from "./given.ts";
import { ALICE, bankIn, enriched, playerIn, registered } from "./players.ts";
import { settingsIn } from "./settings.ts";

export const DAVE = "p_dave";
/** The game of the examples, which Alice made, and its first round. */
export const TABLE = "0193e3f0-0000-7000-8000-0000000000a1";
export const ROUND = "0193e3f0-0000-7000-8000-0000000000c1";

export const gameIn = (log: GivenLog, gameId = TABLE) =>
  log.stream(userGameStreamKind, userGameStream(gameId));
/** All links of the chains of the examples, computed once: link 0 is the terminal. */
const chains = new Map<string, readonly string[]>();
export function linksOf(name: string): readonly string[] {
  const known = chains.get(name);
  if (known !== undefined) return known;
  const links: string[] = [];
  let link = new Uint8Array(32).fill([...name].reduce((sum, c) => sum + c.charCodeAt(0), 0) % 251);
  for (let index = CHAIN_LENGTH; index >= 0; index -= 1) {
    links[index] = toHex(link);
    if (index > 0) link = Uint8Array.from(linkOf({ root: link, length: 1 }, 0));
  }
  chains.set(name, links);
  return links;
}

/** The terminal of a chain of the examples. */
export const terminalOfTable = (currency: Currency, chain = 1): string =>
  linksOf(`${currency} ${chain}`)[0] ?? "";
const DRAFT: GameDraft = {
  title: "Alice's game",
  description: null,
  minBet: "1",
  maxBet: "10000000",
  edge: 500,
};

/** Somebody makes a game. */
export const create =
  (
    gameType: GameType,
    {
      creatorId = ALICE,
      gameId = TABLE,
      ...draft
    }: Partial<GameDraft> & {
      readonly creatorId?: string;
      readonly gameId?: string;
    } = {},
  ): Decide<{ readonly id: string }> =>
  (log) =>
    createUserGame(
      { gameId, creatorId, gameType, draft: { ...DRAFT, ...draft } },
      {
        player: playerIn(log, creatorId),
        at: log.at,
        housePart: creatorHousePartOf(settingsIn(log)),
        chains: { freshChain: (currency) => terminalOfTable(currency) },
      },
    );

/** Somebody edits, pauses or resumes a game. */
export const change =
  (
    changes: ChangeUserGame["changes"],
    { playerId = ALICE, gameId = TABLE } = {},
  ): Decide<{ readonly id: string }> =>
  (log) =>
    changeUserGame(
      { gameId, playerId, changes },
      {
        ...gameAndCreator(log, gameId),
        player: playerIn(log, playerId),
        at: log.at,
        housePart: creatorHousePartOf(settingsIn(log)),
      },
    );

const balancesOf = (log: GivenLog, playerId: string) => {
  const account = playerAccount(playerId);
  return { RBX: log.holding(account, "RBX"), TIX: log.holding(account, "TIX") };
};

/** A creator claims what the games earned. */
export const claim =
  (playerId = ALICE): Decide<ClaimOutcome> =>
  (log) => {
    const account = creatorShareAccount(playerId);
    return claimCreatorShare(playerId, {
      player: playerIn(log, playerId),
      balances: balancesOf(log, playerId),
      unclaimed: { RBX: log.holding(account, "RBX"), TIX: log.holding(account, "TIX") },
    });
  };

export const amount = (stake: string | Minor): Minor => (typeof stake === "string" ? minor(stake) : stake);
export const bankOf = (log: GivenLog, currency: Currency) => {
  const bank = log.stream(bankStreamKind, bankStream);
  return {
    bank: bankIn(log, currency),
    funds: bank.status === "funded" ? fundsOf(bank, currency) : BANK_FUNDS,
  };
};
/** A game, and who made it. */
export function gameAndCreator(log: GivenLog, gameId = TABLE) {
  const game = gameIn(log, gameId);
  return { game, creator: playerIn(log, game.status === "absent" ? "" : game.creatorId) };
}
export const actorOf = (log: GivenLog, playerId: string, isListed = false) => ({
  player: playerIn(log, playerId),
  isListed,
});

/** Somebody flips the coin of a player-made game. */
export const play =
  (
    side: "rbx" | "tix",
    stake: string | Minor,
    {
      playerId = BOB,
      gameId = TABLE,
      betId = "bet_1",
      isListed = false,
      seenVersion = null as number | null,
    } = {},
  ): Decide<UserFlipOutcome> =>
  (log) => {
    const currency = side === "rbx" ? "RBX" : "TIX";
    return playUserCoinflip(
      { playerId, betId, gameId, side, stake: amount(stake), seenVersion },
      {
        actor: actorOf(log, playerId, isListed),
        ...gameAndCreator(log, gameId),
        table: log.stream(coinTableStreamKind, coinTableStream(gameId, currency)),
        balances: balancesOf(log, playerId),
        ...bankOf(log, currency),
        at: log.at,
        seeds: log.seeds,
        settings: settingsIn(log),
        refusalOfStaker,
      },
    );
  };

/** What an account has over all, for sums in tests. */
export const held = (
  log: GivenLog,
  account: Parameters<GivenLog["holding"]>[0],
  currency: Currency = "RBX",
) => (account === house ? bankIn(log, currency) : log.holding(account, currency));

/** Players with money. @example players("p_bob", "p_carol") */
export const rich = (...playerIds: readonly string[]): readonly NewEvent[] =>
  playerIds.flatMap((playerId) => [registered(playerId), enriched(minor("1000000.00"), playerId)]);

/** A log with players who have money, and a game of Alice's. */
export function logWith(gameType: GameType, draft: Parameters<typeof create>[1] = {}): GivenLog {
  const log = new GivenLog();
  log.append(rich(ALICE, BOB, CAROL, DAVE));
  return carriedOut(log, create(gameType, draft));
}
