import { z } from "zod";
import type { Immutable } from "../../kernel/events/event-definition.ts";
import { whole } from "../../kernel/events/payload.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { Account } from "../account.ts";

/**
 * A single thing, as one copy of an item, is owed by nobody: it is in one log or in another. In place of `peer:<log>`
 * stands `elsewhere` in every log that it has left, and `platform`, out of which single things come, where it comes for
 * the first time. Each of the two holds at most one, so that the thing is in a log once, or not at all.
 *
 * A departure after which a thing is `elsewhere` is over for it once: it comes back, by an arrival that names the
 * departure, or it is known to have left the site (`gone.ts`). So one departure at most stands for what is `elsewhere`.
 */

/** The most single things that go together: all that two sides may stake against each other. */
export const THINGS_MAX = 40;
/** The most characters of the name of a thing, and of what keeps it: a receipt of `THINGS_MAX` is carried still. */
const THING_NAME_MAX = 90;
const KEEPER_NAME_MAX = 80;

const TRANSIT_ID = /^[1-9]\d{0,8}-[A-Za-z0-9_-]{1,64}$/;
/** The number of the source and a name that is unique there, so that ids of two sources never meet. */
export const transitId = z.string().regex(TRANSIT_ID, "Must be <log>-<name>");

/**
 * The id of a transit.
 * @param from number of the log that it leaves; @param name unique among the transits of that log
 * @throws InvariantError when it would not be an id
 */
export function transitIdOf(from: number, name: string): string {
  const id = `${from}-${name}`;
  invariant(isTransitId(id), "a transit is named by its log and 1 to 64 letters, digits, _ or -");
  return id;
}

/** Whether something is named by a transit: what keeps a thing in custody is, where it came from another log. */
export const isTransitId = (id: string): boolean => TRANSIT_ID.test(id);

/** The number of the log that a transit leaves. */
export const sourceOf = (id: string): number => Number.parseInt(id, 10);

/** Whether there is one of an asset. */
export const isSingle = (asset: string): boolean => asset.includes(":");

/** A thing of which there is one: what it is comes before a colon. */
const singleName = z
  .string()
  .regex(/^[a-z]+:[\w:-]+$/, "Must be a single thing")
  .max(THING_NAME_MAX);

/** Where a single thing comes from, as the log that it leaves knows it. */
const originOfSingle = z.strictObject({
  /** What kept the thing in custody in the log that it leaves; ended by its departure. */
  custody: z
    .string()
    .regex(/^[\w-]+$/)
    .max(KEEPER_NAME_MAX),
  /** The number by which its maker tells it from others of its kind, as far as it is known there. */
  serial: whole.nullable(),
});
const areDistinct = (things: readonly { readonly asset: string }[]): boolean =>
  new Set(things.map(({ asset }) => asset)).size === things.length;
/** Several things, each once. None where only the purpose is told, as that a stake is lost. */
const several = <T extends z.ZodType<{ readonly asset: string }>>(thing: T) =>
  z.array(thing).max(THINGS_MAX).refine(areDistinct, "Must be distinct things");

/** Single things that leave together, each with where it comes from. */
export const sentThings = several(z.strictObject({ asset: singleName, origin: originOfSingle }));
export type SentThing = Immutable<z.infer<typeof sentThings>[number]>;

/**
 * Stands for the departure by which a thing had left, where its arrival does not name it: of version 1, whose thing
 * alone said only that it had been here before. Nothing that is written now says so.
 */
export const UNNAMED_DEPARTURE = "unnamed";
const back = z.union([transitId, z.literal(UNNAMED_DEPARTURE)]).nullable();

/** Single things that arrive together, each with the departure by which it had left here; null the first time. */
export const arrivedThings = several(z.strictObject({ asset: singleName, back }));
export type ArrivedThing = Immutable<z.infer<typeof arrivedThings>[number]>;
/** Single things that are known to have arrived. */
export const closedThings = several(z.strictObject({ asset: singleName }));
/** One thing of a transit. */
export const thingOfTransit = { id: transitId, asset: singleName };

/** Where single things come from that were never here. */
export const outside = "platform" as Account;
/** What has left a log and is known to be in another one. */
export const elsewhere = "elsewhere" as Account;

/** Where a single thing is, as one log knows it. */
export type PlaceOfSingle = "here" | "elsewhere" | "unknown";
/** @param holding what the accounts `outside` and `elsewhere` hold of the thing */
export function placeOfSingle(holding: (account: Account) => bigint): PlaceOfSingle {
  if (holding(elsewhere) !== 0n) return "elsewhere";
  return holding(outside) === 0n ? "unknown" : "here";
}
