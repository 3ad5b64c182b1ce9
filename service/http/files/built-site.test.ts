import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DRAWN_PAGES, EARLY_LINKS, openSite } from "./built-site.ts";

describe("the built site", () => {
  let folder = "";
  const drawn = { site: { "player /shop": "/drawn/shop.html" }, demo: {} };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "florin-notes-"));
    for (const name of [".vite", "drawn"]) await mkdir(join(folder, name));
    await writeFile(join(folder, "drawn/shop.html"), "shop");
    await writeFile(join(folder, "first.js"), "1");
    await writeFile(join(folder, DRAWN_PAGES), JSON.stringify(drawn));
    await writeFile(join(folder, EARLY_LINKS), JSON.stringify({ "player *": "</first.js>" }));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is opened with the lists of its build, or without them", async () => {
    expect(await openSite(folder)).toEqual({ folder, links: { "player *": "</first.js>" }, drawn });
    for (const list of [DRAWN_PAGES, EARLY_LINKS]) await rm(join(folder, list));
    expect(await openSite(folder)).toEqual({ folder, links: {}, drawn: { site: {}, demo: {} } });
  });

  it.each([
    [DRAWN_PAGES, ""],
    [DRAWN_PAGES, JSON.stringify(drawn).slice(0, -1)],
    [DRAWN_PAGES, JSON.stringify({ site: {} })],
    [DRAWN_PAGES, JSON.stringify({ ...drawn, site: { "player /shop": 1 } })],
    [EARLY_LINKS, "[]"],
    [EARLY_LINKS, JSON.stringify({ "player *": "</first.js>\r\nSet-Cookie: a=1" })],
  ])("is refused if %s is %s, and says how to mend it", async (list, text) => {
    await writeFile(join(folder, list), text);
    await expect(openSite(folder)).rejects.toThrow(
      `${join(folder, list)} is broken. Build the site again: npm run build`,
    );
  });

  it("is refused if a script of its pages is missing, as after a copy that was cut off", async () => {
    const links = { "player *": "</first.js>; rel=modulepreload, </assets/late.js>; rel=modulepreload" };
    await writeFile(join(folder, EARLY_LINKS), JSON.stringify(links));
    await expect(openSite(folder)).rejects.toThrow("assets/late.js is missing");
  });

  it("is refused if a drawn page is missing or a list is no file", async () => {
    await rm(join(folder, "drawn/shop.html"));
    await expect(openSite(folder)).rejects.toThrow("shop.html is missing");
    await rm(join(folder, EARLY_LINKS));
    await mkdir(join(folder, EARLY_LINKS));
    await expect(openSite(folder)).rejects.toThrow("early-links.json cannot be read");
  });
});
