const GUEST = /^guest\.([1-9]\d{0,8}-[A-Za-z0-9_-]{1,64})$/;

/**
 * The id of a guest: whoever plays here with a stake that came from another log. A guest is known by the transit of
 * that stake alone, for one game; whose it is stands in their own log.
 */
export const guestIdOf = (transitId: string): string => `guest.${transitId}`;

/** The transit by which a guest's stake came; null for the id of a player of this log. */
export const transitOfGuest = (playerId: string): string | null => GUEST.exec(playerId)?.[1] ?? null;
