import { type GameKind, kindsByType } from "../games/game-kind.ts";
import type { EventDefinition } from "../kernel/events/event-definition.ts";
import type { StreamKind } from "../kernel/events/stream-kind.ts";
import { type DomainFeature, declaredBy } from "../kernel/feature.ts";
import { settingsOf } from "../kernel/setting.ts";
import { logStreamKind, writerRecovered } from "../ledger/recovery.ts";
import {
  playerStreamKindOf,
  refusalOfStakerOf,
  type SlicePart,
  unfinishedOfParts,
} from "../player/player-slice.ts";
import { features } from "./all.ts";

const all: readonly DomainFeature[] = features;

const definitions: readonly EventDefinition[] = [
  writerRecovered,
  ...all.flatMap(({ events = [] }) => events),
];

/** Every event type this program can read. A process that meets another stops writing. */
export const eventTypes: { readonly [type: string]: EventDefinition } = Object.fromEntries(
  definitions.map((definition) => [definition.type, definition]),
);

/** The kinds of games that features bring: each in its `game.ts`, which the site reads without the entry. */
export const gameKinds: readonly GameKind[] = features.flatMap((feature) =>
  "games" in feature ? feature.games : [],
);

/** Finds a kind of game by what answers call it. */
export const gameKindOf = kindsByType(gameKinds);

/** Everything that admins may set while the service runs, in order. */
export const settingDefinitions = settingsOf(all);

/** All acts that may need two admins, each under the name of its call. */
export const acts = declaredBy(features, "acts");

const stateParts = features.flatMap((feature): readonly SlicePart[] =>
  "stateParts" in feature ? feature.stateParts : [],
);

export const playerStreamKind = playerStreamKindOf(stateParts);

/** Why a player cannot stake anything at the moment; null when there is nothing against it. */
export const refusalOfStaker = refusalOfStakerOf(stateParts);

/** What a player has to end before they can be forgotten. */
export const unfinishedOf = unfinishedOfParts(stateParts);

/** Every kind of stream that this program can fold. */
export const streamKinds: readonly StreamKind<unknown>[] = [
  playerStreamKind,
  logStreamKind,
  ...all.flatMap(({ streams = [] }) => streams),
];
