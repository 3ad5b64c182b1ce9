import { BadLog } from "../problem.ts";
import type { FormatPass } from "./format-check.ts";

/** Problems of format 2 that are none in format 1. The first is put off while the format of the log is not known. */
export class Format2Problems {
  #suspect: BadLog | null = null;
  readonly #log: FormatPass;

  constructor(log: FormatPass) {
    this.#log = log;
  }

  /** Reports what was put off, once the format is known. @throws BadLog in format 2 */
  judge(): void {
    const suspect = this.#suspect;
    if (suspect === null || this.#log.format === null) return;
    this.#suspect = null;
    if (this.#log.format === 2) throw suspect;
  }

  /** @throws BadLog in format 2 */
  add(position: number, sentence: string): void {
    this.#suspect ??= new BadLog(position, sentence);
    this.judge();
  }

  /** A log whose format nothing told is a young one of format 2. @throws BadLog if anything was put off */
  end(): void {
    if (this.#suspect !== null) throw this.#suspect;
  }
}
