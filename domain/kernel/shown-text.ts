import { z } from "zod";

/** Controls, bidirectional and invisible characters, and stacked marks; joiners of emoji and letters are kept. */
const UNREADABLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u00AD\u115F\u1160\u200B\u2060-\u2064\u3164\uFEFF\uFFA0]|\p{M}{5}/u;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
const isReadable = (text: string): boolean => !UNREADABLE.test(text) && (text === "" || SEEN.test(text));
const UNREADABLE_MESSAGE = "Must not contain control characters";

export interface Bounds {
  readonly charsMax: number;
  readonly tooLong: string;
}

/**
 * A line that somebody writes for others to see, such as a title.
 * @example shownLine({ required: "Title is required", charsMax: 100, tooLong: "Title too long" })
 */
export const shownLine = ({ required, charsMax, tooLong }: Bounds & { readonly required: string }) =>
  z.string(required).trim().min(1, required).max(charsMax, tooLong).refine(isReadable, UNREADABLE_MESSAGE);

/** The same of several lines, or of nothing. */
export const shownLines = ({ charsMax, tooLong }: Bounds) =>
  z
    .string()
    .trim()
    .max(charsMax, tooLong)
    .refine((text) => isReadable(text.replaceAll(/[\t\r\n]/g, " ")), UNREADABLE_MESSAGE);
