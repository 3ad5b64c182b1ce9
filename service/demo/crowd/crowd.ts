import { setTimeout as delay } from "node:timers/promises";
import { asError } from "#service/db/errors.ts";
import { features } from "#service/features/all.ts";
import { crowdPersonas } from "#service/integrations/platform/sandbox/personas.ts";
import { RefusedError, type Web } from "./browser.ts";
import { type Chance, type Habit, pick } from "./habit.ts";
import { Member, type Turn } from "./member.ts";
import { gapMs } from "./pace.ts";

/** The play of demo players: one habit per feature, declared in its entry. */
const allHabits: readonly Habit[] = features.flatMap(({ habit }) => habit ?? []);

/** Habits an idle player tries before passing the turn. */
const HABITS_A_TURN_MAX = 4;

export interface CrowdOptions {
  /** How players reach the site; the signal aborts requests when the crowd stops. */
  readonly web: (signal: AbortSignal) => Web;
  readonly now?: () => number;
  readonly chance?: Chance;
  readonly habits?: readonly Habit[];
  /** Receives unexpected errors; refusals and rate limits are expected. */
  readonly onTrouble: (error: Error) => void;
}

/** The demo players. One of them acts at a time. */
export class Crowd {
  readonly #members: readonly Member[];
  readonly #habits: readonly Habit[];
  readonly #options: CrowdOptions;
  readonly #chance: Chance;
  readonly #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: CrowdOptions) {
    const { now = Date.now, chance = Math.random, habits = allHabits } = options;
    const web = options.web(this.#ending.signal);
    this.#members = crowdPersonas.map(({ username }) => new Member({ username, web, now, chance }));
    this.#habits = habits;
    this.#options = options;
    this.#chance = chance;
  }

  /** Begins to play. @param isFirst whether nobody has played here yet: then it begins with a burst */
  start(isFirst: boolean): void {
    this.#running = this.#run(isFirst);
  }

  /** Aborts the request under way and stops playing. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(isFirst: boolean): Promise<void> {
    const { signal } = this.#ending;
    for (let turns = 0; !signal.aborted; turns += 1) {
      await this.turn();
      await delay(gapMs({ turns, isFirst, chance: this.#chance }), null, { signal }).catch(() => undefined);
    }
  }

  /** Lets one player act; those who have yet to sign in go first. Never rejects: errors are reported. */
  async turn(): Promise<Turn> {
    const awake = this.#members.filter(({ isResting }) => !isResting);
    const member = awake.find(({ isSignedIn }) => !isSignedIn) ?? pick(awake, this.#chance);
    if (member === undefined) return "nothing";
    try {
      if (member.isSignedIn) return await this.#act(member);
      await member.arrive(this.#habits);
      return "done";
    } catch (error) {
      member.rest();
      const isExpected =
        this.#ending.signal.aborted ||
        (error instanceof RefusedError && [401, 403, 429, 503].includes(error.status));
      if (!isExpected) this.#options.onTrouble(asError(error));
      return "refused";
    }
  }

  /** Tries one habit, and others if there is nothing to do. */
  async #act(member: Member): Promise<Turn> {
    for (let tries = 1; ; tries += 1) {
      const turn = await member.take(this.#pickHabit());
      if (turn !== "nothing" || tries === HABITS_A_TURN_MAX) return turn;
    }
  }

  #pickHabit(): Habit {
    const total = this.#habits.reduce((sum, { weight }) => sum + weight, 0);
    let left = this.#chance() * total;
    const found = this.#habits.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    return found ?? (this.#habits[0] as Habit);
  }
}
