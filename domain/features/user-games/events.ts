import { z } from "zod";
import { playerAccount } from "../../accounts/account.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { adminAct, confirmedBy, moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { move } from "../../ledger/posting.ts";
import { GAME_TYPES } from "../game-tables/table.ts";
import { playerStream } from "../players/events.ts";
import { creatorShareAccount } from "./share.ts";

/** The stream of a player-made game. */
export const userGameStream = (gameId: string): StreamName => `user-game:${gameId}`;

/** Everything that an edit can change. */
const edited = {
  description: z.string().nullable(),
  /** Basis points. */
  edge: whole,
  /** The part of the edge that the house keeps, in basis points of it. */
  housePart: whole,
  maxBet: moneyMinorText,
  minBet: moneyMinorText,
  title: z.string(),
};
const named = { creatorId: z.string(), gameId: z.string() };

const example = {
  creatorId: "p_alice",
  description: "Even odds, small edge.",
  edge: 500,
  gameId: "0193e3f0-0000-7000-8000-0000000000a1",
  housePart: 0,
  maxBet: "100000",
  minBet: "100",
  title: "Alice's coin",
};
const { creatorId, gameId } = example;

const ofGame = <P extends { readonly creatorId: string; readonly gameId: string }>(payload: P) => ({
  streams: [userGameStream(payload.gameId), playerStream(payload.creatorId)] as const,
  payload,
});

/** A player made a game. It is active at once, in version 1. */
export const userGameCreated = defineEvent({
  type: "UserGameCreated",
  payload: z.strictObject({ ...named, ...edited, gameType: z.enum(GAME_TYPES) }),
  record: ofGame,
  live: { everybody: ["user-games"] },
  example: [{ ...example, gameType: "coinflip" }],
});

/** The creator changed a game: a new version, for what begins after it. */
export const userGameEdited = defineEvent({
  type: "UserGameEdited",
  payload: z.strictObject({ ...named, ...edited, version: whole }),
  record: ofGame,
  live: { everybody: ["user-games"] },
  example: [{ ...example, edge: 250, version: 2 }],
});

/** The creator let a game take no more bets; rounds under way are finished. */
export const userGamePaused = defineEvent({
  type: "UserGamePaused",
  payload: z.strictObject(named),
  record: ofGame,
  live: { everybody: ["user-games"] },
  example: [{ creatorId, gameId }],
});

/** The creator let a game take bets again. */
export const userGameResumed = defineEvent({
  type: "UserGameResumed",
  payload: z.strictObject(named),
  record: ofGame,
  live: { everybody: ["user-games"] },
  example: [{ creatorId, gameId }],
});

const act = { by: "p_root", reason: "Its title imitates another site." };

/** An admin stopped a game, whatever its creator does; rounds under way are finished. */
export const userGameHalted = defineEvent({
  type: "UserGameHalted",
  payload: z.strictObject({ ...adminAct, ...named, title: z.string() }),
  record: ofGame,
  live: { everybody: ["user-games"] },
  notify: {
    to: "alsoIn",
    type: "game",
    link: "/user-games",
    linkOf: ({ gameId }) => `/user-games/${gameId}`,
    title: "Game stopped",
    message: ({ title, reason }) =>
      `Your game "${title}" takes no bets until admins lift the stop. Reason: ${reason}`,
  },
  example: [{ ...act, creatorId, gameId, title: example.title }],
});

/** Two admins let a game take bets again that one had stopped. */
export const userGameHaltLifted = defineEvent({
  type: "UserGameHaltLifted",
  payload: z.strictObject({ ...adminAct, ...named, confirmedBy, title: z.string() }),
  record: ofGame,
  live: { everybody: ["user-games"] },
  notify: {
    to: "alsoIn",
    type: "game",
    link: "/user-games",
    linkOf: ({ gameId }) => `/user-games/${gameId}`,
    title: "Game no longer stopped",
    message: ({ title }) => `Your game "${title}" takes bets again, unless you have paused it.`,
  },
  example: [{ ...act, confirmedBy: "p_dora", creatorId, gameId, title: example.title }],
});

/** A creator took all that their games had earned into their balance. */
export const creatorShareClaimed = defineEvent({
  type: "CreatorShareClaimed",
  payload: z.strictObject({ playerId: z.string(), rbx: moneyMinorText, tix: moneyMinorText }),
  record: (payload) => {
    const [from, to] = [creatorShareAccount(payload.playerId), playerAccount(payload.playerId)];
    return {
      streams: [playerStream(payload.playerId)],
      payload,
      postings: [
        ...move({ from, to, asset: "RBX", amount: BigInt(payload.rbx) }),
        ...move({ from, to, asset: "TIX", amount: BigInt(payload.tix) }),
      ],
    };
  },
  live: { player: ["balance", "earnings"] },
  example: [{ playerId: "p_alice", rbx: "1250", tix: "0" }],
});
