import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import type { Context, Hono } from "hono";
import type { Env } from "./caller.ts";

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

/** How many files of the built site are kept in memory; a build has far fewer. */
const FILES_MAX = 500;

/** Serves the built site; every path that is not a file is a page of it. */
export function staticSite(app: Hono<Env>, folder: string): void {
  const files = new Map<string, Uint8Array<ArrayBuffer> | null>();
  const read = async (path: string): Promise<Uint8Array<ArrayBuffer> | null> => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const bytes = await readFile(join(folder, path)).then(
      (found) => new Uint8Array(found),
      () => null,
    );
    if (files.size < FILES_MAX && bytes !== null) files.set(path, bytes);
    return bytes;
  };
  app.get("*", async function site(context) {
    const path = normalize(decodedPath(context));
    const type = TYPES[extname(path)];
    const file = type === undefined || path.includes("..") ? null : await read(path);
    if (file !== null) return answer(context, { file, type: type ?? "", path });
    if (path.startsWith("/assets/")) return context.text("Not found", 404);
    const page = await read("/index.html");
    if (page === null) return context.text("The site is not built. Run: npm run build", 503);
    return answer(context, { file: page, type: TYPES[".html"] ?? "", path: "/index.html" });
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
  {
    file,
    type,
    path,
  }: { readonly file: Uint8Array<ArrayBuffer>; readonly type: string; readonly path: string },
): Response {
  // Assets carry the hash of their content in their name.
  const forever = path.startsWith("/assets/");
  context.header("Cache-Control", forever ? "public, max-age=31536000, immutable" : "no-cache");
  if (type === TYPES[".svg"]) context.header("Content-Security-Policy", "sandbox");
  return context.body(file, 200, { "Content-Type": type });
}
