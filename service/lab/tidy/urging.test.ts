import { describe, expect, it } from "vitest";
import { codeFiles, isForTests } from "./repository.ts";

/** Words that urge to chase a loss, to raise a stake or to go on. */
const URGES =
  /win (?:it |them |your money )?back|\bchas(?:e|ing)\b|one more (?:bet|flip|round|game)|last chance|\bhurry\b|don't miss|\bare due\b|\bbet more\b|raise (?:your|the) (?:stake|bet)|\blucky\b|play (?:more|on) |keep (?:playing|betting|flipping)|so close|almost won|better luck|we miss you|come back (?:and|to play)|double or nothing/gi;

/** Sentences of the specification, and warnings. */
const SENTENCES: readonly string[] = [
  // The specification has these letter for letter.
  "Better luck next time!",
  "Choose your side and flip for double or nothing!",
  "Double or nothing",
  "Play more games to increase your level and unlock chat!",
  // Warnings.
  "Never raise the stake to win back a loss.",
  "chasing losses, or thinking that a win is due",
];

const withoutComments = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "")
    .replaceAll(/\s+/g, " ");

describe("texts of the site", () => {
  it("urge nobody to chase a loss, to raise a stake or to go on", () => {
    const texts = codeFiles()
      .filter(
        ({ path }) => /^(?:web|domain)\//.test(path) && !isForTests(path) && !path.startsWith("web/e2e/"),
      )
      .map(({ path, text }) => ({ path, text: withoutComments(text) }));
    const urging = texts.flatMap(({ path, text }) => {
      const rest = SENTENCES.reduce((left, sentence) => left.replaceAll(sentence, ""), text);
      return [...rest.matchAll(URGES)].map(([found]) => `${path}: ${found}`);
    });
    expect(urging).toEqual([]);
  });
});
