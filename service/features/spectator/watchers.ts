import { createHmac, randomUUID } from "node:crypto";
import { z } from "zod";
import { jsonOf } from "#domain/kernel/json.ts";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { asError } from "#service/db/errors.ts";

const CHANNEL = "florin_watchers";
/** How long changes are gathered before they are announced, in milliseconds. */
const GATHER_MS = 500;
/** Interval at which a process repeats its watchers, in milliseconds. */
export const RENEW_EVERY_MS = 5_000;
/** Lease of a process's report, in milliseconds: a killed process is dropped by then. */
const LEASE_MS = 3 * RENEW_EVERY_MS;
/** Games per notification, which holds less than 8,000 bytes, and maximum games that a process announces. */
const GAMES_PER_NOTE = 50;
const WATCHERS_PER_NOTE = 250;
const GAMES_MAX = 1_000;
/** Bytes of a watcher's tag, as other processes see it: it tells people apart without identifying them. */
const TAG_BYTES = 9;
const tagSchema = z.string().regex(/^[A-Za-z0-9_-]{12}$/);
/** Maximum other processes remembered. */
const PROCESSES_MAX = 64;

const noteSchema = z.object({
  process: z.uuid(),
  round: z.number().int().positive(),
  games: z.array(z.tuple([z.uuid(), z.array(tagSchema).min(1).max(WATCHERS_PER_NOTE)])).max(GAMES_PER_NOTE),
});
type Note = z.infer<typeof noteSchema>;

interface Foreign {
  readonly round: number;
  readonly until: number;
  readonly games: Map<string, ReadonlySet<string>>;
}

export interface WatchersOptions {
  /** The key of tags; the same at every process. */
  readonly key: Uint8Array;
  readonly db: Pick<OpenDatabase, "listen" | "query">;
  readonly scheduler: Scheduler;
  /** Called at most every half second when the counts have changed. */
  readonly onChange: () => void;
  readonly onTrouble: (what: string, error: Error) => void;
}

/**
 * Counts who watches which game: players, and addresses of signed-out visitors, with a live stream open on the game's
 * page. Several windows of one person count once, across processes. A broken stream counts until it is noticed, up to
 * some 45 s.
 *
 * Each process announces its watchers in database notifications, on every change and every 5 s, as one anonymous tag
 * for each person. An announcement holds for 15 s, so that a crash leaves nobody behind; a new process knows of the
 * others within 5 s. Above 1,000 watched games a process announces those watched the longest.
 */
export class Watchers {
  readonly #options: WatchersOptions;
  readonly #process = randomUUID();
  /** Number of streams per watcher, by game and tag. */
  readonly #own = new Map<string, Map<string, number>>();
  readonly #others = new Map<string, Foreign>();
  #round = 0;
  #cancelGathering: (() => void) | null = null;
  #cancelRenewing: () => void = () => undefined;
  #hasOwnChanged = false;
  #stopListening: (() => Promise<void>) | null = null;
  #isStopped = false;

  constructor(options: WatchersOptions) {
    this.#options = options;
  }

  /** Starts listening to other processes. @throws when the database cannot be reached */
  async start(): Promise<void> {
    this.#stopListening = await this.#options.db.listen(CHANNEL, (payload) => this.#hear(payload));
    this.#renewLater();
  }

