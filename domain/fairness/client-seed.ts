import { z } from "zod";

/** Who chose a client seed: the player, the server at sign-up, or nobody anew when a pair ran out. */
export const clientSeedOriginSchema = z.enum(["player", "server", "kept"]);
export type ClientSeedOrigin = z.infer<typeof clientSeedOriginSchema>;
