import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync("web/styles/theme.css", "utf8");
const colors = new Map(
  [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]),
);

/** What text stands on. */
const GROUNDS = ["ground", "panel", "raised", "hover", "sunken", "loss-deep"];
const TEXTS = ["ink", "muted", "faint", "accent", "rbx", "tix", "steel", "gain", "loss", "warn"];
const RARITIES = ["legendary", "epic", "rare"];
/** Text on a ground of its own. */
const PAIRS = [
  ["action-ink", "action"],
  ["action-ink", "action-hover"],
  ["rbx-ink", "rbx"],
  ["tix-ink", "tix"],
  ["steel-ink", "steel"],
  ["ground", "accent"],
  ["ground", "loss"],
  ["rbx", "rbx-deep"],
  ["tix", "tix-deep"],
] as const;
/** Frames that mark a field, a button or a track as one. */
const FRAMES = ["field"];
/** Frames that only part what is apart anyway, and the metal of coins: neither is read. */
const ORNAMENTS = [
  "line",
  "line-strong",
  "rbx-light",
  "rbx-dark",
  "tix-light",
  "tix-dark",
  "steel-light",
  "steel-dark",
];

/** WCAG 2.2 AA, 1.4.3. */
const TEXT_MIN = 4.5;
/** WCAG 2.2 AA, 1.4.11. */
const FRAME_MIN = 3;
/** How strongly a badge's ground is tinted by its text's color. */
const BADGE_TINT = 0.1;

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const channels = (name: string) => channelsOf(colors.get(name) ?? "");

/** The relative luminance of WCAG 2.2, 0 for black to 1 for white. @param rgb channels from 0 to 1 */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
    part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
function contrast(a: readonly number[], b: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** The pairs below a ratio, as `faint on hover: 4.48`. */
const below = (least: number, pairs: readonly (readonly [string, string])[]): string[] =>
  pairs.flatMap(([front, back]) => {
    const ratio = contrast(channels(front), channels(back));
    return ratio < least ? [`${front} on ${back}: ${ratio.toFixed(2)}`] : [];
  });

/** A frame that answers to a pointer or to the focus is a control's. */
const ANSWERS = /(?:hover|focus-within|focus-visible):border-(?!line)/;
const ORNAMENTAL = /(?<![\w:-])border-line\b/;

/** The lines of the site's parts, each with its file. */
const partsOfPages = (): readonly (readonly [file: string, line: string])[] =>
  readdirSync("web", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) =>
      readFileSync(join("web", file), "utf8")
        .split("\n")
        .map((line) => [file, line] as const),
    );

describe("the colors of the theme", () => {
  it("are measured as WCAG does", () => {
    expect(contrast(channelsOf("#000000"), channelsOf("#ffffff"))).toBeCloseTo(21, 5);
    expect(contrast(channelsOf("#777777"), channelsOf("#ffffff"))).toBeCloseTo(4.48, 2);
  });

  it("have each a known use", () => {
    const used = [...GROUNDS, ...TEXTS, ...RARITIES, ...PAIRS.flat(), ...FRAMES, ...ORNAMENTS];
    expect([...colors.keys()].toSorted()).toEqual([...new Set(used)].toSorted());
  });

  it("let every text be read on every ground", () => {
    const pairs = [...TEXTS, ...RARITIES].flatMap((text) => GROUNDS.map((ground) => [text, ground] as const));
    expect(below(TEXT_MIN, [...pairs, ...PAIRS])).toEqual([]);
  });

  it("let the frame of every control be seen on every ground", () => {
    const pairs = FRAMES.flatMap((frame) => GROUNDS.map((ground) => [frame, ground] as const));
    expect(below(FRAME_MIN, pairs)).toEqual([]);
  });

  it("keep ornamental frames from controls", () => {
    const lines = partsOfPages();
    expect(lines.some(([, line]) => ANSWERS.test(line))).toBe(true);
    const faults = lines.filter(([, line]) => ANSWERS.test(line) && ORNAMENTAL.test(line));
    expect(faults.map(([file, line]) => `${file}: ${line.trim()}`)).toEqual([]);
  });

  it("let every badge be read, whose ground is tinted by its own color", () => {
    const faults = [...TEXTS, ...RARITIES]
      .filter((name) => !["ink", "faint", "steel"].includes(name))
      .flatMap((name) => {
        const tint = channels(name);
        const ground = channels("hover").map((part, at) => part + BADGE_TINT * (tint[at]! - part));
        const ratio = contrast(tint, ground);
        return ratio < TEXT_MIN ? [`${name}: ${ratio.toFixed(2)}`] : [];
      });
    expect(faults).toEqual([]);
  });
});
