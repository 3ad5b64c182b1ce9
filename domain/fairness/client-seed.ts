import { z } from "zod";

/** Who chose a client seed: the player, the server at sign-up, or nobody, when a pair ran out and the seed was kept. */
export const clientSeedOriginSchema = z.enum(["player", "server", "kept"]);
export type ClientSeedOrigin = z.infer<typeof clientSeedOriginSchema>;
