import type { Context, Hono } from "hono";
import type { Refusal } from "#domain/kernel/decision.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { Config } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { Habit } from "#service/demo/crowd/habit.ts";
import type { SecretStore } from "#service/event-store/append/secrets.ts";
import type { SideTable } from "#service/event-store/append/side-tables.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import type { Access, SecondFactors } from "#service/http/access/access.ts";
import type { Callers, Env } from "#service/http/access/caller.ts";
import type { Friends } from "#service/http/access/viewer.ts";
import type { Core, Deps } from "#service/http/deps.ts";
import type { Preview } from "#service/http/files/preview.ts";
import type { Metric } from "#service/http/metrics/metrics-text.ts";
import type { EventMail } from "#service/integrations/mail/event-mail.ts";
import type { Sealer } from "#service/keys/seal.ts";

/** Background work. Jobs start in the order of the features and stop in reverse. */
export interface Job {
  start?(): Promise<void> | void;
  stop(): Promise<void>;
}

/** The options of a store of secrets. */
export interface SecretOptions {
  readonly sealer: Sealer;
  readonly logId: number;
  /** Maximum streams in memory; their secrets are kept with them. */
  readonly streamsMax: number;
  /** Random bytes, for tests that need a fixed sequence. */
  readonly random?: (size: number) => Uint8Array;
}

/** A refusal of a player's command. */
export interface Refused {
  readonly playerId: string;
  readonly refusal: Refusal;
}

/** A player who signs in or calls, and the request. */
export interface Entering {
  readonly playerId: string;
  readonly context: Context<Env>;
}

export type BeforeChange = (entering: Entering) => Promise<void>;

/** A table beside the log with rows about a player, for their export and erasure. */
export interface PersonalTable {
  readonly table: string;
  /** The column with the player's id. */
  readonly player: string;
  /** The exported columns: all but secrets. */
  readonly shown: readonly string[];
  /** A sealed column, opened for the export; `placeOf` gives the context that binds its seal. */
  readonly opened?: { readonly column: string; readonly placeOf: (row: Row) => string };
  /** Erases the rows of player `$1`; absent if they go with the identity. */
  readonly erase?: readonly string[];
}

/** An admin's act as requested: its kind and data. */
export type WantedAct = JsonObject & { readonly kind: string };

type SettingDefaults = { readonly [name: string]: bigint };

/** The value that exactly one feature provides. @param what its name in words */
export function only<T extends object>(provided: readonly (T | null | undefined)[], what: string): T {
  const [found, ...others] = provided.filter((one) => one !== null && one !== undefined);
  invariant(found !== undefined && others.length === 0, `one feature provides ${what}`);
  return found;
}

/**
 * Everything a feature adds to the service. `Own` is the type of its own services, for itself and for features that
 * build on it.
 */
interface Entry<Own extends object> {
  /** The name of its folder in every room. */
  readonly name: string;
  /** Makes its own services, once a process, after those of the features before it. */
  create?(core: Core): Own;
  /** Adds its endpoints to the API. */
  routes?(api: Hono<Env>, deps: Deps & Own): void;
  jobs?(own: Own, core: Core): readonly Job[];
  /** Called with committed events, whichever process wrote them. */
  appended?(events: readonly RecordedEvent[], own: Own): void;
  /** Called with each refusal of a player's command. */
  refused?(refused: Refused, own: Own): void;
  /** Called at a sign-in. @returns the position written, 0 for none */
  signedIn?(entering: Entering, own: Own): Promise<number>;
  /** Runs before every call by which a player begins or changes something, if the settings require it. */
  beforeChange?(own: Own, core: Core): BeforeChange | null;
  /** A command that must be committed before all others. Sent at every start. */
  opening?(core: Core): Submission;
  /** Identifies callers. Provided by one feature. */
  callers?(own: Own, core: Core): Callers;
  /** Decides what callers may do. Provided by one feature. */
  access?(own: Own, core: Core): Access;
  /** Confirms sensitive calls by second factors. Provided by one feature. */
  secondFactors?(own: Own, core: Core): SecondFactors;
  /** Knows friendships. Provided by at most one feature. */
  friends?(own: Own, core: Core): Friends;
  /** The public preview of a shared link to one of its pages; null for any other page. */
  preview?(path: string, deps: Deps & Own): Promise<Preview | null>;
  /** Ends long-lived connections before the service stops. */
  drain?(own: Own): void;
  metrics?(deps: Deps & Own): Promise<readonly Metric[]>;
  /** A notice to admins, for the public `GET /health`, while the service still runs; null for none. */
  alarm?(deps: Deps & Own): Promise<string | null>;
  /** Looks up hints for an admin's act, which its decision verifies. Empty for other features' acts. */
  hints?(wanted: WantedAct, deps: Deps & Own): Promise<JsonObject>;
  /** Defaults of its settings by name, if they differ from the domain's. */
  settingDefaults?(config: Config): SettingDefaults;
  /** A table beside the log that its commands write together with their events. */
  readonly sideTable?: SideTable;
  /** Stores the secrets that decisions open. Provided by one feature. */
  secrets?(options: SecretOptions): SecretStore;
  /** Its tables beside the log with rows about players. */
  readonly personal?: readonly PersonalTable[];
  /** Mails that its events send. */
  readonly mails?: readonly EventMail[];
  /** Its part of a demo player's behaviour. */
  readonly habit?: Habit;
  /** Fills an empty demo. */
  sampleData?(deps: Deps & Own): Promise<void>;
  /** Seals its secrets again with the newest keys. @returns what it sealed, for `npm run rewrap` to print */
  reseal?(db: OpenDatabase, config: Config): Promise<string>;
}

