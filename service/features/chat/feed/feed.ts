import { z } from "zod";
import { chatMessageRemoved, chatReportClosed } from "#domain/features/chat/events.ts";
import { MESSAGES_KEPT_MS, REPORTS_TO_HIDE, ROOM } from "#domain/features/chat/rules.ts";
import { LIST_LIMIT_MAX } from "#domain/kernel/contract.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { jsonOf } from "#domain/kernel/json.ts";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { asError } from "#service/db/errors.ts";
import { CHAT_CHANNEL, deleteOld } from "../chat-rows.ts";

/** Interval of checks for lost notifications, in milliseconds. */
const POLL_EVERY_MS = 5_000;
/** How late a notification may be, in milliseconds: what is missing for longer is lost. */
const LATE_MS = 1_000;
/** Interval of the deletion of old messages, in milliseconds, and maximum per run. */
const SWEEP_EVERY_MS = 60_000;
const SWEEP_MAX = 500;
/** How long the newest page is cached, in milliseconds. Names and levels in it age that long. */
const PAGE_KEPT_MS = 5_000;

export interface FeedOptions {
  readonly db: Pick<OpenDatabase, "listen" | "query" | "run">;
  readonly scheduler: Scheduler;
  readonly now: () => number;
  /** Called after every change of the room. */
  readonly onChange: () => void;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** Changed messages remembered for listeners. Beyond that, they reload the newest page. */
const CHANGES_MAX = 500;

const hintSchema = z.object({ changed: z.string().optional(), reported: z.string().optional() });

/** Ids of messages that were changed or reported. */
interface Changes {
  readonly changed: ReadonlySet<string>;
  readonly reported: ReadonlySet<string>;
  /** Some may be missing. */
  readonly isBroken: boolean;
}
const NO_CHANGES: Changes = { changed: new Set(), reported: new Set(), isBroken: false };

const together = (some: Changes, more: Partial<Changes>): Changes => ({
  changed: new Set([...some.changed, ...(more.changed ?? [])]),
  reported: new Set([...some.reported, ...(more.reported ?? [])]),
  isBroken: some.isBroken || more.isBroken === true,
});

interface Page {
  readonly madeAt: number;
  readonly text: Promise<string>;
}

/** Caches the room's newest pages, so that a thousand readers of a new message share one query. */
export class Feed {
  readonly #options: FeedOptions;
  readonly #pages = new Map<number, Page>();
  /** Position of the moderators' newest act, which pages must show. */
  #actedAt = 0;
  #version: bigint | null = null;
  /** Notifications received since the version was last checked. */
  #hints = 0n;
  /** Changes without a notification as of the last check, or, below zero, notifications of changes not yet seen. */
  #unmatched = 0n;
  #changes = NO_CHANGES;
  #stopListening: (() => Promise<void>) | null = null;
  #cancelPoll: () => void = () => undefined;
  #cancelSweep: () => void = () => undefined;
  #isStopped = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** The position of the newest act that a page must show. */
  get actedAt(): number {
    return this.#actedAt;
  }

  async start(): Promise<void> {
    const { db, scheduler } = this.#options;
    this.#stopListening = await db.listen(CHAT_CHANNEL, (hint) => this.#hear(hint));
    const poll = () => {
      const wait = this.#unmatched > 0n ? LATE_MS : POLL_EVERY_MS;
      this.#cancelPoll = scheduler.after(wait, () => void this.#poll().finally(poll));
    };
    const sweep = () => {
      this.#cancelSweep = scheduler.after(SWEEP_EVERY_MS, () => void this.#sweep().finally(sweep));
    };
    poll();
    sweep();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelPoll();
    this.#cancelSweep();
    await this.#stopListening?.().catch(() => {});
  }

  /** Changes of earlier messages since the last call. */
  take(): Changes {
    const changes = this.#changes;
    this.#changes = NO_CHANGES;
    return changes;
  }

