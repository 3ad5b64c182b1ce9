import { connect, createServer, type Server, type Socket } from "node:net";

/** How much of a connection's beginning is searched for its application name. */
const STARTUP_MAX = 1_024;

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  startup: string;
  /** Whether the server's data is withheld from the client. */
  isMute: boolean;
}

/** A network between a service and its database that can be made to fail. */
export class TcpProxy {
  readonly #to: { readonly port: number; readonly host: string };
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #isDown = false;

  private constructor(to: { readonly port: number; readonly host: string }) {
    this.#to = to;
    this.#server = createServer((client) => this.#accept(client));
  }

  /** Listens on a free port and forwards to a database. */
  static async before(databaseUrl: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(databaseUrl);
    const proxy = new TcpProxy({ port: Number(port), host: hostname });
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once("error", reject);
      proxy.#server.listen(0, "127.0.0.1", resolve);
    });
    return proxy;
  }

  /** The database's URL through this network. */
  urlOf(databaseUrl: string): string {
    const address = this.#server.address();
    const url = new URL(databaseUrl);
    url.port = String(typeof address === "object" && address !== null ? address.port : 0);
    url.hostname = "127.0.0.1";
    return url.href;
  }

  /** Withholds all replies from now on, on open connections with an application name. @returns how many */
  mute(name: string): number {
    const links = this.#named(name);
    for (const link of links) link.isMute = true;
    return links.length;
  }

  /**
   * Cuts connections on the client's side. The server does not notice, and continues.
   * @returns closes the server's side, too
   */
  cut(name: string): () => void {
    const links = this.#named(name);
    for (const link of links) {
      link.isMute = true;
      link.client.resetAndDestroy();
    }
    return () => {
      for (const { server } of links) server.destroy();
    };
  }

  /** Cuts everything, and lets nothing through until `up`. */
  down(): void {
    this.#isDown = true;
    for (const { client, server } of this.#links) {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  up(): void {
    this.#isDown = false;
  }

  close(): Promise<void> {
    this.down();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #named(name: string): Link[] {
    return [...this.#links].filter(({ startup }) => startup.includes(name));
  }

  #accept(client: Socket): void {
    if (this.#isDown) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.#to);
    const link: Link = { client, server, startup: "", isMute: false };
    this.#links.add(link);
    client.setNoDelay(true);
    server.setNoDelay(true);
    client.on("data", (bytes) => {
      if (link.startup.length < STARTUP_MAX) link.startup += bytes.toString("latin1");
      server.write(bytes);
    });
    server.on("data", (bytes) => {
      if (!link.isMute) client.write(bytes);
    });
    client.on("error", () => undefined);
    server.on("error", () => undefined);
    server.on("close", () => {
      this.#links.delete(link);
      client.destroy();
    });
    client.on("close", () => {
      // Cut on purpose: the server must not notice yet.
      if (!link.isMute) server.destroy();
    });
  }
}
