import type { Endpoint } from "./contract.ts";
import type { EventDefinition } from "./event-definition.ts";
import type { StreamKind } from "./stream-kind.ts";

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
  /** What it records. */
  readonly events?: readonly EventDefinition[];
  readonly streams?: readonly StreamKind<never>[];
}

/** Declares a feature and keeps its exact types. */
export const defineFeature = <const F extends DomainFeature>(feature: F): F => feature;
