import { z } from "zod";
import { type ActContext, defineAct } from "../roles/act.ts";
import { adminPlayerSchema } from "../roles/contract.ts";
import { userGameActEndpoints } from "./contract.ts";
import { userGameHaltLifted } from "./events.ts";
import { liftUserGameHalt } from "./halt.ts";
import { readOfUserGame } from "./stream.ts";

const gameIn = ({ stream }: ActContext, gameId: string) => stream(readOfUserGame(gameId));

export const userGameActs = {
  liftUserGameHalt: defineAct({
    kind: "lift_game_halt",
    endpoint: userGameActEndpoints.liftUserGameHalt,
    act: z.strictObject({
      gameId: z.string(),
      /** Who made it. */
      playerId: z.string(),
      title: z.string(),
      /** Why it was stopped. */
      halt: z.string(),
      /** What was looked at. Absent in older proposals. */
      version: z.number().int().exactOptional(),
    }),
    wanted: ({ params }) => ({ gameId: params.id }),
    streams: ({ gameId }) => [readOfUserGame(gameId)],
    actOf: ({ gameId }, context) => {
      const game = gameIn(context, gameId);
      if (game.status === "absent") return { gameId, playerId: "", title: "", halt: "" };
      const { creatorId: playerId, title, halt, version } = game;
      return { gameId, playerId, title, halt: halt ?? "", version };
    },
    needsTwo: () => true,
    // Otherwise a creator could rename a game to have it lifted, and rename it back unseen.
    isStale: ({ gameId, halt, version }, context) => {
      const game = gameIn(context, gameId);
      if (game.status === "absent" || game.halt === null) return false;
      return game.halt !== halt || (version !== undefined && game.version !== version);
    },
    essence: ({ gameId }) => ({ gameId }),
    perform: (act, context) => {
      // The creator's stream is written to, so it has to be in memory.
      if (act.playerId !== "") context.actorOf(act.playerId);
      return liftUserGameHalt(act, {
        actor: context.actorOf(act.actorId),
        game: gameIn(context, act.gameId),
      });
    },
    outcome: {
      event: userGameHaltLifted,
      isOf: ({ gameId }, { payload }) => payload.gameId === gameId,
      needsTwo: () => true,
    },
    shown: { gameId: z.string(), player: adminPlayerSchema, title: z.string(), halt: z.string() },
    show: ({ gameId, playerId, title, halt }, { person }) => ({
      gameId,
      player: person(playerId),
      title,
      halt,
    }),
  }),
} as const;
