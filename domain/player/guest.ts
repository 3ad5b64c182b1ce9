const GUEST = /^guest\.([1-9]\d{0,8}-[A-Za-z0-9_-]{1,64})$/;

/**
 * The id of a guest: a player with a stake from another log. A guest is known only by that stake's transit, for one
 * game; only their own log knows who they are.
 */
export const guestIdOf = (transitId: string): string => `guest.${transitId}`;

/** The transit by which a guest's stake came; null for the id of a player of this log. */
export const transitOfGuest = (playerId: string): string | null => GUEST.exec(playerId)?.[1] ?? null;
