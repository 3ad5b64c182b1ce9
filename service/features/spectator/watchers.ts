import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { OpenDatabase } from "#service/db/database.ts";
import { asError } from "#service/db/errors.ts";
import { LISTENERS_MAX } from "#service/http/live-hub.ts";

const CHANNEL = "florin_watchers";
/** Changes are gathered for so long before anybody is told, in milliseconds. */
const GATHER_MS = 500;
/** A process that counts anybody says so again this often, in milliseconds. */
export const RENEW_EVERY_MS = 5_000;
/** What a process said counts for so long, in milliseconds: a process that was killed is forgotten by then. */
const LEASE_MS = 3 * RENEW_EVERY_MS;
/** How many games go into one notification, which takes less than 8,000 bytes, and how many a process tells of. */
const GAMES_PER_NOTE = 100;
const GAMES_MAX = 1_000;
/** How many other processes are remembered. */
const PROCESSES_MAX = 64;

const noteSchema = z.object({
  process: z.uuid(),
  round: z.number().int().positive(),
  games: z.array(z.tuple([z.uuid(), z.number().int().min(1).max(LISTENERS_MAX)])).max(GAMES_PER_NOTE),
});
type Note = z.infer<typeof noteSchema>;

interface Foreign {
  readonly round: number;
  readonly until: number;
  readonly games: Map<string, number>;
}

export interface WatchersOptions {
  readonly db: Pick<OpenDatabase, "listen" | "query">;
  /** Told, at most every half second, that the counts have changed. */
  readonly onChange: () => void;
  readonly onTrouble: (what: string, error: Error) => void;
}

/**
 * Counts who watches which game: the live streams that are open at this moment on pages that show it. It counts
 * connections and not people: two windows are two, and who is not signed in counts too. A stream that broke counts
 * until that is noticed, at most some 45 s.
 *
 * Every process counts its own streams and tells the others in notifications of the database, on each change and every
 * 5 s. A count of another process holds for 15 s, so that a crash leaves nobody behind; a process that begins knows of
 * the others within 5 s. Above 1,000 watched games a process tells of those that have been watched the longest.
 */
export class Watchers {
  readonly #options: WatchersOptions;
  readonly #process = randomUUID();
  readonly #own = new Map<string, number>();
  readonly #others = new Map<string, Foreign>();
  #round = 0;
  #gathering: NodeJS.Timeout | null = null;
  #renewing: NodeJS.Timeout | null = null;
  #hasOwnChanged = false;
  #stopListening: (() => Promise<void>) | null = null;
  #isStopped = false;

  constructor(options: WatchersOptions) {
    this.#options = options;
  }

  /** Begins to hear of other processes. Throws when the database cannot be reached. */
  async start(): Promise<void> {
    this.#stopListening = await this.#options.db.listen(CHANNEL, (payload) => this.#hear(payload));
    this.#renewing = setInterval(() => this.#renew(), RENEW_EVERY_MS);
    this.#renewing.unref();
  }

  /** Tells the others that nobody watches here any more, as far as they can be reached. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    if (this.#renewing !== null) clearInterval(this.#renewing);
    const hadOwn = this.#own.size > 0;
    this.#own.clear();
    if (hadOwn) await this.#tellOthers();
    await this.#stopListening?.().catch(() => {});
  }

  /** Counts one more who watches a game. @returns how to take that back */
  watch(gameId: string): () => void {
    this.#count(gameId, 1);
    let isWatching = true;
    return () => {
      if (isWatching) this.#count(gameId, -1);
      isWatching = false;
    };
  }

  /** How many watch a game, here and at other processes. */
  of(gameId: string): number {
    const now = performance.now();
    let sum = this.#own.get(gameId) ?? 0;
    for (const { until, games } of this.#others.values()) if (until > now) sum += games.get(gameId) ?? 0;
    return sum;
  }

  #count(gameId: string, change: 1 | -1): void {
    const count = (this.#own.get(gameId) ?? 0) + change;
    if (count <= 0) this.#own.delete(gameId);
    else this.#own.set(gameId, count);
    this.#hasOwnChanged = true;
    this.#changed();
  }

  #changed(): void {
    if (this.#isStopped) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      if (this.#hasOwnChanged) void this.#tellOthers();
      this.#hasOwnChanged = false;
      this.#options.onChange();
    }, GATHER_MS).unref();
  }

  #renew(): void {
    const now = performance.now();
    for (const [process, { until, games }] of this.#others) {
      if (until > now) continue;
      this.#others.delete(process);
      if (games.size > 0) this.#changed();
    }
    if (this.#own.size > 0) void this.#tellOthers();
  }

  async #tellOthers(): Promise<void> {
    this.#round += 1;
    const games = [...this.#own].slice(0, GAMES_MAX);
    const notes: string[] = [];
    do {
      const note: Note = {
        process: this.#process,
        round: this.#round,
        games: games.splice(0, GAMES_PER_NOTE),
      };
      notes.push(JSON.stringify(note));
    } while (games.length > 0);
    try {
      // In one transaction, so that they arrive together and in order.
      await this.#options.db.query(
        "select pg_notify($1, note) from json_array_elements_text($2::json) as note",
        [CHANNEL, JSON.stringify(notes)],
      );
    } catch (error) {
      this.#options.onTrouble("other processes were not told who watches", asError(error));
    }
  }

  #hear(payload: string): void {
    const note = readNote(payload);
    if (note === null || note.process === this.#process) return;
    const known = this.#others.get(note.process);
    if (known === undefined && this.#others.size >= PROCESSES_MAX) return;
    if (known !== undefined && note.round < known.round) return;
    const games = new Map(note.games);
    // A round of many games comes in several notes.
    if (known !== undefined && note.round === known.round)
      for (const [gameId, count] of known.games) games.set(gameId, count);
    this.#others.set(note.process, { round: note.round, until: performance.now() + LEASE_MS, games });
    if (!isSame(known?.games, games)) this.#changed();
  }
}

function readNote(payload: string): Note | null {
  try {
    return noteSchema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

function isSame(
  before: ReadonlyMap<string, number> = new Map(),
  after: ReadonlyMap<string, number>,
): boolean {
  return before.size === after.size && [...after].every(([gameId, count]) => before.get(gameId) === count);
}
