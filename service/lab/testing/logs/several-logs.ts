import { randomBytes } from "node:crypto";
import type { Config } from "#service/config.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import type { TestEngine } from "#service/lab/testing/engines.ts";
import { createSite, type Site, type SiteOptions } from "#service/lab/testing/site.ts";
import { logForNew } from "#service/ledger/peers/home-log.ts";
import { type LogsSettings, publicHalfOf } from "#service/ledger/peers/settings.ts";

/** The address of a log's processes for other logs, in tests. */
export const originOfLog = (id: number): string => `http://log${id}.test`;

/** A message between logs, which a test may lose, duplicate or delay. */
export type Wire = (
  to: number,
  request: Request,
  deliver: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** Several logs, each with a service and a database of its own, connected by a wire. */
export interface SeveralLogs {
  readonly settings: LogsSettings;
  /** The site of a running log. @throws when it does not run */
  site(id: number): Site;
  /** Starts the service of a log, also after a stop. */
  start(id: number, options?: SiteOptions): Promise<Site>;
  /** The name of a player of a log; `admin` and `deputy` are admins there. @param like the prefix */
  nameIn(id: number, like: string): string;
  /** The private key of a log's heads, in the form of `HEAD_KEYS`. */
  headKeyOf(id: number): string;
  /** Sets how the wire delivers from now on; by default it delivers everything once. */
  wire: Wire | null;
  /** Stops the service of a log; its database stays, for `start`. */
  stop(id: number): Promise<Site>;
  close(): Promise<void>;
}

/** Keys of a log's heads, and settings that name the logs `1` to `count`. */
function madeSettings(count: number) {
  const seeds = Array.from({ length: count }, () => randomBytes(32));
  const settings: LogsSettings = {
    secret: randomBytes(24).toString("base64url"),
    all: seeds.map((seed, index) => ({
      id: index + 1,
      origin: originOfLog(index + 1),
      keys: [{ keyId: "h1", algorithm: "Ed25519", publicKey: publicHalfOf(seed) }],
    })),
  };
  const configOf = (id: number): Partial<Config> => ({
    logId: id,
    logs: settings,
    headKeys: [{ keyId: "h1", privateKey: seeds[id - 1]?.toString("base64") ?? "" }],
  });
  return { settings, configOf };
}

/**
 * Logs of one site. Each runs once it is started.
 * @example const logs = severalLogs(engine, 2); await logs.start(1); await logs.start(2);
 */
export function severalLogs(engine: TestEngine, count: number): SeveralLogs {
  const { settings, configOf } = madeSettings(count);
  const sites = new Map<number, Site>();
  const opened: Site[] = [];
  const deliver = async (id: number, request: Request): Promise<Response> => {
    const site = sites.get(id);
    if (site === undefined) throw new TypeError("fetch failed: nobody listens there");
    return site.service.app.fetch(request);
  };
  const made: SeveralLogs = {
    settings,
    headKeyOf: (id) => `h1:${configOf(id).headKeys?.[0]?.privateKey}`,
    nameIn: (id, like) => {
      for (let n = 0; ; n += 1) if (logForNew(subOf(`${like}${n}`), settings) === id) return `${like}${n}`;
    },
    wire: null,
    site: (id) => {
      const site = sites.get(id);
      if (site === undefined) throw new Error(`log ${id} does not run`);
      return site;
    },
    start: async (id, options = {}) => {
      const elsewhere = Object.fromEntries(
        settings.all.map((log) => [
          log.origin,
          (url: string, init: RequestInit) => {
            const request = new Request(url, init);
            const send = (again: Request) => deliver(log.id, again);
            return made.wire === null ? send(request) : made.wire(log.id, request, send);
          },
        ]),
      );
      const site = await createSite(engine, {
        ...options,
        elsewhere,
        config: {
          ...configOf(id),
          adminPlatformIds: new Set(["admin", "deputy"].map((like) => subOf(made.nameIn(id, like)))),
          ...options.config,
        },
      });
      sites.set(id, site);
      opened.push(site);
      return site;
    },
    stop: async (id) => {
      const site = made.site(id);
      sites.delete(id);
      await site.service.stop();
      // Closing the site later must not stop it again.
      site.service.stop = async () => undefined;
      return site;
    },
    close: async () => {
      sites.clear();
      for (const site of opened.splice(0).reverse()) await site.close();
    },
  };
  return made;
}
