import { randomUUID } from "node:crypto";
import type { OpenDatabase } from "#service/db/database.ts";

/** The channel on which processes announce that the head has moved. A hint, never relied on. */
export const LOG_CHANNEL = "florin_log";

/** The first move after a pause is announced at once, later ones at most this often, in milliseconds. */
export const ANNOUNCE_EVERY_MS = 5;
/** Interval between signs of life, in milliseconds. */
const PRESENT_EVERY_MS = 5_000;
/** Silence after which a process counts as gone, in milliseconds. */
const PRESENT_MS = 3 * PRESENT_EVERY_MS;

/** Sends an announcement to other processes. */
export const ANNOUNCE = { name: "announce", text: `select pg_notify('${LOG_CHANNEL}', $1::text)` };

/** An announcement: the head's position, a sign of life, or a greeting that asks others to answer. */
type Announcement = number | "here" | "joined";

const POSITION = /^\d{1,15}$/;

interface AnnouncerOptions {
  readonly db: Pick<OpenDatabase, "listen" | "run">;
  /** Hears the head's position from another process. */
  readonly onHead: (position: number) => void;
}

/**
 * Announces to other processes, if there are any, that the head has moved. It notifies beside the append, not within
 * it: a notification makes each commit take a lock of the whole database and wakes every listener, including its own.
 */
export class HeadAnnouncer {
  readonly #options: AnnouncerOptions;
  /** The sender: processes ignore their own announcements. */
  readonly #id = randomUUID();
  #othersUntil = 0;
  #newest = 0;
  #told = 0;
  #toldAt = -ANNOUNCE_EVERY_MS;
  #timer: NodeJS.Timeout | null = null;
  #isTelling = false;
  #presence: NodeJS.Timeout | null = null;
  #stopListening: (() => Promise<void>) | null = null;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Listens and greets the others. @throws when the database cannot be reached */
  async start(): Promise<void> {
    this.#stopListening = await this.#options.db.listen(LOG_CHANNEL, (payload) => this.#hear(payload));
    void this.#tell("joined");
    this.#presence = setInterval(() => void this.#tell("here"), PRESENT_EVERY_MS);
    this.#presence.unref();
  }

  async stop(): Promise<void> {
    if (this.#presence !== null) clearInterval(this.#presence);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#othersUntil = 0;
    await this.#stopListening?.();
  }

  /** Announces that this process moved the head. */
  moved(position: number): void {
    if (performance.now() >= this.#othersUntil) return;
    this.#newest = position;
    this.#tellLater();
  }

  #tellLater(): void {
    if (this.#timer !== null || this.#isTelling) return;
    const wait = this.#toldAt + ANNOUNCE_EVERY_MS - performance.now();
    if (wait <= 0) return void this.#tellHead();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#tellHead();
    }, wait);
    this.#timer.unref();
  }

  async #tellHead(): Promise<void> {
    this.#isTelling = true;
    this.#toldAt = performance.now();
    this.#told = this.#newest;
    await this.#tell(this.#newest);
    this.#isTelling = false;
    if (this.#newest > this.#told) this.#tellLater();
  }

  async #tell(what: Announcement): Promise<void> {
    // Best effort: other processes poll the head, and the writer reports a database that is away.
    await this.#options.db.run({ ...ANNOUNCE, values: [`${this.#id} ${what}`] }).catch(() => {});
  }

  /** Older versions announced the position alone. */
  #hear(payload: string): void {
    const [from = "", said = from] = payload.split(" ");
    if (from === this.#id) return;
    this.#othersUntil = performance.now() + PRESENT_MS;
    if (said === "joined") void this.#tell("here");
    else if (POSITION.test(said)) this.#options.onHead(Number(said));
  }
}
