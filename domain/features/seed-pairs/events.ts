import type { NewEvent } from "../../kernel/event.ts";
import { playerStream } from "../players/events.ts";
import type { ClientSeedOrigin } from "./contract.ts";

/** A pair of seeds ended and was revealed; the one announced before it began. */
export type SeedPairRotated = NewEvent<
  "SeedPairRotated",
  {
    readonly revealed: {
      readonly pair: number;
      readonly serverSeed: string;
      readonly serverSeedHash: string;
      readonly clientSeed: string;
      /** How many games the pair served. */
      readonly nonces: number;
    };
    readonly current: {
      readonly pair: number;
      readonly serverSeedHash: string;
      readonly nextServerSeedHash: string;
      readonly clientSeed: string;
      readonly clientSeedBy: ClientSeedOrigin;
    };
  }
>;

/** The event of a rotation; it moves no value. */
export const seedPairRotated = (playerId: string, payload: SeedPairRotated["payload"]): SeedPairRotated => ({
  type: "SeedPairRotated",
  schemaVersion: 1,
  stream: playerStream(playerId),
  payload,
  postings: [],
});
