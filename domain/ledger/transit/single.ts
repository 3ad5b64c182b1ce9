import { z } from "zod";
import type { Immutable } from "../../kernel/events/event-definition.ts";
import { whole } from "../../kernel/events/payload.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { Account } from "../account.ts";

/**
 * A single thing, such as a copy of an item, cannot be owed: it is in one log or in another. Instead of `peer:<log>`,
 * every log that it has left uses `elsewhere`, and a log that it enters for the first time uses `platform`, the source
 * of single things. Each of the two holds at most one, so the thing is in a log once, or not at all.
 *
 * A departure after which a thing is `elsewhere` is over for it once: it comes back, by an arrival that names the
 * departure, or it is known to have left the site (`gone.ts`). So one departure at most stands for what is `elsewhere`.
 */

/** The most single things that go together: all that two sides may stake against each other. */
export const THINGS_MAX = 40;
/** Maximum characters of a thing's name, and of its keeper's: a receipt of `THINGS_MAX` still fits. */
const THING_NAME_MAX = 90;
const KEEPER_NAME_MAX = 80;

const TRANSIT_ID = /^[1-9]\d{0,8}-[A-Za-z0-9_-]{1,64}$/;
/** The source's number and a name unique there, so that ids of two sources never collide. */
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

/** Whether a name is that of a transit, like the keeper of a thing from another log. */
export const isTransitId = (id: string): boolean => TRANSIT_ID.test(id);

/** The number of the log that a transit leaves. */
export const sourceOf = (id: string): number => Number.parseInt(id, 10);

/** Whether there is one of an asset. */
export const isSingle = (asset: string): boolean => asset.includes(":");

/** A unique thing: its kind comes before a colon. */
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
  /** Its maker's serial number, if known there. */
  serial: whole.nullable(),
});
const areDistinct = (things: readonly { readonly asset: string }[]): boolean =>
  new Set(things.map(({ asset }) => asset)).size === things.length;
/** Several things, each once. Empty where only the purpose matters, such as a lost stake. */
const several = <T extends z.ZodType<{ readonly asset: string }>>(thing: T) =>
  z.array(thing).max(THINGS_MAX).refine(areDistinct, "Must be distinct things");

/** Single things that leave together, each with where it comes from. */
export const sentThings = several(z.strictObject({ asset: singleName, origin: originOfSingle }));
export type SentThing = Immutable<z.infer<typeof sentThings>[number]>;

/**
 * Takes the place of the departure by which a thing had left, in arrivals of version 1 that said only that it had been
 * here before. Never written any more.
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
/** The account of things that left a log and are known to be in another one. */
export const elsewhere = "elsewhere" as Account;

/** Where a single thing is, as one log knows it. */
export type PlaceOfSingle = "here" | "elsewhere" | "unknown";
/** @param holding what the accounts `outside` and `elsewhere` hold of the thing */
export function placeOfSingle(holding: (account: Account) => bigint): PlaceOfSingle {
  if (holding(elsewhere) !== 0n) return "elsewhere";
  return holding(outside) === 0n ? "unknown" : "here";
}
