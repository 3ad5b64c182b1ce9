import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { earlyLinks } from "#service/cli/checks/early-links.ts";

const manifest = {
  "index.html": { file: "i.js", isEntry: true, css: ["i.css"] },
  "_shared-x.js": { file: "shared.js", imports: ["index.html"] },
  "features/flips/page.tsx": { file: "flips.js", imports: ["_shared-x.js", "index.html"] },
  "features/bots/panel.tsx": { file: "bots.js", imports: ["_shared-x.js"] },
  "features/info/page.tsx": { file: "info.js" },
  "features/sign-in/landing-page.tsx": { file: "landing.js" },
};

// Concatenated, because tools take the plain text for an import.
const from = (module: string) => `import("#${"web"}/${module}")`;
const flips = `routes: [
    page("/", "player", {
      title: "Casino",
      load: () => ${from("features/flips/page.tsx")},
      sections: casinoSections,
      header: { order: 10, label: "Casino" },
    }),
    page("/flips/:id", "player", { title: "Flip", load: () => ${from("features/flips/page.tsx")} }),
  ],`;
const bots = `fills: [casinoSections.fill(lazyPage(() => ${from("features/bots/panel.tsx")}))],`;
const info = `page("/info", "everyone", { title: "Info", load: () => ${from("features/info/page.tsx")} }),`;
const signIn = `page(ANY_PATH, "visitor", {
      title: "Florin",
      load: () => ${from("features/sign-in/landing-page.tsx")},
    }),`;

describe("the links sent with a page", () => {
  const links = earlyLinks(manifest, [flips, bots, info, signIn]);
  const named = (key: string) => links[key]?.match(/(?<=<\/)[^>]+/g);

  it("name the files of every page first, then the page's and those that other features add to it", () => {
    expect(named("player /")?.slice(0, 2).toSorted()).toEqual(["i.css", "i.js"]);
    expect(named("player /")?.slice(2).toSorted()).toEqual(["bots.js", "flips.js", "shared.js"]);
    expect(links["player /"]).toContain("</i.css>; rel=preload; as=style; crossorigin");
    expect(links["player /"]).toContain("</flips.js>; rel=modulepreload; crossorigin");
  });

  it("follow the audience of a page; all other paths have the links of the page shown there", () => {
    expect(Object.keys(links).toSorted()).toEqual([
      "player *",
      "player /",
      "player /info",
      "visitor *",
      "visitor /info",
    ]);
    expect(named("visitor *")).toContain("landing.js");
    expect(named("player *")?.toSorted()).toEqual(["i.css", "i.js", "shared.js"]);
  });

  it("exist for every page of the site without parameters", () => {
    const sources = readdirSync("web/features", { recursive: true, encoding: "utf8" })
      .filter((path) => /\bfeature\.tsx?$/.test(path))
      .map((path) => readFileSync(`web/features/${path}`, "utf8"));
    const known = earlyLinks(manifest, sources);
    const declared = sources.flatMap((source) => [
      ...source.matchAll(/\bpage\(\s*"([^":]+)",\s*"(player|visitor)"/g),
    ]);
    expect(declared.length).toBeGreaterThan(20);
    expect(declared.filter(([, path, audience]) => !(`${audience} ${path}` in known))).toEqual([]);
  });
});
