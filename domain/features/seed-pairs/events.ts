import { z } from "zod";
import { defineEvent, type EventOf, type PayloadOf } from "../../kernel/events/event-definition.ts";
import { whole } from "../../kernel/events/payload.ts";
import { begunPair, onPlayer } from "../players/events.ts";

const rotation = z.strictObject({
  revealed: z.strictObject({
    pair: whole,
    serverSeed: z.string(),
    serverSeedHash: z.string(),
    clientSeed: z.string(),
    /** How many games the pair served. */
    nonces: whole,
  }),
  current: begunPair,
});

/** A pair of seeds ended and was revealed; the one announced before it began. */
export const seedPairRotated = defineEvent({
  type: "SeedPairRotated",
  payload: rotation,
  record: (playerId: string, payload: PayloadOf<typeof rotation>) => onPlayer(playerId, payload),
  live: { player: ["fairness", "games"] },
  example: [
    "p_1",
    {
      revealed: {
        pair: 1,
        serverSeed: "aa".repeat(32),
        serverSeedHash: "11".repeat(32),
        clientSeed: "a-first-seed",
        nonces: 3,
      },
      current: {
        pair: 2,
        serverSeedHash: "22".repeat(32),
        nextServerSeedHash: "33".repeat(32),
        clientSeed: "my-own-seed",
        clientSeedBy: "player",
      },
    },
  ],
});
export type SeedPairRotated = EventOf<typeof seedPairRotated>;
