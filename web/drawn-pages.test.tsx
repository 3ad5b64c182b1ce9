import { expect, it } from "vitest";
import { drawPages } from "#web/drawn-pages.tsx";
import { site } from "#web/site.ts";

/** Every page is drawn, which takes a second where nothing else runs. */
const BUSY_MS = 60_000;

/** An attribute that is a script. */
const ACTIVE = /^on|^[^=]+=\s*javascript:|^srcdoc=/i;

it(
  "the build draws the heading of every page for players at a fixed address, and all of it is inert",
  async () => {
    const drawings = await drawPages("site");
    const drawnFor = (audience: string) =>
      Object.keys(drawings).flatMap((key) =>
        key.startsWith(`${audience} `) ? [key.slice(audience.length + 1)] : [],
      );
    const paths = site.routes.flatMap(({ path, access }) =>
      access === "player" || access === "everyone" ? [path] : [],
    );
    expect(drawnFor("player").toSorted()).toEqual(paths.filter((path) => !/[:*]/.test(path)).toSorted());
    for (const [key, html] of Object.entries(drawings)) {
      const holder = document.createElement("template");
      holder.innerHTML = html;
      const [first] = holder.content.children;
      expect([key, first?.id, first?.querySelectorAll("h1").length]).toEqual([key, "first", 1]);
      expect([key, first?.hasAttribute("inert"), first?.getAttribute("aria-hidden")]).toEqual(
        key === "visitor /" ? [key, false, null] : [key, true, "true"],
      );
      // The policy of the site lets no script of a page run, whatever it stands in.
      const active = [...holder.content.querySelectorAll("*")].filter(
        ({ localName, attributes }) =>
          localName === "script" ||
          [...attributes].some(({ name, value }) => ACTIVE.test(`${name}=${value}`)),
      );
      expect([key, ...active.map(({ outerHTML }) => outerHTML)]).toEqual([key]);
    }
  },
  BUSY_MS,
);
