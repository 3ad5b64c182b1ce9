import { z } from "zod";
import { currency } from "../../accounts/payload.ts";
import { hex32 } from "../../kernel/contract.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { whole } from "../../kernel/events/payload.ts";
import { GAME_TYPES, tableStream } from "./table.ts";

/** A table got a hash chain: the terminal commits to every link, and reveals none. */
export const hashChainAnnounced = defineEvent({
  type: "HashChainAnnounced",
  payload: z.strictObject({
    currency,
    gameId: z.string(),
    gameType: z.enum(GAME_TYPES),
    length: whole,
    /** 1 for the chain that the game began with. */
    number: whole,
    terminal: hex32,
  }),
  record: (payload) => ({ streams: [tableStream(payload)], payload }),
  example: [
    {
      currency: "RBX",
      gameId: "0193e3f0-0000-7000-8000-0000000000a1",
      gameType: "crash",
      length: 10_000,
      number: 1,
      terminal: "7bc57ace6ac232f170ea1f6620795af54b94524c23a13214c1bb16728e6c36c6",
    },
  ],
});
