import { createHash } from "node:crypto";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { codeOnly } from "./code.ts";
import { codeFiles, isForTests, repositoryFiles, type SourceFile } from "./repository.ts";

const LINES_MAX = 500;
const COLUMNS_MAX = 120;
/** Most files of one folder, tests included: few enough to take in. */
const FOLDER_FILES_MAX = 20;

const all = repositoryFiles();
const code = codeFiles();
const product = code.filter(({ path }) => !isForTests(path));
const inRooms = (...rooms: string[]): SourceFile[] =>
  product.filter(({ path }) => rooms.includes(path.split("/")[0] ?? ""));

/** The matches of a pattern, as `path:line  text`. */
function places(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}  ${line.trim()}`] : [])),
  );
}

const stripped = (files: readonly SourceFile[]): SourceFile[] =>
  files.map(({ path, text }) => ({ path, text: codeOnly(text) }));

/** Words in two parts, so that this file does not contain what it forbids. */
const word = (...parts: string[]): string => parts.join("");

const IGNORE = word("biome-", "ignore");

describe("the text of the repository", () => {
  it("leaves nothing to be done later", () => {
    const later = new RegExp(
      `\\b(${[word("TO", "DO"), word("FIX", "ME"), word("HA", "CK"), word("XX", "X")].join("|")})\\b`,
    );
    expect(places(all, later)).toEqual([]);
  });

  it("speaks of the product alone", () => {
    const banned = new Set(BANNED);
    const known = new Map<string, boolean>();
    const isBanned = (token: string): boolean => {
      const before = known.get(token);
      if (before !== undefined) return before;
      const is = banned.has(createHash("sha256").update(token).digest("hex").slice(0, 12));
      known.set(token, is);
      return is;
    };
    const found = all.flatMap(({ path, text }) =>
      [...new Set(text.toLowerCase().match(/[a-z][a-z0-9-]+/g))]
        .filter(isBanned)
        .map((token) => `${path}: ${token}`),
    );
    expect(found).toEqual([]);
    const elsewhere = new RegExp(
      `${word("\\.\\.", "/shared")}\\b|${word("/wo", "rk/")}\\w|\\b(?:design|spec|style)\\.md\\b`,
    );
    expect(places(all, elsewhere)).toEqual([]);
  });

  it("spells every word in one way", () => {
    expect(places(all, new RegExp(`\\b${word("e-m", "ails?")}\\b`, "i"))).toEqual([]);
  });

  it("has one kind of line ends and file ends", () => {
    const broken = all.filter(({ text }) => text.includes("\r") || (text !== "" && !text.endsWith("\n")));
    expect(broken.map(({ path }) => path)).toEqual([]);
  });
});

describe("the code", () => {
  it("disables no check without a reason", () => {
    const unchecked = new RegExp(
      `@ts-(${word("ig", "nore")}|${word("expect-", "error")}|${word("no", "check")})`,
    );
    expect(places(code, unchecked)).toEqual([]);
    expect(places(code, new RegExp(`${IGNORE}(?!(?:-start|-end|-all)? [\\w/]+: \\S+ \\S+)`))).toEqual([]);
  });

  it("has no type `any`", () => {
    expect(
      places(
        stripped(code.filter(({ path }) => path.endsWith(".ts"))),
        /[:<,|&(]\s*any\b(?!\s*[:=(])|\bas any\b/,
      ),
    ).toEqual([]);
  });

  it(`keeps files to ${LINES_MAX} lines`, () => {
    const long = code.filter(({ text }) => text.trimEnd().split("\n").length > LINES_MAX);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it(`keeps folders to ${FOLDER_FILES_MAX} files of code`, () => {
    const files = new Map<string, number>();
    for (const folder of code.map(({ path }) => posix.dirname(path)))
      files.set(folder, (files.get(folder) ?? 0) + 1);
    expect([...files].filter(([, count]) => count > FOLDER_FILES_MAX)).toEqual([]);
  });

  // The formatter breaks code; strings and SQL statements may be long.
  it(`keeps comments to ${COLUMNS_MAX} columns`, () => {
    const long = places(
      code,
      new RegExp(`^(?=.{${COLUMNS_MAX + 1}})\\s*(?:/?\\*|//)(?!.*https?:)(?! ${IGNORE})`),
    );
    expect(long).toEqual([]);
  });
});

