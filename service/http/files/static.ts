import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import type { Context, Hono } from "hono";
import { isSessionExpected } from "#domain/kernel/session-hint.ts";
import type { Env } from "#service/http/access/caller.ts";
import { isKnown } from "#service/http/reads/tagged.ts";
import type { BuiltSite, DrawnPages } from "./built-site.ts";
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

/** Most files of the built site in memory, each in up to three encodings; a build has far fewer. */
const FILES_MAX = 1_500;
/** Most pages with a preview in memory, the latest used. */
const COMPOSED_MAX = 16;
/** Extensions of the compressed copies beside a file. */
const SUFFIXES = { br: ".br", gzip: ".gz" } as const satisfies { readonly [E in Encoding]: string };

type Audience = "player" | "visitor";

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

/** The files of a folder, kept in memory after the first request. */
class SiteFiles {
  readonly #folder: string;
  readonly #known = new Map<string, SiteFile>();
  readonly #composed = new Map<string, SiteFile>();

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

  /** A page with additions to its head; null if the site is not built. */
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

const PAGE = "/index.html";

interface SiteOptions {
  readonly site: BuiltSite;
  /** Returns additions to the head of a page, in HTML; null for none. */
  readonly headOf: (path: string) => Promise<string | null>;
  /** The kind of drawn pages to send instead of the empty page; null for none. */
  readonly drawn: keyof DrawnPages | null;
}

/** Serves the built site; every path that is not a file is a page of it. */
export function staticSite(app: Hono<Env>, { site, headOf, drawn }: SiteOptions): void {
  const files = new SiteFiles(site.folder);
  const pageFor = async (shown: string, path: string, accepted: string | undefined) => {
    const head = await headOf(path);
    return head === null ? files.best(shown, accepted) : files.withHead(shown, head, accepted);
  };
  const drawingOf = (context: Context<Env>, audience: Audience): string | null => {
    if (drawn === null) return null;
    // The query changes a visitor's page, for example by the reason of a failed sign-in.
    const isDrawn =
      audience === "player"
        ? isSessionExpected(context.req.header("Cookie") ?? "")
        : !context.req.url.includes("?");
    // The path as the site's script reads it: at another path to the same file it may show another page.
    return (isDrawn ? site.drawn[drawn][`${audience} ${context.req.path}`] : undefined) ?? null;
  };
  app.get("*", async function pages(context) {
    const path = normalize(decodedPath(context));
    const type = TYPES[extname(path)];
    const accepted = context.req.header("Accept-Encoding");
    // HTML files are not served by name: the page is chosen below.
    const isFile = type !== undefined && type !== TYPES[".html"] && !path.includes("..");
    const file = isFile ? await files.best(path, accepted) : null;
    if (file !== null) return answer(context, { file, type: type ?? "", path });
    // During a rollout one process has files that another lacks; no cache may keep this. Only programs read well-known
    // paths.
    if (path.startsWith("/assets/") || path.startsWith("/.well-known/"))
      return context.text("Not found", 404, { "Cache-Control": "no-store" });
    // A visitor without an account sends no cookie.
    const audience = context.req.header("Cookie") ? "player" : "visitor";
    const drawing = drawingOf(context, audience);
    // A build under a running service removes the drawn files of the previous one.
    const page =
      (drawing === null ? null : await pageFor(drawing, path, accepted)) ??
      (await pageFor(PAGE, path, accepted));
    if (page === null) return context.text("The site is not built. Run: npm run build", 503);
    const links = site.links[`${audience} ${path}`] ?? site.links[`${audience} *`];
    if (links !== undefined) context.header("Link", links);
    return answer(context, { file: page, type: TYPES[".html"] ?? "", path: PAGE });
  });
}

function decodedPath(context: Context<Env>): string {
  try {
    return decodeURIComponent(context.req.path);
  } catch {
    return context.req.path;
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
