import { z } from "zod";

/** `watch` of the live stream: the game that a page shows; empty on a page that shows all of them. */
export const watchedGame = z.union([z.literal(""), z.uuid("Must be the id of a game")]);
