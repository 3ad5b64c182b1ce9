import { z } from "zod";
import type { Endpoint } from "../../kernel/contract.ts";
import type { Decision, Refusal } from "../../kernel/decision.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { EventDefinition } from "../../kernel/events/event-definition.ts";
import type { EventType, StreamRead } from "../../kernel/events/stream-kind.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { SettingDefinition, Settings } from "../../kernel/setting.ts";
import type { Account, Asset } from "../../ledger/account.ts";
import type { SiteLogs } from "../../ledger/transit/transit.ts";
import type { Actor } from "./admin.ts";
import type { AdminPlayer } from "./contract.ts";

/** A call that asks for an act. */
export interface ActEndpoint extends Endpoint {
  readonly body: z.ZodObject & z.ZodType<{ readonly reason: string }>;
}

/** What acts depend on, each as of the head; loaded only if the act needs it. @property at milliseconds */
export interface ActContext {
  readonly at: number;
  readonly actorOf: (playerId: string) => Actor;
  readonly settings: Settings;
  /** Every setting, with the default that the service was started with. */
  readonly definitions: readonly SettingDefinition[];
  readonly logs: SiteLogs;
  readonly holding: (account: Account, asset: Asset) => bigint;
  readonly stream: <S>(read: StreamRead<S>) => S;
}

/** The actor and the confirming admin (null if one is enough). The proposal's id is unique among acts. */
export type By = {
  readonly actorId: string;
  readonly reason: string;
  readonly confirmedBy: string | null;
  readonly proposalId: string;
};

/** How people read what an act names by id. */
export interface ActNames {
  readonly person: (playerId: string) => AdminPlayer;
  /** Null for an item that the catalogue does not have. */
  readonly item: (assetId: number) => string | null;
  readonly definitions: readonly SettingDefinition[];
}

/** A recorded event of a type, and the fold of its stream before it. */
export interface Recorded<P extends JsonObject, S> {
  readonly event: RecordedEvent<string, P>;
  readonly payload: P;
  readonly before: S;
}

/** What the verifier holds of the event by which an act is done. */
interface OutcomeRules<P extends JsonObject, A extends JsonObject, S> {
  /** Whether it does what was proposed, and no more. */
  isOf(act: A & { readonly proposalId: string }, recorded: Recorded<P, S>): boolean;
  /** Whether one admin alone could not do it, as far as the log shows. */
  needsTwo(recorded: Recorded<P, S>): boolean;
}

/** The event by which an act is done. */
export interface Outcome<A extends JsonObject = JsonObject> extends OutcomeRules<JsonObject, A, unknown> {
  readonly event: EventType & { readonly type: string };
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : { readonly [name: string]: unknown };

interface ActRules<
  K extends string,
  E extends ActEndpoint,
  W extends JsonObject,
  A extends JsonObject,
  R extends JsonObject,
  S extends z.ZodRawShape,
> {
  /** Its name in the log, unique among acts. */
  readonly kind: K;
  /** The call that asks for it. The answer 202, a proposal, is added to those that it declares. */
  readonly endpoint: E;
  /** The act as data in the log, with what it would change: the second admin sees what the first one saw. */
  readonly act: z.ZodType<A>;
  /** What a call asks for, before its effect is known. The service may look up more: see `hints`. */
  wanted(call: { readonly params: OutputOf<E["params"]>; readonly body: z.output<E["body"]> }): W;
  /** Streams it reads besides those of proposals, settings, the actor and the subject. */
  streams?(about: W | A): readonly StreamRead[];
  /** Why what was asked for cannot even be proposed. */
  refusal?(wanted: W, context: ActContext): Refusal | null;
  /** What would be done; where there is nothing to change, the decision says so. */
  actOf(wanted: W, context: ActContext): A;
  /** Whether it weakens a control. */
  needsTwo(act: A, context: ActContext): boolean;
  /** Whether what it would change is no longer what was seen. Without it an act is never stale. */
  isStale?(act: A, context: ActContext): boolean;
  /** What makes two acts equal; by default the whole act. */
  essence?(act: A): JsonObject;
  /** Decides it as of the head. */
  perform(act: A & By, context: ActContext): Decision<R>;
  /** What the call answers once it is done; left out where it always needs two. */
  answer?(done: R): unknown;
  /** The act in words of the API: money with two decimals, people by name. */
  show(act: A, names: ActNames): z.input<z.ZodObject<S>>;
}

/** An admin's act, proposed first where it weakens a control. Data names its player `playerId`, an item `assetId`. */
export interface ActDefinition<
  K extends string = string,
  E extends ActEndpoint = ActEndpoint,
  W extends JsonObject = JsonObject,
  A extends JsonObject = JsonObject,
  R extends JsonObject = JsonObject,
  S extends z.ZodRawShape = z.ZodRawShape,
> extends ActRules<K, E, W, A, R, S> {
  readonly shown: z.ZodObject<{ readonly kind: z.ZodLiteral<K> } & S, z.core.$strict>;
  readonly outcome: Outcome<A>;
}

/** Declares an act and keeps its exact types. */
export const defineAct = <
  const K extends string,
  E extends ActEndpoint,
  W extends JsonObject,
  A extends JsonObject,
  R extends JsonObject,
  S extends z.ZodRawShape,
  P extends JsonObject,
  B,
>(
  act: ActRules<K, E, W, A, R, S> & {
    readonly shown: S;
    /** The event that it records, once: the verifier compares it with what two admins agreed on. */
    readonly outcome: { readonly event: EventDefinition<string, P> } & OutcomeRules<P, A, B>;
  },
): ActDefinition<K, E, W, A, R, S> => ({
  ...act,
  // The verifier hands an event of this type to it, and the fold of that event's stream.
  outcome: act.outcome as unknown as Outcome<A>,
  shown: z.strictObject({ kind: z.literal(act.kind), ...act.shown }),
});
