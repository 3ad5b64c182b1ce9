import { z } from "zod";
import type { Topic } from "#domain/features/topics.ts";

/** `watch` of the live stream: the game that a page shows; empty on a page that shows all of them. */
const watchedGame = z.union([z.literal(""), z.uuid("Must be the id of a game")]);

/** A parameter of the live stream's address. */
export interface StreamParameter {
  readonly name: string;
  readonly schema: z.ZodType<string>;
}

/** The game that a page shows. */
export const watchParameter: StreamParameter = { name: "watch", schema: watchedGame };

/** Another feature's addition to live streams: a parameter of the address, and its effect. */
export interface StreamExtension {
  readonly parameter: StreamParameter;
  /** Is told to those who give the parameter, and to nobody else. */
  readonly topic: Topic;
  /** A stream has begun. @param who the player or the address, in words @returns called once when it ends */
  opened(value: string, who: string): () => void;
}
