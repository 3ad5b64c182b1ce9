import type { Refusal } from "../kernel/decision.ts";
import type { RecordedEvent, StreamName } from "../kernel/events/event.ts";
import type { EventDefinition } from "../kernel/events/event-definition.ts";
import type { StreamKind } from "../kernel/events/stream-kind.ts";
import { InvariantError, invariant } from "../kernel/invariant.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Minor } from "../kernel/money.ts";
import { initialPlayer, type Player, type RegisteredPlayer } from "./player.ts";

/** What events of one type do to a slice. */
export interface SliceHandler<S> {
  readonly type: string;
  evolve(state: S, event: RecordedEvent, stream: StreamName): S;
}

/** Follows a slice by every event of one type. @example on(roleRevoked, (state, { role }) => …) */
export const on = <T extends string, P extends JsonObject, S>(
  definition: Pick<EventDefinition<T, P>, "type" | "is">,
  evolve: (state: S, payload: P, event: RecordedEvent, stream: StreamName) => S,
): SliceHandler<S> => ({
  type: definition.type,
  evolve: (state, event, stream) =>
    definition.is(event) ? evolve(state, event.payload, event, stream) : state,
});

/** Handlers for a slice, a feature's own or one it builds on. */
export interface SlicePart<S = unknown> {
  readonly slice: PlayerSlice<S>;
  readonly on: readonly SliceHandler<S>[];
}

/** A stake that a player wants to make. */
export interface Staking {
  /** Milliseconds. */
  readonly at: number;
  /** Minor units; RBX and TIX count 1:1, items at their values. */
  readonly value: Minor;
}

interface SliceDeclaration<S> {
  readonly name: string;
  /** Rises when a handler or the state's shape changes, so that older snapshots are passed over. */
  readonly version: number;
  readonly initial: S;
  readonly on: readonly SliceHandler<S>[];
  /** Commitments of sealed seeds that decisions on this state may open. */
  secrets?(state: S): readonly string[];
  /** Why a player in this state cannot make a stake; null when there is nothing against it. */
  refusalOfStaker?(state: S, staking: Staking): Refusal | null;
  /** What a player in this state has to end before they can be erased; null for nothing. @param at milliseconds */
  unfinished?(state: S, at: number): string | null;
}

/** One feature's part of a player's state. */
export class PlayerSlice<S> implements SlicePart<S> {
  readonly declared: SliceDeclaration<S>;
  #index = -1;

  constructor(declared: SliceDeclaration<S>) {
    this.declared = declared;
  }

  get slice(): this {
    return this;
  }

  get on(): readonly SliceHandler<S>[] {
    return this.declared.on;
  }

  /** Handlers of events that a later feature records. */
  also(...handlers: readonly SliceHandler<S>[]): SlicePart<S> {
    return { slice: this, on: handlers };
  }

  /** The slice of a player. @throws InvariantError for an absent player */
  of(player: Player): S {
    if (player.status === "absent") throw new InvariantError(`an absent player has no ${this.declared.name}`);
    return player.slices[this.#index] as S;
  }

  /** The player with this slice changed. */
  with(player: Player, state: S): RegisteredPlayer {
    invariant(player.status === "registered", "only a registered player has slices");
    return { status: "registered", slices: player.slices.with(this.#index, state) };
  }

  /** Gives the slice its place in the state. */
  placeAt(index: number): void {
    invariant(this.#index === -1 || this.#index === index, "a slice has one place");
    this.#index = index;
  }
}

/** Declares a feature's part of a player's state. */
export const playerSlice = <S>(declared: SliceDeclaration<S>): PlayerSlice<S> => new PlayerSlice(declared);

interface PlacedHandler {
  readonly index: number;
  readonly handler: SliceHandler<unknown>;
}

/** Composes the fold of a player's stream. @param parts of all features, in their order */
export function playerStreamKindOf(parts: readonly SlicePart[]): StreamKind<Player> {
  const slices = [...new Set(parts.map(({ slice }) => slice))];
  const handlers = new Map<string, PlacedHandler[]>();
  slices.forEach((slice, index) => {
    slice.placeAt(index);
    for (const handler of parts.flatMap((part) => (part.slice === slice ? part.on : [])))
      handlers.set(handler.type, [...(handlers.get(handler.type) ?? []), { index, handler }]);
  });
  const initial = slices.map(({ declared }) => declared.initial);
  const withSecrets = slices.filter(({ declared }) => declared.secrets !== undefined);

  return {
    kind: "player",
    foldVersion: versionOf(slices, [...handlers.keys()]),
    initial: initialPlayer,
    evolve(player, event, stream) {
      const begins = event.type === "PlayerRegistered";
      if (player.status === "absent" && !begins) return player;
      const due = handlers.get(event.type);
      if (due === undefined) return player;
      // One copy however many slices follow: this happens with every bet.
      const next = (begins || player.status === "absent" ? initial : player.slices).slice();
      for (const { index, handler } of due) next[index] = handler.evolve(next[index], event, stream);
      return { status: "registered", slices: next };
    },
    secrets: (player) =>
      player.status === "absent"
        ? []
        : withSecrets.flatMap((slice) => slice.declared.secrets?.(slice.of(player)) ?? []),
  };
}

/** Why a player cannot make a stake; null when there is nothing against it. */
export type RefusalOfStaker = (player: RegisteredPlayer, staking: Staking) => Refusal | null;

/** Asks every slice that can keep a player from staking, in the order of the features. */
export function refusalOfStakerOf(parts: readonly SlicePart[]): RefusalOfStaker {
  const slices = [...new Set(parts.map(({ slice }) => slice))];
  const asked = slices.filter(({ declared }) => declared.refusalOfStaker !== undefined);
  return (player, staking) => {
    for (const slice of asked) {
      const refusal = slice.declared.refusalOfStaker?.(slice.of(player), staking) ?? null;
      if (refusal !== null) return refusal;
    }
    return null;
  };
}

/** What a player has to end before they can be forgotten, in sentences. */
export type UnfinishedOf = (player: RegisteredPlayer, at: number) => readonly string[];

/** Asks every slice that can keep a player, in the order of the features. */
export function unfinishedOfParts(parts: readonly SlicePart[]): UnfinishedOf {
  const slices = [...new Set(parts.map(({ slice }) => slice))];
  return (player, at) => slices.flatMap((slice) => slice.declared.unfinished?.(slice.of(player), at) ?? []);
}

/** A number that changes with the slices, their versions, their order and the events that they follow. */
function versionOf(slices: readonly PlayerSlice<unknown>[], types: readonly string[]): number {
  const text = [...slices.map(({ declared }) => `${declared.name} ${declared.version}`), ...types].join("\n");
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 1;
}
