import { appendFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { type FlipAnswer, flipAnswerSchema } from "#domain/features/house-flips/contract.ts";

/** A bet that a player wants to make once, with any number of retries. */
export interface Bet {
  readonly playerId: string;
  readonly key: string;
  readonly body: { readonly betAmount: number; readonly betSide: "rbx" | "tix" };
}

/** A bet's outcome, as far as its player knows. */
export interface Told {
  readonly bet: Bet;
  /** How often it was sent. */
  attempts: number;
  /** The first answer of success. */
  answer: FlipAnswer | null;
  /** The code of a refusal. */
  refused: string | null;
  /** When its outcome was known, in milliseconds on the process's clock; null until then. */
  knownAt: number | null;
}

/** Requests and answers of players, kept outside database and service, to check the log against. */
export class Journal {
  readonly #file: string;
  readonly #bets = new Map<string, Told>();
  /** Answers that contradict an earlier answer to the same bet; there must be none. */
  readonly contradictions: string[] = [];
  /** Answers that should never be given; there must be none. */
  readonly improper: string[] = [];
  #answered = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Every bet sent, in order. */
  get bets(): readonly Told[] {
    return [...this.#bets.values()];
  }

  /** How many bets were answered with a 200. */
  get answered(): number {
    return this.#answered;
  }

  /** Records that a bet is being sent. */
  asked(bet: Bet): Told {
    const known = this.#bets.get(bet.key);
    const told = known ?? { bet, attempts: 0, answer: null, refused: null, knownAt: null };
    if (known === undefined) this.#bets.set(bet.key, told);
    told.attempts += 1;
    this.#write({ asked: bet, attempt: told.attempts });
    return told;
  }

  /** Removes bets that were answered long ago, for runs of an hour whose bets do not fit into memory. */
  takeSettled(sinceMs: number): Told[] {
    const before = performance.now() - sinceMs;
    const settled = this.bets.filter(({ knownAt }) => knownAt !== null && knownAt <= before);
    for (const { bet } of settled) this.#bets.delete(bet.key);
    return settled;
  }

  /** Records an answer. @returns whether the player now knows the outcome */
  heard(told: Told, { status, text }: { readonly status: number; readonly text: string }): boolean {
    this.#write({ key: told.bet.key, status, text });
    if (status === 200) {
      told.knownAt ??= performance.now();
      this.#heardAnswer(told, flipAnswerSchema.parse(JSON.parse(text)));
      return true;
    }
    if (status === 409) {
      const { code } = JSON.parse(text) as { readonly code: string };
      if (told.answer !== null)
        this.contradictions.push(`${told.bet.key} was answered, then refused: ${text}`);
      told.refused = code;
      told.knownAt ??= performance.now();
      return true;
    }
    if (status !== 503 && status !== 429) this.improper.push(`${told.bet.key}: ${status} ${text}`);
    return false;
  }

  #heardAnswer(told: Told, answer: FlipAnswer): void {
    if (told.answer === null) {
      told.answer = answer;
      told.refused = null;
      this.#answered += 1;
    } else if (!isDeepStrictEqual(told.answer, answer)) {
      const both = `${JSON.stringify(told.answer)} and ${JSON.stringify(answer)}`;
      this.contradictions.push(`${told.bet.key} was answered twice: ${both}`);
    }
  }

  #write(line: object): void {
    appendFileSync(this.#file, `${JSON.stringify({ at: Date.now(), ...line })}\n`);
  }
}