describe("the rules and the read models", () => {
  it("use no clock, no chance and no outside world", () => {
    const impure =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\bset(?:Timeout|Interval|Immediate)\b|\bprocess\.|\bcrypto\.(?:random|getRandom|subtle)|\bfetch\(/;
    expect(places(stripped(inRooms("domain", "projections")), impure)).toEqual([]);
  });

  it("never turn money into a floating-point number, except where an amount enters from JSON", () => {
    const places_ = places(stripped(inRooms("domain")), /\bparseFloat\b|\bNumber\(|\.toFixed\(/);
    expect(places_.filter((place) => !NOT_MONEY.some((path) => place.startsWith(path)))).toEqual([]);
  });
});

/**
 * Numbers there are experience points and levels, or approximate values while copies are selected: exact by a bound,
 * and stakes are valued again in whole minor units. Multipliers of a curve are hundredths of at most 1,000,000.
 */
const NOT_MONEY = [
  "domain/features/players/level.ts:",
  "domain/features/live-coinflips/items/pick.ts:",
  "domain/fairness/crash.ts:",
  "domain/fairness/crash-curve.ts:",
  "domain/features/crash/exposure.ts:",
];

describe("exports", () => {
  it("have a doc comment above each function and class", () => {
    const silent = inRooms("domain", "projections", "service").flatMap(({ path, text }) =>
      silentExports(text).map((name) => `${path}: ${name}`),
    );
    expect(silent).toEqual([]);
  });
});

/** Names of exported functions and classes without a doc comment right above. */
function silentExports(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const name =
      /^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|class) (\w+)/.exec(line)?.[1] ??
      /^export const (\w+)(?:: [^=]+)? =\s*(?:async )?(?:\(|<|\w+ =>)/.exec(line)?.[1];
    const isOverload =
      index > 0 && name !== undefined && (lines[index - 1] ?? "").startsWith(`export function ${name}`);
    return name === undefined || isOverload || (lines[index - 1] ?? "").trimEnd().endsWith("*/")
      ? []
      : [name];
  });
}

describe("tests", () => {
  const tests = code.filter(({ path }) => /\.(test|e2e)\.tsx?$/.test(path));

  it("are all run", () => {
    const partly = new RegExp(
      `\\b(?:it|test|describe)\\.(?:${word("on", "ly")}|${word("sk", "ip")}|${word("to", "do")})\\b`,
    );
    expect(places(tests, partly)).toEqual([]);
  });

  it("have names that say what is so", () => {
    const names = tests.flatMap(({ path, text }) =>
      [...text.matchAll(/^\s*(?:it|test)(?:\.each\([^)]*\))?\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/gm)].map(
        (match) => ({ path, name: match[2] ?? "" }),
      ),
    );
    expect(names.length).toBeGreaterThan(300);
    const poor = names.filter(
      ({ name }) => !/^\S+( \S+)+$/.test(name) || /^(?:should|tests?)\b/i.test(name) || /[.!]$/.test(name),
    );
    expect(poor.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });
});

/** Prefixes of the hashes of forbidden words: a plain list would contain them. */
const BANNED = [
  "c857d09db23e",
  "c70eca6b0f88",
  "60965168ce76",
  "7d3194f79e64",
  "3ea125d0bff3",
  "053ea4804ef1",
  "487b91042c7c",
  "de2187af3fb0",
  "746d1113c358",
  "32e83e92d45d",
  "94a168d2da57",
  "d298391b0743",
  "57de4cf40144",
  "386ebc0efd04",
  "3f26ca83e2fc",
  "36eb761ed414",
  "6fa21a2ba1fa",
  "50644752011f",
  "7813670ff886",
];
