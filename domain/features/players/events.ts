import { z } from "zod";
import { issuance, playerAccount } from "../../accounts/account.ts";
import { clientSeedOriginSchema } from "../../fairness/client-seed.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent, type PayloadOf, type Recording } from "../../kernel/events/event-definition.ts";
import { whole } from "../../kernel/events/payload.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { move } from "../../ledger/posting.ts";
import { STARTING_BALANCES } from "./rules.ts";

/** The stream of a player. */
export const playerStream = (playerId: string): StreamName => `player:${playerId}`;

/** Records an event on a player's stream that moves nothing. */
export const onPlayer = <P extends JsonObject>(playerId: string, payload: P): Recording<P> => ({
  streams: [playerStream(playerId)],
  payload,
});

const nothingMore = z.strictObject({});

/** A player signed in with a browser that was not seen before. Which one is kept with the sessions, outside the log. */
export const newClientSignedIn = defineEvent({
  type: "NewClientSignedIn",
  payload: nothingMore,
  record: (playerId: string) => onPlayer(playerId, {}),
  live: { player: ["notifications"] },
  notify: {
    to: "player",
    type: "safety",
    link: "/sessions",
    title: "New sign-in",
    message: () =>
      "Someone signed in to your account from a browser or place we had not seen before. If that was not you, sign out everywhere else.",
  },
  example: ["p_1"],
});

/** A pair of seeds as it begins, with the hash of the one after it. */
export const begunPair = z.strictObject({
  pair: whole,
  serverSeedHash: z.string(),
  nextServerSeedHash: z.string(),
  clientSeed: z.string(),
  clientSeedBy: clientSeedOriginSchema,
});

/** A player registered, with a first seed pair and starting balances from `issuance`. */
export const playerRegistered = defineEvent({
  type: "PlayerRegistered",
  payload: begunPair,
  record: (playerId: string, payload: PayloadOf<typeof begunPair>) => {
    const to = playerAccount(playerId);
    return {
      streams: [playerStream(playerId)],
      payload,
      postings: [
        ...move({ from: issuance, to, asset: "RBX", amount: STARTING_BALANCES.RBX }),
        ...move({ from: issuance, to, asset: "TIX", amount: STARTING_BALANCES.TIX }),
      ],
    };
  },
  live: { player: ["balance", "fairness"] },
  example: [
    "p_1",
    {
      pair: 1,
      serverSeedHash: "11".repeat(32),
      nextServerSeedHash: "22".repeat(32),
      clientSeed: "a-first-seed",
      clientSeedBy: "server",
    },
  ],
});
