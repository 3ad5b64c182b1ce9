/** What was answered to a command that is in the log. */
export interface CommittedCommand {
  readonly requestHash: Uint8Array;
  readonly position: number;
  /** JSON text. */
  readonly answer: string;
}

/** The newest committed commands, so that most retries are answered from memory. Bounded, oldest dropped first. */
export class RecentCommands {
  readonly #commands = new Map<string, CommittedCommand>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(commandId: string): CommittedCommand | undefined {
    return this.#commands.get(commandId);
  }

  set(commandId: string, command: CommittedCommand): void {
    this.#commands.set(commandId, command);
    if (this.#commands.size <= this.#max) return;
    for (const oldest of this.#commands.keys()) {
      this.#commands.delete(oldest);
      return;
    }
  }
}
