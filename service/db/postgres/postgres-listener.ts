import pg from "pg";
import { identifier } from "#service/db/database.ts";
import { asError } from "#service/db/errors.ts";
import {
  type ConnectionSettings,
  clientConfig,
  prepareConnection,
} from "#service/db/postgres/postgres-connection.ts";

/** First and longest wait before reconnecting, in milliseconds. It doubles in between. */
const retryMsMin = 100;
const retryMsMax = 5_000;

/** One connection for all channels of a database. Reconnects while there are listeners; errors go to `onError`. */
export class PostgresListener {
  readonly #settings: ConnectionSettings;
  readonly #onError: (error: Error) => void;
  readonly #channels = new Map<string, Set<(payload: string) => void>>();
  /** Being opened, or open. */
  #client: Promise<pg.Client> | null = null;
  /** The client that listens now. */
  #current: pg.Client | null = null;
  #retryMs = retryMsMin;
  #retryTimer: NodeJS.Timeout | null = null;
  /** The server of the newest connection. */
  #url: string | null = null;
  readonly #stayHere: () => void;
  #closed = false;

  constructor(settings: ConnectionSettings, onError: (error: Error) => void) {
    this.#settings = settings;
    this.#onError = onError;
    this.#stayHere = settings.primary.onMoved(() => void this.#follow());
  }

  /** Starts to listen. Throws when the database cannot be reached; later failures are repaired by reconnecting. */
  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    if (this.#closed) throw new Error("The database is closed");
    const name = identifier(channel);
    const listeners = this.#channels.get(name) ?? new Set();
    this.#channels.set(name, listeners);
    listeners.add(onPayload);
    try {
      const client = await this.#connected();
      await client.query(`listen ${name}`);
    } catch (error) {
      this.#remove(name, onPayload);
      throw error;
    }
    return () => this.#stop(name, onPayload);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stayHere();
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => {});
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  /** Another server is the primary: reconnects there at once, whatever the state of the old connection. */
  async #follow(): Promise<void> {
    if (this.#closed || this.#channels.size === 0 || this.#url === (await this.#settings.primary.url()))
      return;
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    this.#retryMs = 0;
    if (this.#current === null) this.#retryLater();
    else this.#lost(this.#current, new Error("Another server is the primary"));
  }

  async #connect(): Promise<pg.Client> {
    const url = await this.#primaryUrl();
    this.#url = url;
    const client = new pg.Client(clientConfig(this.#settings, url));
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, new Error("Connection terminated")));
    client.on("notification", (message) => this.#deliver(message.channel, message.payload ?? ""));
    try {
      await client.connect();
      await prepareConnection(client, this.#settings.role);
      for (const channel of this.#channels.keys()) await client.query(`listen ${channel}`);
      if (url !== (await this.#settings.primary.url())) throw new Error("Another server is the primary");
    } catch (error) {
      this.#client = null;
      this.#settings.primary.forget(url);
      client.end().catch(() => {});
      throw error;
    }
    this.#retryMs = retryMsMin;
    this.#current = client;
    return client;
  }

  async #primaryUrl(): Promise<string> {
    try {
      return await this.#settings.primary.url();
    } catch (error) {
      this.#client = null;
      throw error;
    }
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#closed || this.#current !== client) return;
    this.#current = null;
    this.#client = null;
    if (this.#url !== null) this.#settings.primary.forget(this.#url);
    client.end().catch(() => {});
    this.#report(error);
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#closed || this.#channels.size === 0 || this.#retryTimer !== null) return;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      this.#connected().catch((error: unknown) => {
        this.#report(asError(error));
        this.#retryLater();
      });
    }, this.#retryMs);
    this.#retryMs = Math.min(Math.max(this.#retryMs * 2, retryMsMin), retryMsMax);
  }

  #deliver(channel: string, payload: string): void {
    for (const onPayload of this.#channels.get(channel) ?? []) {
      try {
        onPayload(payload);
      } catch (error) {
        this.#report(asError(error));
      }
    }
  }

  #report(error: Error): void {
    try {
      this.#onError(error);
    } catch {
      // A failure handler must not throw: nothing handles its errors.
    }
  }

  #remove(channel: string, onPayload: (payload: string) => void): void {
    const listeners = this.#channels.get(channel);
    listeners?.delete(onPayload);
    if (listeners?.size === 0) this.#channels.delete(channel);
  }

  async #stop(channel: string, onPayload: (payload: string) => void): Promise<void> {
    this.#remove(channel, onPayload);
    if (this.#channels.has(channel) || this.#current === null) return;
    // Best effort: payloads of a channel without listeners are ignored.
    await this.#current.query(`unlisten ${channel}`).catch(() => {});
  }
}
