import { z } from "zod";

/** Which player-made game a call is about. */
export const userGameParams = z.strictObject({ id: z.string().min(1).max(64) });

/** The version of a game that a player saw: the bet is refused where the creator has edited it since. */
export const seenVersion = z
  .number("Must be a number")
  .int("Must be a whole number")
  .min(1, "Must be at least 1");
