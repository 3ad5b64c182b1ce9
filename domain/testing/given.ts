import type { Account, Asset } from "../accounts/account.ts";
import type { SeedSource } from "../fairness/seed-source.ts";
import { eventTypes } from "../features/registry.ts";
import type { Decision } from "../kernel/decision.ts";
import { type NewEvent, type RecordedEvent, type StreamName, streamsOf } from "../kernel/events/event.ts";
import { type StreamKind, upcast } from "../kernel/events/stream-kind.ts";
import { canonicalJson, type JsonObject } from "../kernel/json.ts";
import { standInSeeds } from "./seeds.ts";
import { Ways } from "./ways.ts";

/** When things happen unless a test says otherwise: noon of the first day of 2026. */
export const NOON = Date.parse("2026-01-01T12:00:00.000Z");

/** A fact that came before; without an instant of its own it happened at `NOON`. */
export type GivenEvent = NewEvent & { readonly recordedAt?: number };

/** Decides on what was given, in the way a command does. */
export type Decide<A extends JsonObject> = (log: GivenLog) => Decision<A>;

/** Types under which tests hand out what they begin with; none of them moves anything in a real log. */
const BEGINNINGS = new Set(["WriterRecovered", "Earned"]);

/** A log in memory, as a decision sees it: streams folded, holdings added up, time and seeds. */
export class GivenLog {
  readonly events: RecordedEvent[] = [];
  readonly seeds: SeedSource;
  /** The instant that the next events will carry, in milliseconds. */
  at = NOON;
  readonly #ways = new Ways();

  constructor(seeds: SeedSource = standInSeeds(() => "rbx")) {
    this.seeds = seeds;
  }

  /** The folded state of a stream, older events brought to their present shape. */
  stream<S>(kind: StreamKind<S>, name: StreamName): S {
    let state = kind.initial;
    for (const event of this.events)
      if (streamsOf(event).includes(name)) state = kind.evolve(state, upcast(event, eventTypes), name);
    return state;
  }

  /** What an account holds of an asset after every posting. */
  holding(account: Account, asset: Asset): bigint {
    let sum = 0n;
    for (const { postings } of this.events)
      for (const leg of postings) if (leg.account === account && leg.asset === asset) sum += leg.delta;
    return sum;
  }

  /** Appends what was decided. @throws Error where it was refused */
  accept(decision: Decision): this {
    if ("refused" in decision) throw new Error(`${decision.refused.code}: ${decision.refused.detail}`);
    this.append(decision.events);
    return this;
  }

  /**
   * Gives the events of one command their places at the end.
   * @throws Error when value reaches a player by no way there is
   */
  append(events: readonly GivenEvent[]): void {
    const commandId = `command ${this.events.length + 1}`;
    for (const [index, event] of events.entries()) {
      const problem = this.#ways.problemOf(event);
      if (problem !== null && !BEGINNINGS.has(event.type)) throw new Error(problem);
      const position = this.events.length + 1;
      const version = 1 + this.events.filter(({ stream }) => stream === event.stream).length;
      const place = { position, version, eventId: `${commandId}.${index}`, commandId, actor: "test" };
      this.events.push({ recordedAt: this.at, ...event, ...place });
    }
  }
}

/** Does one thing after the other in a log; each has to be accepted. */
export function carriedOut(log: GivenLog, ...done: readonly Decide<JsonObject>[]): GivenLog {
  for (const decide of done) log.accept(decide(log));
  return log;
}

/** A log that begins with these events, and in which one thing after the other is done then. */
export function logAfter(events: readonly GivenEvent[], ...done: readonly Decide<JsonObject>[]): GivenLog {
  const log = new GivenLog();
  log.append(events);
  return carriedOut(log, ...done);
}

/** Why something was refused; `accepted` where it was not. */
export const codeOf = (decision: Decision): string =>
  "refused" in decision ? decision.refused.code : "accepted";

/** Why something is refused now; `accepted` where it is not. */
export const refusalOf = (log: GivenLog, decide: Decide<JsonObject>): string => codeOf(decide(log));

/**
 * Says in three words what a decision does: given what happened, when something is asked, then this happens.
 * @example given(registered).when(flip({ side: "rbx", stake: 100n })).then(flipped)
 */
export function given(...events: readonly GivenEvent[]): Given {
  return new Given(events);
}

class Given {
  readonly #events: readonly GivenEvent[];
  #at = NOON;
  #seeds: SeedSource | undefined;

  constructor(events: readonly GivenEvent[]) {
    this.#events = events;
  }

  /** Sets the instant at which the decision is made. @param at milliseconds */
  at(at: number): this {
    this.#at = at;
    return this;
  }

  /** Sets the seeds that the decision may use. */
  with(seeds: SeedSource): this {
    this.#seeds = seeds;
    return this;
  }

  when<A extends JsonObject>(decide: Decide<A>): When<A> {
    const log = new GivenLog(this.#seeds);
    log.append(this.#events);
    log.at = this.#at;
    return new When(decide(log));
  }

  /** Nothing happens, for a reason. @example given(registered).refuses(flip(TOO_MUCH), "stake_too_large") */
  refuses(decide: Decide<JsonObject>, code: string, detail?: string): void {
    this.when(decide).refused(code, detail);
  }

  /** The answer contains these facts. @example given(asked).answers(approves(DORA), { status: "completed" }) */
  answers<A extends JsonObject>(decide: Decide<A>, expected: Partial<A>): void {
    this.when(decide).answers(expected);
  }
}

class When<A extends JsonObject> {
  readonly decision: Decision<A>;

  constructor(decision: Decision<A>) {
    this.decision = decision;
  }

  /** Exactly these events happen, in this order. */
  // biome-ignore lint/suspicious/noThenProperty: given, when, then is how it is said; nobody awaits it
  then(...expected: readonly NewEvent[]): this {
    const { events } = this.#accepted();
    demandEqual(events.map(plain), expected.map(plain), "Other events happened than expected");
    return this;
  }

  /** The answer contains these facts, perhaps among others. */
  answers(expected: Partial<A>): this {
    const { answer } = this.#accepted();
    const heard = Object.fromEntries(Object.keys(expected).map((key) => [key, answer[key]]));
    demandEqual(heard, expected, "The answer is another than expected");
    return this;
  }

  /** Nothing happens, for a reason. */
  refused(code: string, detail?: string): this {
    const { decision } = this;
    const found = "refused" in decision ? decision.refused : { code: "accepted", detail: "" };
    const expected = { code, detail: detail ?? found.detail };
    demandEqual({ code: found.code, detail: found.detail }, expected, "It was not refused as expected");
    return this;
  }

  #accepted(): Exclude<Decision<A>, { readonly refused: unknown }> {
    const { decision } = this;
    if ("refused" in decision) throw new Error(`It was refused: ${decision.refused.detail}`);
    return decision;
  }
}

/** An event without its place, as plain values that can be compared and shown. */
export function plain({ type, schemaVersion, stream, alsoIn = [], payload, postings }: NewEvent): JsonObject {
  const legs = postings.map(({ account, asset, delta }) => ({ account, asset, delta: String(delta) }));
  const event = { type, schemaVersion, stream, payload, postings: legs };
  return alsoIn.length === 0 ? event : { ...event, alsoIn };
}

function demandEqual(actual: unknown, expected: unknown, sentence: string): void {
  if (canonicalJson(actual as JsonObject) === canonicalJson(expected as JsonObject)) return;
  // Test runners show the difference of these two.
  throw Object.assign(new Error(sentence), { actual, expected });
}
