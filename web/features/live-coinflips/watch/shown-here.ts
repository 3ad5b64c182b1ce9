/** Games whose result this page shows itself, so that no message repeats it. */
const shown = new Set<string>();

/** Says that the result of a game will be shown; the function it returns takes that back. */
export function showHere(gameId: string): () => void {
  shown.add(gameId);
  return () => shown.delete(gameId);
}

/** Whether the result of a game is shown by itself. */
export const isShownHere = (gameId: string): boolean => shown.has(gameId);
