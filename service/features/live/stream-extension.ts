import type { z } from "zod";
import { watchedGame } from "#domain/features/live/watch.ts";
import type { Topic } from "#domain/features/topics.ts";

/** A parameter of the live stream's address. */
export interface StreamParameter {
  readonly name: string;
  readonly schema: z.ZodType<string>;
}

/** The game that a page shows. */
export const watchParameter: StreamParameter = { name: "watch", schema: watchedGame };

/** What another feature adds to live streams: a parameter of the address, and what follows for those who give it. */
export interface StreamExtension {
  readonly parameter: StreamParameter;
  /** Is told to those who give the parameter, and to nobody else. */
  readonly topic: Topic;
  /** A stream has begun. @param who the player or the address, in words @returns called once when it ends */
  opened(value: string, who: string): () => void;
}
