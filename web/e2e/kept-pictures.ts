import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { z } from "zod";

/** Smallest difference of a channel, of 255, that counts: edges of letters vary between browsers. */
const CHANNEL_OFF_MAX = 24;
/** Largest share of drawn pixels that may differ; the background does not count. */
const SHARE_OFF_MAX = 0.02;
/** Smallest difference of a drawn pixel from the background. */
const GROUND_OFF_MAX = 4;
/** Largest change of a state's size, in pixels. */
const SIZE_OFF_MAX = 1;

/** How many times a page is photographed until it matches. */
const LOOKS_MAX = 4;

const FONTS = "bin/fonts.tar.br";
const PLACES = "places.json";
const TAR_BLOCK = 512;

const placeSchema = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
type Place = z.infer<typeof placeSchema>;
/** The places of states in a picture. */
const placesSchema = z.record(z.string(), placeSchema);
type Places = z.infer<typeof placesSchema>;

interface Picture {
  readonly image: Buffer;
  readonly places: Places;
}

/** Uses the font of the browser's package, so that a machine's fonts do not count. */
export async function setFontOfPackage(page: Page): Promise<void> {
  const fonts = await fontsOfPackage();
  const faces = [
    { weight: "100 500", file: "OpenSans-Regular.ttf" },
    { weight: "600 900", file: "OpenSans-Bold.ttf" },
  ].map(({ weight, file }) => {
    const source = `data:font/ttf;base64,${fileInTar(fonts, file).toString("base64")}`;
    return `@font-face { font-family: Kept; font-weight: ${weight}; src: url(${source}); }`;
  });
  const still =
    "*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important; }";
  const content = `${faces.join("\n")} :root { --font-sans: Kept; --font-mono: Kept; } html, body { background: var(--color-ground) !important; } ${still}`;
  await page.addStyleTag({ content });
  await page.evaluate(() =>
    Promise.all([document.fonts.load("400 16px Kept"), document.fonts.load("700 16px Kept")]),
  );
}

async function fontsOfPackage(): Promise<Buffer> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  return brotliDecompressSync(await readFile(join(dirname(entry), "..", "..", FONTS)));
}

/** A header is a block: the name in its first 100 bytes, the size in octal at 124; the content follows. */
function fileInTar(tar: Buffer, wanted: string): Buffer {
  for (let at = 0; at < tar.length; ) {
    const name = tar.toString("latin1", at, at + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 136), 8) || 0;
    if (name.endsWith(wanted)) return tar.subarray(at + TAR_BLOCK, at + TAR_BLOCK + size);
    at += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
  throw new Error(`The package of the browser has no ${wanted}`);
}

/** Photographs the page, with the places of its states; without marked states, all of it is one. */
async function photograph(page: Page): Promise<Picture> {
  const places = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>("[data-picture]")].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [
          element.dataset.picture ?? "",
          {
            x: Math.round(left + window.scrollX),
            y: Math.round(top + window.scrollY),
            width: Math.round(width),
            height: Math.round(height),
          },
        ];
      }),
    ),
  );
  const image = await page.screenshot({ fullPage: true, animations: "disabled" });
  if (Object.keys(places).length > 0) return { image, places };
  const view = page.viewportSize() ?? { width: 0, height: 0 };
  return { image, places: { whole: { x: 0, y: 0, ...view } } };
}

/** The place of a kept picture: a folder with a file of all places, and the picture's name. */
interface Kept {
  readonly folder: string;
  readonly name: string;
}

const allPlacesSchema = z.record(z.string(), placesSchema);

async function placesIn(folder: string): Promise<z.infer<typeof allPlacesSchema>> {
  const text = await readFile(join(folder, PLACES), "utf8").catch(() => "{}");
  return allPlacesSchema.parse(JSON.parse(text));
}