/** A feature in a running service. */
export interface RunningFeature {
  readonly jobs: readonly Job[];
  readonly callers: Callers | null;
  readonly access: Access | null;
  readonly secondFactors: SecondFactors | null;
  readonly friends: Friends | null;
  readonly beforeChange: BeforeChange | null;
  readonly opening: Submission | null;
  readonly mails: readonly EventMail[];
  readonly personal: readonly PersonalTable[];
  appended(events: readonly RecordedEvent[]): void;
  refused(refused: Refused): void;
  signedIn(entering: Entering): Promise<number>;
  routes(api: Hono<Env>, deps: Deps): void;
  preview(path: string, deps: Deps): Promise<Preview | null>;
  drain(): void;
  settingDefaults(config: Config): SettingDefaults;
  metrics(deps: Deps): Promise<readonly Metric[]>;
  alarm(deps: Deps): Promise<string | null>;
  hints(wanted: WantedAct, deps: Deps): Promise<JsonObject>;
  sampleData(deps: Deps): Promise<void>;
}

/** Replaces a feature's own services, for tests. */
export type Replacement = (core: Pick<Core, "features">) => void;

/** A feature, as declared. */
export interface ServiceFeature<Own extends object = object>
  extends Pick<Entry<Own>, "name" | "habit" | "reseal" | "sideTable" | "secrets"> {
  begin(core: Core): RunningFeature;
  /** Its services in a running service, for features that build on it. @throws InvariantError before they are made */
  of(core: Pick<Core, "features">): Own;
  /** Uses other services than `create` makes. @example startService({ replace: [beacon.with({ beacon: fake })] }) */
  with(own: Own): Replacement;
}

/**
 * Declares a feature.
 * @example export const leaderboard = defineServiceFeature({ name: "leaderboard", routes: leaderboardRoutes });
 */
export function defineServiceFeature(entry: Entry<object> & { readonly create?: undefined }): ServiceFeature;
/** Declares a feature with its own services. */
export function defineServiceFeature<Own extends object>(
  entry: Entry<Own> & { create(core: Core): Own },
): ServiceFeature<Own>;
/** Declares a feature with or without its own services. */
export function defineServiceFeature(entry: Entry<object>): ServiceFeature {
  /** Its services, by the features of the service that they belong to. */
  const made = new WeakMap<Core["features"], object>();
  const begin = (core: Core): RunningFeature => {
    const own = made.get(core.features) ?? entry.create?.(core) ?? {};
    made.set(core.features, own);
    return {
      jobs: entry.jobs?.(own, core) ?? [],
      callers: entry.callers?.(own, core) ?? null,
      access: entry.access?.(own, core) ?? null,
      secondFactors: entry.secondFactors?.(own, core) ?? null,
      friends: entry.friends?.(own, core) ?? null,
      beforeChange: entry.beforeChange?.(own, core) ?? null,
      signedIn: async (entering) => (await entry.signedIn?.(entering, own)) ?? 0,
      opening: entry.opening?.(core) ?? null,
      mails: entry.mails ?? [],
      personal: entry.personal ?? [],
      appended: (events) => entry.appended?.(events, own),
      refused: (refused) => entry.refused?.(refused, own),
      routes: (api, deps) => entry.routes?.(api, { ...deps, ...own }),
      preview: async (path, deps) => (await entry.preview?.(path, { ...deps, ...own })) ?? null,
      settingDefaults: (config) => entry.settingDefaults?.(config) ?? {},
      drain: () => entry.drain?.(own),
      metrics: async (deps) => (await entry.metrics?.({ ...deps, ...own })) ?? [],
      alarm: async (deps) => (await entry.alarm?.({ ...deps, ...own })) ?? null,
      hints: async (wanted, deps) => (await entry.hints?.(wanted, { ...deps, ...own })) ?? {},
      sampleData: async (deps) => entry.sampleData?.({ ...deps, ...own }),
    };
  };
  const { create: _create, ...declared } = entry;
  return {
    ...declared,
    begin,
    of: ({ features }) => {
      const own = made.get(features);
      invariant(own !== undefined, `${entry.name} stands before the features that build on it`);
      return own;
    },
    with:
      (own) =>
      ({ features }) =>
        void made.set(features, own),
  };
}
