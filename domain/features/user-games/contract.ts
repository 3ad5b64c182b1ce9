import { z } from "zod";
import { parseMinor } from "../../kernel/money.ts";
import { GAME_TYPES } from "../game-tables/table.ts";
import {
  BET_MOST,
  DESCRIPTION_CHARS_MAX,
  DESCRIPTION_TOO_LONG,
  EDGE_MOST,
  EDGE_OUT_OF_RANGE,
  MAX_BET_LEAST,
  MAX_BET_TOO_LARGE,
  MAX_BET_TOO_SMALL,
  MIN_ABOVE_MAX,
  MIN_BET_LEAST,
  MIN_BET_TOO_SMALL,
  TEXT_UNREADABLE,
  TITLE_CHARS_MAX,
  TITLE_REQUIRED,
  TITLE_TOO_LONG,
} from "./rules.ts";

/** Control characters, and those that turn text around: a title must read as it is written. */
const UNREADABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const isReadable = (text: string): boolean => !UNREADABLE.test(text);

const title = z
  .string(TITLE_REQUIRED)
  .trim()
  .min(1, TITLE_REQUIRED)
  .max(TITLE_CHARS_MAX, TITLE_TOO_LONG)
  .refine(isReadable, TEXT_UNREADABLE);
const description = z
  .string()
  .trim()
  .max(DESCRIPTION_CHARS_MAX, DESCRIPTION_TOO_LONG)
  .refine((text) => isReadable(text.replaceAll("\n", " ")), TEXT_UNREADABLE)
  .nullable();

/** What a number of a request says in hundredths, read as text so that no float becomes money. */
const hundredthsOf = (n: number): bigint | null => parseMinor(String(n));
const HUNDREDTHS = "Must be an amount with at most two decimals";

/** A number with two decimals at most, within bounds in hundredths, each bound with its own message. */
const between = (
  { least, most }: { readonly least: bigint; readonly most: bigint },
  messages: { readonly below: string; readonly above: string },
) =>
  z
    .number("Must be a number")
    .refine((n) => n < 0 || hundredthsOf(n) !== null, HUNDREDTHS)
    .refine((n) => n >= 0 && (hundredthsOf(n) ?? least) >= least, messages.below)
    .refine((n) => (hundredthsOf(n) ?? most) <= most, messages.above);

const minBet = between(
  { least: MIN_BET_LEAST, most: BET_MOST },
  { below: MIN_BET_TOO_SMALL, above: MIN_ABOVE_MAX },
);
const maxBet = between(
  { least: MAX_BET_LEAST, most: BET_MOST },
  { below: MAX_BET_TOO_SMALL, above: MAX_BET_TOO_LARGE },
);
const houseEdge = between(
  { least: 0n, most: BigInt(EDGE_MOST) },
  { below: EDGE_OUT_OF_RANGE, above: EDGE_OUT_OF_RANGE },
);

export const createUserGameSchema = z.strictObject({
  title,
  description: description.optional(),
  gameType: z.enum(GAME_TYPES),
  minBet: minBet.optional(),
  maxBet: maxBet.optional(),
  houseEdge: houseEdge.optional(),
});
export type CreateUserGameRequest = z.infer<typeof createUserGameSchema>;

export const changeUserGameSchema = z.strictObject({
  title: title.optional(),
  description: description.optional(),
  minBet: minBet.optional(),
  maxBet: maxBet.optional(),
  houseEdge: houseEdge.optional(),
  isActive: z.boolean().optional(),
});
export type ChangeUserGameRequest = z.infer<typeof changeUserGameSchema>;
