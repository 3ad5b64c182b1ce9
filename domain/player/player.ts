/** What the log says of a player, as far as a decision needs it. */
export type Player = { readonly status: "absent" } | RegisteredPlayer;

/** Each feature's part of the state, which only its `PlayerSlice` reads. */
export interface RegisteredPlayer {
  readonly status: "registered";
  readonly slices: readonly unknown[];
}

export const initialPlayer: Player = { status: "absent" };
