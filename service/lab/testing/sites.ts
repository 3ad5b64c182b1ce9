import { afterAll, beforeAll } from "vitest";
import { invariant } from "#domain/kernel/invariant.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { players } from "#service/features/players/feature.ts";
import { registerCommand } from "#service/features/players/register-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { timeOrderedId } from "#service/ids.ts";
import type { TestEngine } from "./engines.ts";
import { identityOf } from "./identities.ts";
import type { LiveStream } from "./live-stream.ts";
import { createSite, type Site, type SiteOptions } from "./site.ts";
import type { Visitor } from "./visitor.ts";

/** A placeholder for something made before the tests of a describe; tests use it like the real one. */
export function madeLater<T extends object>(made: () => T | undefined): T {
  const real = (): T => {
    const one = made();
    if (one === undefined) throw new Error("It is made once the tests begin");
    return one;
  };
  return new Proxy<T>(Object.freeze({}) as T, {
    get: (_, name) => {
      const value: unknown = Reflect.get(real(), name);
      return typeof value === "function" ? value.bind(real()) : value;
    },
  });
}

/**
 * A site that starts before the tests of a describe, and is closed after them.
 * @example const site = siteOf(engine); const [admin, alice] = playersOf(site, "admin", "alice");
 */
export function siteOf(engine: TestEngine, options: SiteOptions = {}): Site {
  let site: Site | undefined;
  beforeAll(async () => {
    site = await createSite(engine, options);
  });
  afterAll(() => site?.close());
  return madeLater(() => site);
}

/** Players who sign in before the tests of a describe, one after the other. */
export function playersOf<const N extends readonly string[]>(
  site: Site,
  ...names: N
): { readonly [I in keyof N]: Visitor } {
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    for (const name of names) visitors.push(await site.player(name));
  });
  const all: readonly Visitor[] = names.map((_, at) => madeLater(() => visitors[at]));
  return all as { readonly [I in keyof N]: Visitor };
}

/**
 * Players with a session each, for tests that need a crowd: registered together, without the platform. A sign-in as a
 * browser does it takes ten times as much.
 */
export const newcomersOf = (site: Site, names: readonly string[]): Promise<readonly Visitor[]> =>
  Promise.all(names.map((name) => newcomerOf(site, name)));

async function newcomerOf({ service: { deps }, visitor }: Site, name: string): Promise<Visitor> {
  const { sessions, cookies } = players.of(deps);
  const at = deps.now();
  const playerId = timeOrderedId("p", at);
  const identity = identityOf(playerId, { platformId: `newcomer-${name}`, name, at });
  const command = registerCommand(playerOrigin(playerId, at), { playerId, clientSeed: name }, identity);
  const outcome = await deps.writer.submit(command);
  invariant(outcome.kind === "committed", `${name} is registered`);
  const one = visitor();
  one.cookies.set(cookies.name, await sessions.begin(playerId));
  return one;
}

/** Two processes of the service on one log, and the live streams that tests listen to. */
export interface TwoSites {
  readonly db: OpenDatabase;
  readonly one: Site;
  readonly two: Site;
  /** The same browser at the second process. */
  carriedOver(visitor: Visitor): Visitor;
  /** Opens a live stream, which `hush` closes. */
  hear(visitor: Visitor, headers?: HeadersInit): Promise<LiveStream>;
  hush(): Promise<void>;
  close(): Promise<void>;
}

type Pair = Pick<TwoSites, "db" | "one" | "two">;
type TwoSitesOptions = Omit<SiteOptions, "db">;

function twoSites({ db, one, two }: Pair): TwoSites {
  const streams: LiveStream[] = [];
  return {
    db,
    one,
    two,
    carriedOver: ({ cookies }) => {
      const other = two.visitor();
      for (const [name, value] of cookies) other.cookies.set(name, value);
      return other;
    },
    hear: async (visitor, headers) => {
      const stream = await visitor.live(headers);
      streams.push(stream);
      return stream;
    },
    hush: async () => {
      await Promise.all(streams.splice(0).map((stream) => stream.close()));
    },
    close: async () => {
      await one.close();
      await two.close();
      await db.close();
    },
  };
}

/** Starts both. @param options of each; they share one database */
export async function createTwoSites(engine: TestEngine, options: TwoSitesOptions = {}): Promise<TwoSites> {
  const db = await engine.fresh({ readModels: true });
  const [one, two] = [
    await createSite(engine, { ...options, db }),
    await createSite(engine, { ...options, db }),
  ];
  return twoSites({ db, one, two });
}

/** Two that start before the tests of a describe, and are closed after them. */
export function twoSitesOf(engine: TestEngine, options: TwoSitesOptions = {}): TwoSites {
  let both: TwoSites | undefined;
  beforeAll(async () => {
    both = await createTwoSites(engine, options);
  });
  afterAll(() => both?.close());
  return twoSites({
    db: madeLater(() => both?.db),
    one: madeLater(() => both?.one),
    two: madeLater(() => both?.two),
  });
}
