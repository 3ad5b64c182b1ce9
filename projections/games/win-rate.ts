/** Wins of games in per cent with one decimal, rounded half up; 0 without games. */
export function winRateOf(wins: bigint, games: bigint): number {
  return games === 0n ? 0 : Number((wins * 2_000n + games) / (games * 2n)) / 10;
}
