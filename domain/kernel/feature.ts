import type { Endpoint } from "./contract.ts";
import type { EventDefinition } from "./events/event-definition.ts";
import type { StreamKind } from "./events/stream-kind.ts";
import type { SettingDefinition } from "./setting.ts";

/** What events do to a part of a state that several features fold together. */
export interface StatePart {
  readonly on: readonly { readonly type: string }[];
}

/** Live topics that no event declares, by audience. */
export interface FurtherTopics {
  readonly everybody?: readonly string[];
  /** Whoever is signed in. */
  readonly signedIn?: readonly string[];
  /** Only those who ask for them. They are of what is in no log, so that positions may repeat. */
  readonly asked?: readonly string[];
}

/** All that a feature brings to the domain. */
export interface DomainFeature {
  /** The name of its folder in every room. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** What it is for, in one short sentence. */
  readonly summary: string;
  /** The features whose files its own may import, in any room and for types too. There are no circles. */
  readonly buildsOn: readonly string[];
  readonly endpoints?: { readonly [name: string]: Endpoint };
  /** Its acts that may need two admins, each under the name of its call. */
  readonly acts?: { readonly [name: string]: { readonly kind: string; readonly endpoint: Endpoint } };
  /** What it records. */
  readonly events?: readonly EventDefinition[];
  /** Its parts of states that several features fold together. */
  readonly stateParts?: readonly StatePart[];
  /** The kinds of its own streams. */
  readonly streams?: readonly StreamKind<unknown>[];
  /** Topics of the live stream that none of its events declares. */
  readonly topics?: FurtherTopics;
  /** Its settings that admins may change while the service runs. */
  readonly settings?: readonly SettingDefinition[];
}

/** Declares a feature and keeps its exact types. */
export const defineFeature = <const F extends DomainFeature>(feature: F): F => feature;

/** All members of a union as one type. */
type Merged<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What features declare under a name, as one object with exact types. */
export const declaredBy = <F extends DomainFeature, const K extends "endpoints" | "acts">(
  features: readonly F[],
  what: K,
): Merged<Extract<F, { readonly [W in K]: unknown }>[K]> =>
  Object.assign({}, ...features.map((feature) => feature[what] ?? {}));
