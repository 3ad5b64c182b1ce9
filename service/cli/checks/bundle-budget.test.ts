import { describe, expect, it } from "vitest";
import { forDevelopment, weigh } from "#service/cli/checks/bundle-budget.ts";

const sizes: Record<string, number> = {
  "i.js": 100,
  "i.css": 10,
  "shared.js": 7,
  "a.js": 3,
  "b.js": 5,
  "late.js": 50,
};
const bytesOf = (file: string): number => sizes[file] ?? Number.NaN;

const manifest = {
  "index.html": {
    file: "i.js",
    isEntry: true,
    css: ["i.css"],
    imports: ["_shared.js"],
    dynamicImports: ["a.tsx", "b.tsx"],
  },
  "_shared.js": { file: "shared.js", imports: ["index.html"] },
  "a.tsx": { file: "a.js", imports: ["_shared.js", "index.html"], dynamicImports: ["late.ts"] },
  "b.tsx": { file: "b.js", imports: ["a.tsx"] },
  "late.ts": { file: "late.js" },
};

describe("the weight of the site", () => {
  it("counts what every page loads: the entry, its styles and what it imports", () => {
    expect(weigh(manifest, bytesOf).entry).toEqual({ name: "index.html", bytes: 117 });
  });

  it("counts each file of a first view once, and nothing that is loaded later", () => {
    expect(weigh(manifest, bytesOf).views).toEqual([
      { name: "a.tsx", bytes: 120 },
      { name: "b.tsx", bytes: 125 },
    ]);
  });

  it("refuses a manifest without an entry, since then nothing would be weighed", () => {
    expect(() => weigh({ "a.tsx": { file: "a.js" } }, bytesOf)).toThrow("the site has an entry");
  });
});

it("finds modules that are for development alone", () => {
  expect(forDevelopment(manifest)).toEqual([]);
  const withGallery = { ...manifest, "gallery/gallery.tsx": { file: "gallery.js" } };
  expect(forDevelopment(withGallery)).toEqual(["gallery/gallery.tsx"]);
});
