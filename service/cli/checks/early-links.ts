import { filesOf, type Manifest } from "#service/cli/checks/bundle-budget.ts";

/** A page without parameters as its feature declares it: path, audience, module, and the slot that others fill. */
const PAGE =
  /\bpage\(\s*(?:"(\/[^":]*)"|ANY_PATH),\s*"(player|everyone|visitor)",\s*\{(?:[^{}]|\{[^{}]*\})*?import\("#web\/([^"]+)"\)(?:,\s*sections: (\w+))?/g;
const FILL = /(\w+)\.fill\(\s*lazyPage\(\(\) => import\("#web\/([^"]+)"\)/g;

/**
 * `Link` headers by audience and path, such as "player /shop"; `*` is every other path. Each names the files of every
 * page, then those of the page.
 * @param features sources of the features of the site
 */
export function earlyLinks(manifest: Manifest, features: readonly string[]): Record<string, string> {
  const found = (what: RegExp) => features.flatMap((source) => [...source.matchAll(what)]);
  const fills = found(FILL);
  const shared = Object.keys(manifest).filter((key) => key.startsWith("_shared-"));
  const first = [...filesOf(manifest, ["index.html"]), ...filesOf(manifest, shared)];
  const linksTo = (...modules: readonly string[]): string =>
    [...new Set([...first, ...filesOf(manifest, modules)])].map(linkTo).join(", ");
  const links: Record<string, string> = { "player *": linksTo() };
  for (const [, path = "*", audience, module = "", place] of found(PAGE)) {
    const parts = fills.flatMap(([, filled, part = ""]) => (filled === place ? [part] : []));
    const link = linksTo(module, ...parts);
    for (const one of audience === "everyone" ? ["player", "visitor"] : [audience])
      links[`${one} ${path}`] = link;
  }
  return links;
}

const linkTo = (file: string): string =>
  `</${file}>; ${file.endsWith(".css") ? "rel=preload; as=style" : "rel=modulepreload"}; crossorigin`;
