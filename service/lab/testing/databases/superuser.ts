import pg from "pg";
import { identifier } from "#service/db/database.ts";
import { ownerRole } from "#service/lab/testing/databases/postgres-programs.ts";

/**
 * One connection to a server's own database as its superuser, kept from statement to statement: connecting takes half
 * as long as creating a database. It is opened when needed, and again after it was lost.
 */
export class SuperuserSession {
  readonly #url: string;
  #client: Promise<pg.Client> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  /** Statements run one after the other. */
  async run(text: string): Promise<void> {
    const result = this.#last.then(async () => {
      this.#client ??= this.#connect();
      await (await this.#client).query(text);
    });
    this.#last = result.catch(() => {});
    await result;
  }

  /**
   * Creates a database owned by the ordinary role, and returns its URL. Its files are copied: through the write-ahead
   * log, the default, a site's database takes four times as long.
   */
  async createDatabase(name: string, template = "template1"): Promise<string> {
    await this.run(
      `create database ${identifier(name)} owner ${ownerRole} template ${identifier(template)} strategy file_copy`,
    );
    const url = new URL(this.#url);
    url.username = ownerRole;
    url.pathname = `/${name}`;
    return url.href;
  }

  /** Drops a database and its connections. */
  async dropDatabase(name: string): Promise<void> {
    await this.run(`drop database if exists ${identifier(name)} with (force)`);
  }

  async close(): Promise<void> {
    const client = await this.#client;
    this.#client = null;
    await client?.end();
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url });
    const opening = client.connect().then(() => client);
    // A late end must not affect a connection opened since.
    const lost = () => {
      if (this.#client === opening) this.#client = null;
    };
    client.on("error", lost);
    client.on("end", lost);
    opening.catch(lost);
    return opening;
  }
}
