import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** The build's list of the scripts of each page, as headers by audience and path. */
export const EARLY_LINKS = "/.vite/early-links.json";
/** The build's list of drawn pages: files by kind of site, then by audience and path. */
export const DRAWN_PAGES = "/.vite/drawn-pages.json";
/** A site with demo players has other texts. */
export const SITE_KINDS = ["site", "demo"] as const;

/** Characters that a header may contain. */
const headerValue = z.string().regex(/^[\x20-\x7e]+$/);
const earlyLinks = z.record(z.string(), headerValue);
const drawnPages = z.record(z.enum(SITE_KINDS), z.record(z.string(), z.string().startsWith("/")));
export type DrawnPages = z.infer<typeof drawnPages>;
/** A file that a `Link` header names. */
const LINKED = /<(\/[^>]+)>/g;

/** The built site and its build's lists of scripts and drawn pages. */
export interface BuiltSite {
  readonly folder: string;
  readonly links: z.infer<typeof earlyLinks>;
  readonly drawn: DrawnPages;
}

/** The built site is inconsistent: a list of its build cannot be read, or names a missing file. */
export class BrokenSiteError extends Error {
  override readonly name = "BrokenSiteError";

  constructor(path: string, trouble: string) {
    super(`${path} ${trouble}. Build the site again: npm run build`);
  }
}

/**
 * Reads the lists of a build; a site without them is served without drawn pages.
 * @param folder the built site; it may be missing
 * @throws BrokenSiteError at the start, because every page would fail later
 */
export async function openSite(folder: string): Promise<BuiltSite> {
  const links = await readList(folder, EARLY_LINKS, earlyLinks);
  const drawn = await readList(folder, DRAWN_PAGES, drawnPages);
  const pages = Object.values(drawn ?? {}).flatMap((byPath) => Object.values(byPath));
  const scripts = Object.values(links ?? {}).flatMap((header) =>
    [...header.matchAll(LINKED)].map(([, file = ""]) => file),
  );
  for (const name of new Set([...pages, ...scripts])) {
    const path = join(folder, name);
    await access(path).catch(() => {
      throw new BrokenSiteError(path, "is missing");
    });
  }
  return { folder, links: links ?? {}, drawn: drawn ?? { site: {}, demo: {} } };
}

async function readList<T>(folder: string, list: string, schema: z.ZodType<T>): Promise<T | null> {
  const path = join(folder, list);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new BrokenSiteError(path, `cannot be read: ${error.message}`);
  });
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new BrokenSiteError(path, "is broken");
  }
}
