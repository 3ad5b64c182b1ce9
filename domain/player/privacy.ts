import { z } from "zod";

/** Who sees something of a player: everybody, friends, or only the player. */
const visibilitySchema = z.enum(["public", "friends", "hidden"]);
export type Visibility = z.infer<typeof visibilitySchema>;

/** What a player lets others see. */
export const privacySchema = z.strictObject({
  /** Name, picture and statistics, wherever others are shown players. */
  profile: visibilitySchema,
  /** What the player did, in the feeds of others. */
  activity: visibilitySchema,
  /** Whether friends see when the player is here. */
  presence: z.boolean(),
  /** Whether others may ask to be friends. */
  requests: z.boolean(),
});
export type Privacy = z.infer<typeof privacySchema>;

/** The viewer of public content. */
export interface Viewer {
  /** Null for a visitor. */
  readonly playerId: string | null;
  readonly friends: ReadonlySet<string>;
}

/** A viewer at a moment, in milliseconds. */
export interface ViewerAt extends Viewer {
  readonly at: number;
}

/** The name shown of a player whom the viewer may not see; id and picture are null then. */
export const HIDDEN_NAME = "Hidden player";

/** A player in an answer to several viewers. */
export const shownPlayerSchema = z.strictObject({
  /** Null for a hidden player. */
  id: z.string().nullable(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
});

/** A visitor; also used where one answer is shared by many viewers. */
export const ANYBODY: Viewer = { playerId: null, friends: new Set() };

/**
 * Whether a viewer sees something of a player.
 * @example isShown("friends", "p_1", { playerId: "p_2", friends: new Set(["p_1"]) }) // true
 */
export function isShown(to: Visibility, playerId: string, viewer: Viewer): boolean {
  if (to === "public" || playerId === viewer.playerId) return true;
  return to === "friends" && viewer.friends.has(playerId);
}
