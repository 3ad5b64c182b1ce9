import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const manifestSchema = z.object({
  id: z.string(),
  name: z.string(),
  start_url: z.literal("/"),
  scope: z.literal("/"),
  display: z.literal("standalone"),
  background_color: z.string(),
  theme_color: z.string(),
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.enum(["any", "maskable"]) }),
  ),
});

const fileOf = (path: string) => readFileSync(`web/public${path}`);
const manifest = manifestSchema.parse(JSON.parse(fileOf("/manifest.webmanifest").toString()));
const page = readFileSync("web/index.html", "utf8");
const drawn = manifest.icons.filter(({ type }) => type === "image/png");

/** Width and height of a PNG, from its header. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

describe("the manifest", () => {
  it("is linked from the page and has the page's colour", () => {
    expect(page).toContain('href="/manifest.webmanifest"');
    expect(page).toContain(manifest.theme_color);
  });

  it("names icons of 192 and 512 pixels for each purpose, as browsers ask to install a page", () => {
    const named = drawn.map(({ purpose, sizes }) => `${purpose} ${sizes}`).sort();
    expect(named).toEqual(["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"]);
  });

  it.each(drawn)("states the true size of $src", ({ src, sizes }) => {
    expect(sizeOf(fileOf(src))).toBe(sizes);
  });

  it("leaves no icon of the page's head missing", () => {
    const linked = [...page.matchAll(/href="(\/(?:icon|favicon)[^"]*)"/g)].map(([, path]) => path!);
    expect(linked.length).toBeGreaterThan(0);
    for (const path of linked) expect(fileOf(path).length, path).toBeGreaterThan(0);
  });
});
