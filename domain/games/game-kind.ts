/** How a kind of game is described wherever all kinds are shown. */
export interface GameKind {
  /** What answers call it. */
  readonly gameType: string;
  readonly name: string;
  /** What the house's books call all games of the kind. */
  readonly inBooks: string;
  /** Whom its players play against, where that is not the house. */
  readonly opponent?: string;
  /** Whether items are staked; their figures count in RBX. */
  readonly isOfItems?: true;
  /** Whether it was played in another log, which alone has what proves it. */
  readonly isProvedElsewhere?: true;
  /** Whether it has no sides, like a pot or a curve. */
  readonly hasNoSides?: true;
}

/** Finds kinds of games by what answers call them. */
export function kindsByType(kinds: readonly GameKind[]): (gameType: string) => GameKind | undefined {
  const byType = new Map(kinds.map((kind) => [kind.gameType, kind]));
  return (gameType) => byType.get(gameType);
}
