import { z } from "zod";
import type { Topic } from "#domain/features/topics.ts";

/** `watch` of the live stream: the game shown on a page; empty on a page of all games. */
const watchedGame = z.union([z.literal(""), z.uuid("Must be the id of a game")]);

/** A parameter of the live stream's address. */
export interface StreamParameter {
  readonly name: string;
  readonly schema: z.ZodType<string>;
}

/** The game shown on a page. */
export const watchParameter: StreamParameter = { name: "watch", schema: watchedGame };

/** A feature's addition to live streams: a parameter of the address, and its effect. */
export interface StreamExtension {
  readonly parameter: StreamParameter;
  /** Sent only to streams with the parameter. */
  readonly topic: Topic;
  /** Called when a stream begins. @param who the player or the address, in words @returns called once when it ends */
  opened(value: string, who: string): () => void;
}