/** Stores a picture, and the places of its states. */
export async function keepPicture({ folder, name }: Kept, { image, places }: Picture): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.png`), image);
  const all = { ...(await placesIn(folder)), [name]: places };
  await writeFile(join(folder, PLACES), `${JSON.stringify(all, null, 2)}\n`);
}

/** Reads a kept picture. @throws Error without one */
async function keptPicture({ folder, name }: Kept): Promise<Picture> {
  const image = await readFile(join(folder, `${name}.png`));
  return { image, places: (await placesIn(folder))[name] ?? {} };
}

/** Photographs the page once it rests. @throws Error if it never does */
export async function photographStill(page: Page): Promise<Picture> {
  let before = await photograph(page);
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const now = await photograph(page);
    if (now.image.equals(before.image)) return now;
    before = now;
  }
  throw new Error("The page does not rest");
}

/** The remaining differences after a few looks: an answer or an image may be on its way. */
export async function differencesAtLast(page: Page, where: Kept): Promise<string[]> {
  let words: string[] = [];
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    words = await differences(page, where, await photograph(page));
    if (words.length === 0) break;
  }
  return words;
}

/** The differences from the kept picture, in words; none if it matches. */
async function differences(page: Page, where: Kept, now: Picture): Promise<string[]> {
  const kept = await keptPicture(where);
  const names = [...new Set([...Object.keys(kept.places), ...Object.keys(now.places)])];
  const words: string[] = [];
  const pairs: { name: string; was: Place; is: Place }[] = [];
  for (const name of names) {
    const [was, is] = [kept.places[name], now.places[name]];
    if (!was || !is) words.push(`${name} is ${was ? "gone" : "new"}`);
    else if (isOtherSize(was, is))
      words.push(`${name} is ${is.width} by ${is.height} px, and was ${was.width} by ${was.height}`);
    else pairs.push({ name, was, is });
  }
  const shares = await sharesOff(page, [kept.image, now.image], pairs);
  for (const [index, share] of shares.entries())
    if (share > SHARE_OFF_MAX) words.push(`${pairs[index]!.name} differs in ${(share * 100).toFixed(1)}%`);
  return words.map((word) => `${where.folder}/${where.name}: ${word}`);
}

const isOtherSize = (was: Place, is: Place): boolean =>
  Math.abs(was.width - is.width) > SIZE_OFF_MAX || Math.abs(was.height - is.height) > SIZE_OFF_MAX;

/** The share of differing pixels in each pair of places; the browser decodes the pictures. */
function sharesOff(
  page: Page,
  images: readonly Buffer[],
  pairs: readonly { readonly was: Place; readonly is: Place }[],
): Promise<number[]> {
  const urls = images.map((image) => `data:image/png;base64,${image.toString("base64")}`);
  return page.evaluate(
    async ({ urls, pairs, most, ground }) => {
      const bitmaps = await Promise.all(
        urls.map(async (url) => createImageBitmap(await (await fetch(url)).blob())),
      );
      return pairs.map(({ was, is }) => {
        const [width, height] = [Math.min(was.width, is.width), Math.min(was.height, is.height)];
        if (width === 0 || height === 0) return 0;
        const [before, after] = [was, is].map(({ x, y }, index) => {
          const context = new OffscreenCanvas(width, height).getContext("2d");
          context?.drawImage(bitmaps[index] as ImageBitmap, -x, -y);
          return context?.getImageData(0, 0, width, height).data ?? [];
        });
        let [off, drawn] = [0, 0];
        for (let pixel = 0; pixel < width * height * 4; pixel += 4) {
          const isOff = [0, 1, 2].some(
            (channel) => Math.abs((before?.[pixel + channel] ?? 0) - (after?.[pixel + channel] ?? 0)) > most,
          );
          const isDrawn = [before, after].some((data) =>
            [0, 1, 2].some(
              (channel) => Math.abs((data?.[pixel + channel] ?? 0) - (data?.[channel] ?? 0)) > ground,
            ),
          );
          if (isOff) off += 1;
          if (isDrawn) drawn += 1;
        }
        return off / Math.max(1, drawn);
      });
    },
    { urls, pairs, most: CHANNEL_OFF_MAX, ground: GROUND_OFF_MAX },
  );
}