  /** Announces that nobody watches here any more, if possible, and stops. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelGathering?.();
    this.#cancelRenewing();
    // A change still being gathered was not announced; others would count its watcher until the lease ends.
    const mustTell = this.#own.size > 0 || this.#hasOwnChanged;
    this.#own.clear();
    if (mustTell) await this.#tellOthers();
    await this.#stopListening?.().catch(() => {});
  }

  /** Counts a spectator's stream. @param who identifies the person @returns a function that undoes it */
  watch(gameId: string, who: string): () => void {
    const digest = createHmac("sha256", this.#options.key).update(`watcher ${who}`).digest();
    const tag = digest.subarray(0, TAG_BYTES).toString("base64url");
    this.#count(gameId, tag, 1);
    let isWatching = true;
    return () => {
      if (isWatching) this.#count(gameId, tag, -1);
      isWatching = false;
    };
  }

  /** The watchers of a game, here and at other processes. */
  of(gameId: string): number {
    const now = performance.now();
    const all = new Set(this.#own.get(gameId)?.keys());
    for (const { until, games } of this.#others.values())
      if (until > now) for (const tag of games.get(gameId) ?? []) all.add(tag);
    return all.size;
  }

  #count(gameId: string, tag: string, change: 1 | -1): void {
    const streams = this.#own.get(gameId) ?? new Map<string, number>();
    const before = streams.get(tag) ?? 0;
    if (before + change > 0) streams.set(tag, before + change);
    else streams.delete(tag);
    if (streams.size > 0) this.#own.set(gameId, streams);
    else this.#own.delete(gameId);
    // Another window of the same person changes nothing.
    if (before > 0 === before + change > 0) return;
    this.#hasOwnChanged = true;
    this.#changed();
  }

  #changed(): void {
    if (this.#isStopped) return;
    this.#cancelGathering ??= this.#options.scheduler.after(GATHER_MS, () => {
      this.#cancelGathering = null;
      if (this.#hasOwnChanged) void this.#tellOthers();
      this.#hasOwnChanged = false;
      this.#options.onChange();
    });
  }

  #renewLater(): void {
    this.#cancelRenewing = this.#options.scheduler.after(RENEW_EVERY_MS, () => {
      this.#renew();
      this.#renewLater();
    });
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
    const notes = inNotes([...this.#own].slice(0, GAMES_MAX)).map((games) => {
      const note: Note = { process: this.#process, round: this.#round, games };
      return JSON.stringify(note);
    });
    try {
      // In one transaction, so that they arrive together and in order.
      await this.#options.db.query(
        "select pg_notify($1, note) from json_array_elements_text($2::json) as note",
        [CHANNEL, JSON.stringify(notes)],
      );
    } catch (error) {
      this.#options.onTrouble("watchers could not be announced to other processes", asError(error));
    }
  }

  #hear(payload: string): void {
    const note = readNote(payload);
    if (note === null || note.process === this.#process) return;
    const known = this.#others.get(note.process);
    if (known === undefined && this.#others.size >= PROCESSES_MAX) return;
    if (known !== undefined && note.round < known.round) return;
    const games = new Map<string, ReadonlySet<string>>();
    // Many games come in several notes of one round.
    if (known !== undefined && note.round === known.round)
      for (const [gameId, tags] of known.games) games.set(gameId, tags);
    for (const [gameId, tags] of note.games)
      games.set(gameId, new Set([...(games.get(gameId) ?? []), ...tags]));
    this.#others.set(note.process, { round: note.round, until: performance.now() + LEASE_MS, games });
    if (!isSame(known?.games, games)) this.#changed();
  }
}

/** The watchers of each game, split into parts that fit into a notification; at least one. */
function inNotes(watched: readonly (readonly [string, ReadonlyMap<string, number>])[]): Note["games"][] {
  const notes: Note["games"][] = [[]];
  let left = WATCHERS_PER_NOTE;
  for (const [gameId, streams] of watched) {
    const tags = [...streams.keys()];
    while (tags.length > 0) {
      if (left === 0 || (notes.at(-1)?.length ?? 0) >= GAMES_PER_NOTE) {
        notes.push([]);
        left = WATCHERS_PER_NOTE;
      }
      const some = tags.splice(0, left);
      left -= some.length;
      notes.at(-1)?.push([gameId, some]);
    }
  }
  return notes;
}

const readNote = (payload: string): Note | null => noteSchema.safeParse(jsonOf(payload)).data ?? null;

function isSame(
  before: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
  after: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (before.size !== after.size) return false;
  return [...after].every(([gameId, tags]) => {
    const known = before.get(gameId);
    return known?.size === tags.size && [...tags].every((tag) => known.has(tag));
  });
}
