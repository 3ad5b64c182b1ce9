import pg from "pg";

/** Most servers in one URL. */
export const HOSTS_MAX = 8;

/** Time limit for a server's answer whether it takes writes, in milliseconds. */
const PROBE_MAX_MS = 2_000;

/** A server's own report; `timeline` is null if it takes no writes or did not answer. */
export interface ServerState {
  readonly url: string;
  readonly timeline: number | null;
}

/** No server takes writes. A retry may succeed once a standby is promoted. */
export class NoPrimaryError extends Error {
  override readonly name = "NoPrimaryError";

  constructor(reason: string) {
    super(`No server takes writes: ${reason}`);
  }
}

const SEVERAL =
  /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^@/?#]*,[^@/?#]*)(?<after>(?:[/?#].*)?)$/;

/**
 * One URL for each server of a URL, in its order.
 * @throws when there are too many, one has no name, or `target_session_attrs` asks for anything but the primary
 * @example hostUrls("postgres://florin@a:5432,b:5433/florin") // two URLs
 */
export function hostUrls(url: string): readonly string[] {
  const parts = SEVERAL.exec(url)?.groups;
  if (parts === undefined) return [url];
  const hosts = (parts.hosts ?? "").split(",");
  if (hosts.length > HOSTS_MAX) throw new Error(`names more than ${HOSTS_MAX} servers`);
  if (hosts.some((host) => host === "" || host.startsWith(":")))
    throw new Error("has a server without a name");
  return hosts.map((host) => withoutTarget(`${parts.before}${host}${parts.after}`));
}

// libpq understands the parameter, the driver does not: this module makes the choice.
function withoutTarget(url: string): string {
  const one = new URL(url);
  const target = one.searchParams.get("target_session_attrs") ?? "read-write";
  if (target !== "read-write" && target !== "primary")
    throw new Error("target_session_attrs must be read-write or primary");
  one.searchParams.delete("target_session_attrs");
  return one.href;
}

/**
 * The server to write to: the one that takes writes on the newest timeline. A promotion begins a new timeline, so an
 * old primary that comes back is passed over, even if it alone answers.
 * @param seen the newest timeline written to before; 0 for none
 * @throws NoPrimaryError when no server qualifies, or two take writes on one timeline
 */
export function choosePrimary(
  servers: readonly ServerState[],
  seen: number,
): ServerState & { timeline: number } {
  const writable = servers.flatMap(({ url, timeline }) => (timeline === null ? [] : [{ url, timeline }]));
  const newest = Math.max(0, ...writable.map(({ timeline }) => timeline));
  const [first, second] = writable.filter(({ timeline }) => timeline === newest);
  if (first === undefined) throw new NoPrimaryError(`none of ${servers.length} is a primary`);
  if (second !== undefined) throw new NoPrimaryError(`two of them are primaries of timeline ${newest}`);
  if (newest < seen) throw new NoPrimaryError(`timeline ${newest} was left for timeline ${seen}`);
  return first;
}

/** Interval for asking several servers while nothing fails, in milliseconds: an old primary may still answer. */
export const LOOK_EVERY_MS = 5_000;

/** Resolves with the timeline of a server that takes writes, else null. */
export type AskTimeline = (url: string) => Promise<number | null>;

/** Finds the primary among several servers and keeps it until a connection to it fails. One server is never asked. */
export class Primary {
  readonly urls: readonly string[];
  readonly #ask: AskTimeline;
  readonly #onMoved = new Set<() => void>();
  #current: string | null;
  /** The primary of the latest connections; kept after `forget`. */
  #last: string | null = null;
  #timeline = 0;
  #timer: NodeJS.Timeout | null = null;
  #finding: Promise<string> | null = null;

  constructor(url: string, ask: AskTimeline = askTimeline) {
    this.urls = hostUrls(url);
    this.#ask = ask;
    this.#current = this.isOnly ? url : null;
  }

  /** Whether there is one server only. */
  get isOnly(): boolean {
    return this.urls.length === 1;
  }

  /** The known primary; looks it up if unknown. */
  async url(): Promise<string> {
    return this.#current ?? this.find();
  }

  /** Asks every server and returns the primary. @throws NoPrimaryError when there is none */
  async find(): Promise<string> {
    if (this.isOnly) return this.url();
    this.#finding ??= this.#find().finally(() => {
      this.#finding = null;
    });
    return this.#finding;
  }

  /** A connection to a server failed: if that is the primary, the next caller looks again. */
  forget(url: string): void {
    if (!this.isOnly && this.#current === url) this.#current = null;
  }

  /** Calls `move` each time another server becomes the primary, until the returned function is called. */
  onMoved(move: () => void): () => void {
    this.#onMoved.add(move);
    return () => void this.#onMoved.delete(move);
  }

  /**
   * Looks up the primary at intervals as well: after a promotion, an old primary still looks alive to a process that
   * can reach it. @returns stops it
   */
  watch(): () => void {
    if (!this.isOnly && this.#timer === null) {
      // Without a primary, connections fail by themselves.
      this.#timer = setInterval(() => void this.find().catch(() => {}), LOOK_EVERY_MS);
      this.#timer.unref();
    }
    return () => {
      if (this.#timer !== null) clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  async #find(): Promise<string> {
    const servers = await Promise.all(
      this.urls.map(async (url) => ({ url, timeline: await this.#ask(url).catch(() => null) })),
    );
    const { url, timeline } = choosePrimary(servers, this.#timeline);
    this.#timeline = timeline;
    this.#current = url;
    const hasMoved = this.#last !== null && this.#last !== url;
    this.#last = url;
    if (hasMoved) for (const move of [...this.#onMoved]) move();
    return url;
  }
}

/** The timeline of a server that takes writes, else null, as a SQL expression. */
export const TIMELINE = `case when current_setting('transaction_read_only') = 'off'
  then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end`;

async function askTimeline(url: string): Promise<number | null> {
  const [row] = await askOnce<{ timeline: number | null }>(url, `select ${TIMELINE} as timeline`);
  return row?.timeline ?? null;
}

/** Runs one query on a connection of its own, within a time limit. */
export async function askOnce<R extends pg.QueryResultRow>(url: string, text: string): Promise<readonly R[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "florin probe",
    connectionTimeoutMillis: PROBE_MAX_MS,
    query_timeout: PROBE_MAX_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<R>(text)).rows;
  } finally {
    // A frozen server does not answer the termination either.
    client.end().catch(() => {});
  }
}
