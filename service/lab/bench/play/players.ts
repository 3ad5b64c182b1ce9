import type { Side } from "#domain/fairness/st1.ts";
import type { FlipOutcome } from "#domain/features/house-flips/flip.ts";
import { acknowledgeRealityCheck } from "#domain/features/responsible-play/breaks.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { type Minor, minor } from "#domain/kernel/money.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import { flipCommand } from "#service/features/house-flips/flip-command.ts";
import { playCommand } from "#service/features/responsible-play/commands.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { Acknowledged } from "#service/lab/bench/acknowledged.ts";

/** Players of the template database. */
export const PLAYERS = 10_000;
/** The smallest stake, so that nobody runs out of money. */
const STAKE: Minor = minor("1.00");
/** Callers that play everybody's first bet. */
const FIRST_BETS_IN_FLIGHT = 512;

/** The id of a player, 0 to `PLAYERS` - 1. */
export const playerId = (index: number): string => `p_bench_${String(index).padStart(5, "0")}`;

const IDS = Array.from({ length: PLAYERS }, (_, index) => playerId(index));

/** Takes bets, and resolves when they are durable. */
export interface BetTaker {
  submit<A extends JsonObject>(submission: Submission<A>): Promise<Outcome<A>>;
}

/** A bet that did not get into the log, which fails a benchmark. */
export class NotTakenError extends Error {
  override readonly name = "NotTakenError";
  /** The code of the refusal; null when the step was not refused. */
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

/** Sends a step. @throws NotTakenError when it was not committed */
export async function takenBy<A extends JsonObject>(to: BetTaker, submission: Submission<A>) {
  const outcome = await to.submit(submission);
  if (outcome.kind === "failed") throw outcome.error;
  if (outcome.kind === "committed") return outcome;
  const code = outcome.kind === "refused" ? outcome.refusal.code : null;
  throw new NotTakenError(`A step was not taken: ${JSON.stringify(outcome)}`, code);
}

/** Calls work once for each number below a bound, with limited concurrency. */
export async function forEach(
  { count, atOnce }: { readonly count: number; readonly atOnce: number },
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** A bet as a player makes it. */
export interface Bet {
  readonly playerId: string;
  readonly side: Side;
  readonly stake: Minor;
}
type CommandOf = (bet: Bet) => Submission<FlipOutcome>;

const playOn = (playerId: string) =>
  playCommand(playerOrigin(playerId, Date.now()), playerId, (context) =>
    acknowledgeRealityCheck(playerId, context),
  );

const houseFlip: CommandOf = (bet) => flipCommand(playerOrigin(bet.playerId, Date.now()), bet);

/** Players who flip coins, with the tally of their answers. */
export class Bettors {
  readonly acknowledged = new Acknowledged();
  readonly #to: BetTaker;
  readonly #commandOf: CommandOf;
  #made = 0;

  constructor(to: BetTaker, commandOf: CommandOf = houseFlip) {
    this.#to = to;
    this.#commandOf = commandOf;
  }

  /** One bet of any player. @returns its position in the log @throws NotTakenError when it was not committed */
  readonly bet = (): Promise<number> => this.#betOf(IDS[Math.floor(Math.random() * PLAYERS)] ?? "");

  /** One bet of every player, so that their states are in memory. */
  async everyFirstBet(): Promise<void> {
    await forEach({ count: PLAYERS, atOnce: FIRST_BETS_IN_FLIGHT }, (index) => this.#betOf(IDS[index] ?? ""));
  }

  async #betOf(id: string): Promise<number> {
    this.#made += 1;
    const side = this.#made % 2 === 0 ? "rbx" : "tix";
    const outcome = await this.#taken({ playerId: id, side, stake: STAKE });
    this.acknowledged.add(outcome.answer.id, outcome.position);
    return outcome.position;
  }

  /** Sends a bet. When a reality check is due, acknowledges it and sends another bet. */
  async #taken(bet: Bet) {
    try {
      return await takenBy(this.#to, this.#commandOf(bet));
    } catch (error) {
      if (!(error instanceof NotTakenError) || error.code !== "reality_check_due") throw error;
      // Refused if a concurrent bet of the same player has acknowledged it already.
      await this.#to.submit(playOn(bet.playerId));
      return takenBy(this.#to, this.#commandOf(bet));
    }
  }
}
