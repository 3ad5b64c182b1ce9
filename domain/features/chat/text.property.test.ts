import fc from "fast-check";
import { describe, it } from "vitest";
import { forAllIn } from "../../testing/properties/for-all.ts";
import { charactersOf, cleaned, MESSAGE_CHARS_MAX, messageText, partsOf } from "./text.ts";

/** Texts of a usual run, and of a run of properties alone: `npm run test:properties` prints its seed. */
const [USUAL, THOROUGH] = [2_000, 100_000];
const { PROPERTY_RUNS, PROPERTY_SEED } = process.env;
const numRuns = Number(PROPERTY_RUNS || (PROPERTY_SEED === undefined ? USUAL : THOROUGH));
const TIMEOUT_MS = Math.max(60_000, numRuns);
const forAll = forAllIn({ numRuns });

/** Characters that the rules are about, more often than at random. */
const HARD = [
  ...["\u200B", "\u200C", "\u200D", "\uFE0F", "\uFE0E", "\u20E3", "\u0301", "\u0345", "\u0488", "\u20DD"],
  ...["\u202E", "\u2066", "\u00AD", "\u3164", "\u2800", "\u3000", "\n", "\u0085", "\u0000", "\uFFFC"],
  ...["👍", "🏽", "❤", "👨", "1", "#", "🇩", "🏴", "\u{E0067}", "\u{E007F}", "\u1100", "\u1161", "\u11A8"],
  ...["ه", "ی", "क", "\u094D", "ष", "Σ", "ς", "İ", "ß", "ǰ", "A", "B", "Ω", "\uD800", "\uE000", " "],
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...HARD), fc.string({ unit: "binary", maxLength: 2 })), { maxLength: 40 })
  .map((parts) => parts.join(""));

describe("text rules", { timeout: TIMEOUT_MS }, () => {
  it("do not change their own result", () => {
    forAll(texts, (text) => {
      const once = cleaned(text);
      return cleaned(once) === once;
    });
  });

  it("accept their own result unchanged", () => {
    forAll(texts, (text) => {
      const first = messageText(text);
      if (first.text === null) return true;
      const again = messageText(first.text);
      return again.text === first.text && charactersOf(first.text) <= MESSAGE_CHARS_MAX;
    });
  });

  it("lose nothing of a message in its parts", () => {
    const together = (text: string) =>
      partsOf(text)
        .map((part) => part.text)
        .join("");
    forAll(texts, (text) => together(text) === text);
  });
});
