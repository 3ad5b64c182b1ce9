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

/** Work that goes on by itself. Jobs start in the order of the features and stop in the opposite order. */
export interface Job {
  start?(): Promise<void> | void;
  stop(): Promise<void>;
}

/** What a store of secrets is made with. */
export interface SecretOptions {
  readonly sealer: Sealer;
  readonly logId: number;
  /** The most streams that are kept in memory; their secrets are kept with them. */
  readonly streamsMax: number;
  /** Random bytes, for tests that need the same ones again. */
  readonly random?: (size: number) => Uint8Array;
}

/** A refusal of a player's command. */
export interface Refused {
  readonly playerId: string;
  readonly refusal: Refusal;
}

/** Somebody who comes in, and the request that they come with. */
export interface Entering {
  readonly playerId: string;
  readonly context: Context<Env>;
}

export type BeforeChange = (entering: Entering) => Promise<void>;

/** A table beside the log with rows about a player, who may have them handed out and erased. */
export interface PersonalTable {
  readonly table: string;
  /** The column with the player's id. */
  readonly player: string;
  /** The columns that the player is handed out: all but secrets. */
  readonly shown: readonly string[];
  /** A sealed column that is opened for the player: what binds the seal, by the row. */
  readonly opened?: { readonly column: string; readonly placeOf: (row: Row) => string };
  /** Erases the rows of the player `$1`; absent where they go with the identity. */
  readonly erase?: readonly string[];
}

/** What a call asks an admin's act to do, and the act's kind. */
export type WantedAct = JsonObject & { readonly kind: string };

type SettingDefaults = { readonly [name: string]: bigint };

/** What exactly one feature provides. @param what in words */
export function only<T extends object>(provided: readonly (T | null | undefined)[], what: string): T {
  const [found, ...others] = provided.filter((one) => one !== null && one !== undefined);
  invariant(found !== undefined && others.length === 0, `one feature provides ${what}`);
  return found;
}

/** All that a feature brings to the service. `Own` is what it makes for itself and for features that build on it. */
interface Entry<Own extends object> {
  /** The name of its folder in every room. */
  readonly name: string;
  /** Makes its own services, once a process. Those of the features before it in the list exist. */
  create?(core: Core): Own;
  /** Puts its endpoints on the API. */
  routes?(api: Hono<Env>, deps: Deps & Own): void;
  jobs?(own: Own, core: Core): readonly Job[];
  /** Hears of events that are in the log, whichever process wrote them. */
  appended?(events: readonly RecordedEvent[], own: Own): void;
  /** Hears of what a player asked for and was refused. */
  refused?(refused: Refused, own: Own): void;
  /** Takes note of a sign-in. @returns the position of what it wrote, 0 for nothing */
  signedIn?(entering: Entering, own: Own): Promise<number>;
  /** Goes before every call by which a player begins or changes something, where the settings ask for it. */
  beforeChange?(own: Own, core: Core): BeforeChange | null;
  /** A command that has to be in the log before anything else is taken. It is sent at every start. */
  opening?(core: Core): Submission;
  /** Finds out who makes a request. One feature does. */
  callers?(own: Own, core: Core): Callers;
  /** Knows what a caller may do. One feature does. */
  access?(own: Own, core: Core): Access;
  /** Knows by what callers confirm sensitive calls. One feature does. */
  secondFactors?(own: Own, core: Core): SecondFactors;
  /** Knows who is whose friend. One feature does, if any. */
  friends?(own: Own, core: Core): Friends;
  /** What a link to one of its pages shows where it is shared, as anybody may see it; null for any other page. */
  preview?(path: string, deps: Deps & Own): Promise<Preview | null>;
  /** Ends what would keep connections open, before the service stops. */
  drain?(own: Own): void;
  metrics?(deps: Deps & Own): Promise<readonly Metric[]>;
  /** A notice to admins while the service runs on, for the public `GET /health`; null for none. */
  alarm?(deps: Deps & Own): Promise<string | null>;
  /** Looks up hints for an act of an admin; its decision checks them. Nothing for other features' acts. */
  hints?(wanted: WantedAct, deps: Deps & Own): Promise<JsonObject>;
  /** Defaults of its settings by name, where they differ from the domain's. */
  settingDefaults?(config: Config): SettingDefaults;
  /** A table beside the log that its commands write, with their events. */
  readonly sideTable?: SideTable;
  /** Keeps the secrets that decisions open. One feature does. */
  secrets?(options: SecretOptions): SecretStore;
  /** Its tables beside the log with rows about a player. */
  readonly personal?: readonly PersonalTable[];
  /** Mails that its events send. */
  readonly mails?: readonly EventMail[];
  /** What a demo player does in it. */
  readonly habit?: Habit;
  /** Fills an empty demo. */
  sampleData?(deps: Deps & Own): Promise<void>;
  /** Seals its secrets again under the newest keys. @returns what it sealed, for `npm run rewrap` to print */
  reseal?(db: OpenDatabase, config: Config): Promise<string>;
}

/** A feature in a service that runs. */
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

/** What stands in for a feature's own services, for tests. */
export type Replacement = (core: Pick<Core, "features">) => void;

/** A feature as the list of features has it. */
export interface ServiceFeature<Own extends object = object>
  extends Pick<Entry<Own>, "name" | "habit" | "reseal" | "sideTable" | "secrets"> {
  begin(core: Core): RunningFeature;
  /** Its services in a service that runs, for features that build on it. @throws InvariantError before it has begun */
  of(core: Pick<Core, "features">): Own;
  /** Other services than `create` would make. @example startService({ replace: [beacon.with({ beacon: fake })] }) */
  with(own: Own): Replacement;
}

/**
 * Declares a feature.
 * @example export const leaderboard = defineServiceFeature({ name: "leaderboard", routes: leaderboardRoutes });
 */
export function defineServiceFeature(entry: Entry<object> & { readonly create?: undefined }): ServiceFeature;
/** Declares a feature that makes services of its own. */
export function defineServiceFeature<Own extends object>(
  entry: Entry<Own> & { create(core: Core): Own },
): ServiceFeature<Own>;
/** Declares a feature with or without services of its own. */
export function defineServiceFeature(entry: Entry<object>): ServiceFeature {
  /** By the features of the service that it was made for. */
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
