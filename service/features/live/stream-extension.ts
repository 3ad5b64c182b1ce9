import type { z } from "zod";
import type { Topic } from "#domain/features/topics.ts";

/** What another feature adds to live streams: a parameter of the address, and what follows for those who give it. */
export interface StreamExtension {
  readonly parameter: string;
  readonly schema: z.ZodType<string>;
  /** Is told to those who give the parameter, and to nobody else. */
  readonly topic: Topic;
  /** A stream has begun. @param who the player or the address, in words @returns called once when it ends */
  opened(value: string, who: string): () => void;
}
