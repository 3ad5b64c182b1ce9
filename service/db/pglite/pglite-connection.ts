import type { PGlite } from "@electric-sql/pglite";
import type { Row, Statement } from "#projections/kernel/sql.ts";
import { identifier } from "#service/db/database.ts";
import { KeptPlans } from "#service/db/kept-plans.ts";
import { Answer, type Reply, Request } from "./wire.ts";

type Hear = (payload: string) => void;

/**
 * PGlite's one connection, spoken to in the wire protocol. A statement is one exchange instead of six, and one that
 * comes again is planned once: two to four times as fast as `PGlite.query`, which also hangs the parameters on its
 * errors.
 */
export class PgliteConnection {
  readonly #pglite: PGlite;
  readonly #prepared = new Map<string, string>();
  readonly #request = new Request();
  readonly #answer = new Answer();
  /** Who hears what is notified, by channel. */
  readonly #hearing = new Map<string, Set<Hear>>();
  #plans = new KeptPlans();
  #last: Promise<unknown> = Promise.resolve();

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Runs one statement and gives its rows. */
  async run<R extends Row>(statement: Statement): Promise<readonly R[]> {
    const { rows } = await this.#inTurn(() => this.#execute(statement));
    return rows as readonly R[];
  }

  /** Runs the statements of a text, which takes no parameters, and gives the tag of the last, such as COMMIT. */
  async script(text: string): Promise<string> {
    const { tag } = await this.#inTurn(() => {
      this.#plans.outdate(text);
      return this.#exchange(this.#request.begin().query(text));
    });
    return tag;
  }

  /** Hears what is notified on a channel. @returns what ends that */
  async listen(channel: string, hear: Hear): Promise<() => Promise<void>> {
    await this.script(`listen ${identifier(channel)}`);
    const hearing = this.#hearing.get(channel) ?? new Set();
    // Of its own, so that one who listens twice hears twice.
    const own: Hear = (payload) => hear(payload);
    this.#hearing.set(channel, hearing.add(own));
    return async () => {
      hearing.delete(own);
      if (hearing.size > 0 || this.#hearing.get(channel) !== hearing) return;
      this.#hearing.delete(channel);
      await this.script(`unlisten ${identifier(channel)}`);
    };
  }

  /** Drops every named statement. */
  async forget(): Promise<void> {
    await this.script("deallocate all");
    this.#prepared.clear();
    this.#plans = new KeptPlans();
  }

  async #execute(statement: Statement): Promise<Reply> {
    const { text, values = [] } = statement;
    const name = statement.name ?? this.#plans.nameOf(text);
    const known = this.#prepared.get(name);
    if (known !== undefined && known !== text)
      throw new Error(`The name "${name}" was used for a different statement`);
    const request = this.#request.begin();
    for (const given of this.#plans.takeGivenUp()) this.#close(given);
    // Closing first, which is no error for a name without a statement: one that failed later on has left its behind.
    if (known === undefined) this.#close(name).parse(name, text);
    const reply = await this.#exchange(request.bind(name, values).execute());
    if (name !== "") this.#prepared.set(name, text);
    return reply;
  }

  #close(name: string): Request {
    this.#prepared.delete(name);
    return this.#request.close(name);
  }

  async #exchange({ bytes }: Request): Promise<Reply> {
    this.#answer.begin();
    await this.#pglite.execProtocolRawStream(bytes, { onRawData: (piece) => this.#answer.add(piece) });
    try {
      return this.#answer.read((channel, payload) => this.#notify(channel, payload));
    } catch (error) {
      // Its own stack ends inside the message parser: this one leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  // Once the exchange is over: whoever hears of it may ask something.
  #notify(channel: string, payload: string): void {
    for (const hear of this.#hearing.get(channel) ?? []) queueMicrotask(() => hear(payload));
  }

  // PGlite keeps the state of one exchange at a time: the next begins when the one before has ended.
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result;
    return result;
  }
}
