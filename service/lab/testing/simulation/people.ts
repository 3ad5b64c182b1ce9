import fc from "fast-check";

/** Players registered from the beginning, and those who may come later. */
export const FIRST_PLAYERS = 4;
export const PLAYERS = 7;
/** The player named an admin by the settings, and one granted the role before the run. */
export const LISTED_ADMIN = 3;
export const GRANTED_ADMIN = 2;
/** The command that granted it. */
export const FIRST_GRANT = "cmd_first_grant";

export const playerName = (player: number): string => `p_${player}`;

/** How a command is sent. */
export interface Sent {
  readonly player: number;
  readonly keyed: boolean;
  /** Sent twice at once, the second time to another process. */
  readonly twice: boolean;
}

/** True this many times out of ten. */
export const mostly = (times: number): fc.Arbitrary<boolean> => fc.nat(9).map((n) => n >= 10 - times);
