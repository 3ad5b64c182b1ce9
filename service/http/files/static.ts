import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import type { Context, Hono } from "hono";
import { z } from "zod";
import type { Env } from "#service/http/access/caller.ts";
import { isKnown } from "#service/http/reads/tagged.ts";
import { COMPRESSED_FROM_BYTES, ENCODINGS, type Encoding, gzipped, isAccepted } from "./encodings.ts";

const TYPES: { readonly [extension: string]: string } = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** How many files of the built site are kept in memory, each in up to three encodings; a build has far fewer. */
const FILES_MAX = 1_500;
/** How many pages with a preview in their head are kept in memory, those asked for last. */
const COMPOSED_MAX = 16;
/** Where the build notes which scripts a page is made of, as headers by audience and path. */
export const EARLY_LINKS = "/.vite/early-links.json";
const earlyLinks = z.record(z.string(), z.string());
/** What stands beside a file where the build made it smaller. */
const SUFFIXES = { br: ".br", gzip: ".gz" } as const satisfies { readonly [E in Encoding]: string };

interface SiteFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly encoding: Encoding | null;
}

const fileOf = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding | null): SiteFile => ({
  bytes,
  etag: `"${createHash("sha256").update(bytes).digest("base64url")}"`,
  encoding,
});

/** The files of a folder, kept in memory once they were asked for. */
class SiteFiles {
  readonly #folder: string;
  readonly #known = new Map<string, SiteFile>();
  readonly #composed = new Map<string, SiteFile>();
  /** Read once, since every page of the site asks for it. */
  #links: Promise<z.infer<typeof earlyLinks>> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A file in the best encoding that the client accepts and the build made; null without such a file. */
  async best(path: string, acceptEncoding: string | undefined): Promise<SiteFile | null> {
    for (const encoding of ENCODINGS) {
      if (!isAccepted(acceptEncoding, encoding)) continue;
      const found = await this.#read(path, encoding);
      if (found !== null) return found;
    }
    return this.#read(path, null);
  }

  /** A page with more in its head; null where the site is not built. */
  async withHead(path: string, head: string, acceptEncoding: string | undefined): Promise<SiteFile | null> {
    const encoding = isAccepted(acceptEncoding, "gzip") ? "gzip" : null;
    const key = `${encoding} ${path} ${head}`;
    const page = this.#composed.get(key) ?? (await this.#compose(path, head, encoding));
    if (page === null) return null;
    this.#composed.delete(key);
    this.#composed.set(key, page);
    const [oldest] = this.#composed.keys();
    if (this.#composed.size > COMPOSED_MAX && oldest !== undefined) this.#composed.delete(oldest);
    return page;
  }

  async #compose(path: string, head: string, encoding: "gzip" | null): Promise<SiteFile | null> {
    const page = await this.#read(path, null);
    if (page === null) return null;
    const html = new TextDecoder().decode(page.bytes).replace("</head>", () => `${head}</head>`);
    if (encoding === null || html.length < COMPRESSED_FROM_BYTES)
      return fileOf(new TextEncoder().encode(html), null);
    return fileOf(await gzipped(html), encoding);
  }

  /** Names a page's scripts, so that a browser asks for them before it has run the first one. */
  async linksOf(path: string, audience: "player" | "visitor"): Promise<string | null> {
    this.#links ??= this.#readLinks();
    const links = await this.#links;
    return links[`${audience} ${path}`] ?? links[`${audience} *`] ?? null;
  }

  async #readLinks(): Promise<z.infer<typeof earlyLinks>> {
    const noted = await this.#read(EARLY_LINKS, null);
    return noted === null ? {} : earlyLinks.parse(JSON.parse(new TextDecoder().decode(noted.bytes)));
  }

  async #read(path: string, encoding: Encoding | null): Promise<SiteFile | null> {
    const name = encoding === null ? path : `${path}${SUFFIXES[encoding]}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const bytes = await readFile(join(this.#folder, name)).catch(() => null);
    if (bytes === null) return null;
    const file = fileOf(new Uint8Array(bytes), encoding);
    if (this.#known.size < FILES_MAX) this.#known.set(name, file);
    return file;
  }
}

/** Of which the build draws visitors' first page; the second on a site with demo players. */
export const LANDINGS = { site: "/landing.html", demo: "/landing-demo.html" } as const;
const PAGE = "/index.html";

interface SiteOptions {
  readonly folder: string;
  /** Gives what the head of a page says besides, in HTML; null for nothing. */
  readonly headOf: (path: string) => Promise<string | null>;
  /** What a visitor gets at "/" instead of the page without content; null for nothing. */
  readonly landing: string | null;
}

/** Serves the built site; every path that is not a file is a page of it. */
export function staticSite(app: Hono<Env>, { folder, headOf, landing }: SiteOptions): void {
  const files = new SiteFiles(folder);
  const pageFor = async (shown: string, path: string, accepted: string | undefined) => {
    const head = await headOf(path);
    return head === null ? files.best(shown, accepted) : files.withHead(shown, head, accepted);
  };
  app.get("*", async function site(context) {
    const path = normalize(decodedPath(context));
    const type = TYPES[extname(path)];
    const accepted = context.req.header("Accept-Encoding");
    const file = type === undefined || path.includes("..") ? null : await files.best(path, accepted);
    if (file !== null) return answer(context, { file, type: type ?? "", path });
    if (path.startsWith("/assets/")) return context.text("Not found", 404);
    // A visitor without an account sends no cookie.
    const audience = context.req.header("Cookie") ? "player" : "visitor";
    // What follows a question mark changes the page, such as the reason of a failed sign-in.
    const isLanding = audience === "visitor" && path === "/" && !context.req.url.includes("?");
    const drawn = isLanding && landing !== null ? await pageFor(landing, path, accepted) : null;
    const page = drawn ?? (await pageFor(PAGE, path, accepted));
    if (page === null) return context.text("The site is not built. Run: npm run build", 503);
    const links = await files.linksOf(path, audience);
    if (links !== null) context.header("Link", links);
    return answer(context, { file: page, type: TYPES[".html"] ?? "", path: PAGE });
  });
}

function decodedPath(context: Context<Env>): string {
  try {
    return decodeURIComponent(context.req.path);
  } catch {
    return "/";
  }
}

function answer(
  context: Context<Env>,
  { file, type, path }: { readonly file: SiteFile; readonly type: string; readonly path: string },
): Response {
  const { bytes, etag, encoding } = file;
  // Assets carry the hash of their content in their name.
  const forever = path.startsWith("/assets/");
  context.header("Cache-Control", forever ? "public, max-age=31536000, immutable" : "no-cache");
  context.header("Vary", path === PAGE ? "Accept-Encoding, Cookie" : "Accept-Encoding");
  context.header("ETag", etag);
  if (type === TYPES[".svg"]) context.header("Content-Security-Policy", "sandbox");
  if (isKnown(context.req.header("If-None-Match"), etag)) return context.body(null, 304);
  if (encoding !== null) context.header("Content-Encoding", encoding);
  return context.body(bytes, 200, { "Content-Type": type });
}
