import pg from "pg";
import { identifier } from "#service/db/database.ts";
import { ownerRole } from "#service/lab/testing/databases/postgres-programs.ts";

/**
 * One connection to a server's own database as its superuser, kept from statement to statement: a connection takes the
 * server as long as half of making a database. It is opened when it is needed, and anew after it was lost.
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
   * Makes a database that belongs to the ordinary role, and gives its URL. Its files are copied: page by page through
   * the server's log, as is its default, a database of a site takes four times as long.
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

  /** Removes a database, with whatever is connected to it. */
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
    // What ends late ends no connection that was opened since.
    const lost = () => {
      if (this.#client === opening) this.#client = null;
    };
    client.on("error", lost);
    client.on("end", lost);
    opening.catch(lost);
    return opening;
  }
}
