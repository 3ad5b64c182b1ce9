/** The answer to a command that is in the log. */
export interface CommittedCommand {
  readonly requestHash: Uint8Array;
  readonly position: number;
  /** JSON text. */
  readonly answer: string;
}

/**
 * The newest committed commands, so that most retries are answered from memory. Kept in two generations: when the newer
 * is full, the older is dropped as a whole and the newer takes its place, at no cost per command.
 */
export class RecentCommands {
  #newer = new Map<string, CommittedCommand>();
  #older = new Map<string, CommittedCommand>();
  readonly #halfMax: number;

  /** @param max most commands it remembers; at least half of them once that many were seen */
  constructor(max: number) {
    this.#halfMax = Math.ceil(max / 2);
  }

  get(commandId: string): CommittedCommand | undefined {
    return this.#newer.get(commandId) ?? this.#older.get(commandId);
  }

  set(commandId: string, command: CommittedCommand): void {
    if (this.#newer.size >= this.#halfMax) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(commandId, command);
  }
}
