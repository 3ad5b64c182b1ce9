import { randomUUID } from "node:crypto";
import { endpoints } from "#domain/features/contract.ts";
import { Browser, RefusedError, type Reply, type Web } from "./browser.ts";
import type { Act, Ask, Chance, Habit, Moment } from "./habit.ts";

/** Retries of a command with an unknown outcome, under one key, before giving up. */
const TRIES_MAX = 3;
/** Default and longest rest of a player after an error, in milliseconds. */
const REST_MS = 5_000;
const REST_MS_MAX = 60_000;

/** A command that was sent and whose outcome is unknown. */
interface OpenAct {
  readonly act: Act;
  readonly key: string;
  tries: number;
}

export interface MemberOptions {
  readonly username: string;
  readonly web: Web;
  readonly now: () => number;
  readonly chance: Chance;
}

/** The outcome of a turn: `done` wrote something, `refused` was refused, `open` is retried, `nothing` was to do. */
export type Turn = "done" | "refused" | "open" | "nothing";

/** One demo player: signs in, reads, and sends one command at a time. */
export class Member {
  readonly #options: MemberOptions;
  #browser: Browser;
  #isSignedIn = false;
  #restsUntil = 0;
  #open: OpenAct | null = null;

  constructor(options: MemberOptions) {
    this.#options = options;
    this.#browser = new Browser(options.web);
  }

  get isSignedIn(): boolean {
    return this.#isSignedIn;
  }

  get isResting(): boolean {
    return this.#options.now() < this.#restsUntil;
  }

  /** Rests for a while: for the time an answer asks for, and after every failure. */
  rest(ms = REST_MS): void {
    this.#restsUntil = this.#options.now() + Math.min(ms, REST_MS_MAX);
  }

  /** Signs in and does the habits of an arrival. */
  async arrive(habits: readonly Habit[]): Promise<void> {
    const browser = new Browser(this.#options.web);
    await browser.signIn(this.#options.username);
    this.#browser = browser;
    this.#isSignedIn = true;
    for (const habit of habits.filter(({ onArrival }) => onArrival)) await this.take(habit);
  }

  /**
   * Tries a habit once; a command whose outcome is open comes first.
   * @throws RefusedError on an error that is no refusal by the state; the error of `fetch` when the connection breaks
   */
  async take({ next }: Habit): Promise<Turn> {
    if (this.#open === null) {
      const act = await next(this.#ask, await this.#moment());
      if (act === null) return "nothing";
      this.#open = { act, key: randomUUID(), tries: 0 };
    }
    return this.#send(this.#open);
  }

  async #moment(): Promise<Moment> {
    const { now, chance } = this.#options;
    return { me: await this.#ask(endpoints.currentUser), now: now(), chance };
  }

  readonly #ask: Ask = async (endpoint, query = {}) => {
    const search = new URLSearchParams(query);
    const path = `/api${endpoint.path}${search.size > 0 ? `?${search}` : ""}`;
    const reply = await this.#browser.get(path);
    if (reply.status !== 200) throw this.#refusal(endpoint.path, reply);
    return endpoint.answers[200]?.parse(JSON.parse(reply.text)) as never;
  };

  async #send(open: OpenAct): Promise<Turn> {
    open.tries += 1;
    // Kept until there is an answer: a broken connection throws here and leaves it open.
    if (open.tries >= TRIES_MAX) this.#open = null;
    const { path, body, isAtPlatform = false } = open.act;
    const reply = isAtPlatform
      ? await this.#browser.postToPlatform(path, body)
      : await this.#browser.post(`/api${path}`, body, open.key);
    if (reply.status === 429 || reply.status === 503) {
      this.rest(reply.retryAfterMs ?? REST_MS);
      return "open";
    }
    this.#open = null;
    if (reply.status < 300) return "done";
    if (reply.status === 409) return "refused";
    throw this.#refusal(open.act.path, reply);
  }

  /** A refusal as an error; after the end of a session, the next turn signs in. */
  #refusal(what: string, reply: Reply): RefusedError {
    if (reply.status === 401) this.#isSignedIn = false;
    if (reply.retryAfterMs !== null) this.rest(reply.retryAfterMs);
    return new RefusedError(what, reply);
  }
}
