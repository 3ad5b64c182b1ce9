/**
 * Refused words: slurs and calls to self-harm in eight languages. Kept short, since long lists also refuse place names.
 */
const REFUSED = [
  "nigger",
  "nigga",
  "faggot",
  "kike",
  "tranny",
  "kys",
  "kill yourself",
  "kill urself",
  "hang yourself",
  "bring dich um",
  "hang dich auf",
  "suicide toi",
  "pends toi",
  "suicidate",
  "se mate logo",
  "ammazzati",
  "pleeg zelfmoord",
  "zabij sie",
] as const;

/** Mild swearing: shown or masked as its reader likes. */
const SWEARING = [
  "fuck",
  "fucking",
  "fucked",
  "fucker",
  "shit",
  "shitty",
  "bullshit",
  "bitch",
  "bastard",
  "asshole",
  "crap",
  "damn",
  "dick",
  "piss",
  "scheiße",
  "scheisse",
  "arschloch",
  "merde",
  "putain",
  "mierda",
  "puta",
  "cazzo",
  "kurwa",
] as const;

const LOOKALIKES: { readonly [character: string]: string } = {
  ...{ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i", "|": "i" },
  ...{ а: "a", е: "e", о: "o", р: "p", с: "c", у: "y", х: "x", к: "k", і: "i", ѕ: "s", һ: "h" },
};

/** A text as it looks: without accents, in Latin letters. For the filter only. */
function folded(text: string): string {
  return [
    ...text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/\p{M}+/gu, ""),
  ]
    .map((character) => LOOKALIKES[character] ?? character)
    .join("");
}

/** Finds any of these words alone, its letters apart or repeated or not: `k y s`, `k.y.s`, `kyyys`. */
function matcherOf(words: readonly string[]): RegExp {
  const between = "[^\\p{L}\\p{N}]{0,2}";
  const alternatives = words.map((word) =>
    [...folded(word).replaceAll(" ", "")].map((letter) => `${letter}+`).join(between),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join("|")})s?(?![\\p{L}\\p{N}])`, "u");
}

const refused = matcherOf(REFUSED);

/** Whether a text holds what nobody may write here. */
export const isRefused = (text: string): boolean => refused.test(folded(text));

const SWEARING_ALONE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SWEARING.join("|")})s?(?![\\p{L}\\p{N}])`, "giu");

/** A text with mild swearing masked, except each word's first letter. @example "d***" */
export const masked = (text: string): string =>
  text.replace(SWEARING_ALONE, (word) => `${word[0]}${"*".repeat(word.length - 1)}`);
