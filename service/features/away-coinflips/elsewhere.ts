import type { AwayCoinflip } from "#domain/features/away-coinflips/contract.ts";
import { AWAY_SHOWN_MAX } from "#domain/features/away-coinflips/rules.ts";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import {
  type AskedGames,
  gamesToLogsSchema,
  OPEN_TO_LOGS_PATH,
} from "#service/features/live-coinflips/guests/open-to-logs.ts";
import type { Core } from "#service/http/deps.ts";
import { askPeer } from "#service/ledger/peers/ask-peer.ts";
import type { LogSettings } from "#service/ledger/peers/settings.ts";
import { type ItemsOffer, OFFERS_PATH, type OfferAnswer, offerAnswerSchema } from "./offers.ts";

/** How long another log's list of games is reused, in milliseconds. */
export const TOLD_FOR_MS = 2_000;

/** Open coinflips of the other logs, and the logs that could not be asked. */
export interface Elsewhere {
  readonly items: readonly AwayCoinflip[];
  /** The numbers of the other logs. */
  readonly logs: readonly number[];
  readonly unreachable: readonly number[];
}

/** A log's answer, and when it expires. */
interface Told {
  until: number;
  readonly games: Promise<LiveCoinflip[]>;
}

type Needs = Pick<Core, "config" | "writer" | "fetch" | "now">;

/** Asks the other logs for their open coinflips: each log once at a time, however many players ask. */
export class GamesElsewhere {
  readonly #core: Needs;
  readonly #told = new Map<number, Told>();

  constructor(core: Needs) {
    this.#core = core;
  }

  get #others(): readonly LogSettings[] {
    const { config, writer } = this.#core;
    return config.logs?.all.filter(({ id }) => id !== writer.logId) ?? [];
  }

  /** Open coinflips of all other logs, the soonest to expire last. */
  async open(): Promise<Elsewhere> {
    const asked = await Promise.all(
      this.#others.map(async (log) => {
        try {
          return { log: log.id, games: await this.#newest(log) };
        } catch {
          return { log: log.id, games: null };
        }
      }),
    );
    const items = asked.flatMap(({ log, games }) => (games ?? []).map((game) => ({ ...game, log })));
    return {
      logs: asked.map(({ log }) => log),
      items: items.sort((a, b) => (a.expiresAt < b.expiresAt ? 1 : -1)),
      unreachable: asked.flatMap(({ log, games }) => (games === null ? [log] : [])),
    };
  }

  /**
   * One open coinflip of another log, read afresh; null if it does not exist or is not open.
   * @throws Error when the log cannot be asked
   */
  async game(log: number, id: string): Promise<LiveCoinflip | null> {
    const to = this.#others.find((other) => other.id === log);
    if (to === undefined) return null;
    const [found = null] = await this.#ask(to, { id });
    return found;
  }

  /**
   * Whether a game of another log would accept some items, and the copies it is played for.
   * @throws Error when the log cannot be asked
   */
  async offered(log: number, offer: ItemsOffer): Promise<OfferAnswer> {
    const to = this.#others.find((other) => other.id === log);
    if (to === undefined) return { refusal: null, against: [] };
    const { config, fetch } = this.#core;
    const question = { to, path: OFFERS_PATH, body: offer, answer: offerAnswerSchema };
    return askPeer(question, { fetch, secret: config.logs?.secret ?? "" });
  }

  #newest(log: LogSettings): Promise<LiveCoinflip[]> {
    const now = this.#core.now();
    const told = this.#told.get(log.id);
    if (told !== undefined && now < told.until) return told.games;
    const asked: Told = {
      until: Number.POSITIVE_INFINITY,
      games: this.#ask(log, { limit: AWAY_SHOWN_MAX }),
    };
    this.#told.set(log.id, asked);
    const answered = (): void => {
      asked.until = this.#core.now() + TOLD_FOR_MS;
    };
    asked.games.then(answered, answered);
    return asked.games;
  }

  async #ask(to: LogSettings, body: AskedGames): Promise<LiveCoinflip[]> {
    const { config, fetch } = this.#core;
    const question = { to, path: OPEN_TO_LOGS_PATH, body, answer: gamesToLogsSchema };
    const { items } = await askPeer(question, { fetch, secret: config.logs?.secret ?? "" });
    return items;
  }
}