  /** Returns changes that could not be announced. */
  giveBack(changes: Changes): void {
    this.#note(changes);
  }

  #note(more: Partial<Changes>): void {
    const all = together(this.#changes, more);
    const isTooMuch = all.changed.size + all.reported.size > CHANGES_MAX;
    this.#changes = isTooMuch ? { ...NO_CHANGES, isBroken: true } : all;
  }

  #hear(text: string): void {
    this.#hints += 1n;
    const { changed, reported } = hintSchema.safeParse(jsonOf(text)).data ?? {};
    if (changed !== undefined) this.#note({ changed: new Set([changed]) });
    if (reported !== undefined) this.#note({ reported: new Set([reported]) });
    this.changed();
  }

  /** Drops the cached pages and calls `onChange`. */
  changed(): void {
    this.#pages.clear();
    if (!this.#isStopped) this.#options.onChange();
  }

  /** Takes note of moderators' acts among committed events. */
  appended(events: readonly RecordedEvent[]): void {
    const acts = events.filter(({ type }) => type.startsWith("Chat"));
    if (acts.length === 0) return;
    this.#actedAt = Math.max(this.#actedAt, acts.at(-1)?.position ?? 0);
    this.#note({ changed: new Set(acts.flatMap(messageShownAnew)) });
    this.changed();
  }

  /** The newest page, made once for all readers until a change. */
  page(limit: number, make: () => Promise<string>): Promise<string> {
    const { now } = this.#options;
    const known = this.#pages.get(limit);
    if (known !== undefined && Math.abs(now() - known.madeAt) < PAGE_KEPT_MS) return known.text;
    const text = make();
    const page: Page = { madeAt: now(), text };
    if (limit <= LIST_LIMIT_MAX) this.#pages.set(limit, page);
    // A failure is not cached.
    text.catch(() => {
      if (this.#pages.get(limit) === page) this.#pages.delete(limit);
    });
    return text;
  }

  async #poll(): Promise<void> {
    if (this.#isStopped) return;
    try {
      const [row] = await this.#options.db.query<Row & { version: bigint }>(
        "select version from chat_rooms where id = $1",
        [ROOM],
      );
      const version = row?.version ?? null;
      const isNew = this.#version !== null && version !== this.#version;
      const areLost = this.#match(version);
      this.#version = version;
      if (areLost) this.#note({ isBroken: true });
      if (isNew || areLost) this.changed();
    } catch (error) {
      this.#options.onTrouble("the chat was not checked for changes", asError(error));
    }
  }

  /**
   * Counts changes against notifications. Each change sends one, but a version may be read before its notification
   * arrives, or the other way round.
   * @returns whether some have been missing since the last check
   */
  #match(version: bigint | null): boolean {
    const [before, hints, earlier] = [this.#version, this.#hints, this.#unmatched];
    this.#hints = 0n;
    this.#unmatched = 0n;
    if (before === null || version === null) return false;
    const now = earlier + version - before - hints;
    // What was unmatched at two checks in turn stays so.
    if (now > 0n !== earlier > 0n) this.#unmatched = now;
    else this.#unmatched = now > 0n ? now - least(now, earlier) : now + least(-now, -earlier);
    return now > 0n && earlier > 0n;
  }

  async #sweep(): Promise<void> {
    if (this.#isStopped) return;
    try {
      await deleteOld(this.#options.db, this.#options.now() - MESSAGES_KEPT_MS, SWEEP_MAX);
    } catch (error) {
      this.#options.onTrouble("old messages were not deleted", asError(error));
    }
  }
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The message that an act removed, or that reports hid until the act closed them. */
function messageShownAnew(event: RecordedEvent): string[] {
  if (chatMessageRemoved.is(event)) return [event.payload.messageId];
  if (!chatReportClosed.is(event) || event.payload.reportIds.length < REPORTS_TO_HIDE) return [];
  return [event.payload.messageId];
}
