import { describe, expect, it } from "vitest";
import { createPictures, FETCHES_MAX, PICTURE_BYTES_MAX } from "#service/integrations/platform/pictures.ts";
import { samplePng } from "#service/integrations/platform/sandbox/png.ts";

const HOST = "https://tr.rbxcdn.com";
const png = samplePng(200);
const bytes = (...first: readonly number[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(32);
  all.set(first);
  return all;
};

/** Pictures from one address, and what was fetched. */
function fetching(address: string | null, answer: (url: string) => Promise<Response> | Response) {
  const asked: { readonly url: string; readonly init: RequestInit }[] = [];
  const clock = { now: 0 };
  const pictures = createPictures({
    gateway: { picture: async () => address },
    fetch: async (url, init) => {
      asked.push({ url, init });
      return answer(url);
    },
    origins: new Set([HOST]),
    now: () => clock.now,
  });
  return { pictures, asked, clock };
}

describe("a picture", () => {
  it.each([
    ["png", png, "image/png"],
    ["jpeg", bytes(0xff, 0xd8, 0xff, 0xe0), "image/jpeg"],
    ["webp", bytes(0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50), "image/webp"],
  ])("is a %s by its content, whatever type its host claims", async (_name, body, type) => {
    const headers = { "Content-Type": "text/html" };
    const { pictures } = fetching(`${HOST}/a`, () => new Response(body, { headers }));
    expect(await pictures.of(1)).toEqual({ bytes: body, type });
  });

  it.each([
    ["a page", "<html><script>alert(1)</script>"],
    ["an SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["a GIF", "GIF89a"],
    ["nothing", ""],
    ["sound in a RIFF", "RIFF\0\0\0\0WAVE"],
  ])("is not %s that claims to be one", async (_name, body) => {
    const headers = { "Content-Type": "image/png" };
    const { pictures } = fetching(`${HOST}/a`, () => new Response(body, { headers }));
    expect(await pictures.of(1)).toBeNull();
  });

  it.each([
    "https://evil.example/a.png",
    "http://tr.rbxcdn.com/a.png",
    "https://tr.rbxcdn.com:8443/a.png",
    "https://tr.rbxcdn.com.evil.example/a.png",
    "https://evil@tr.rbxcdn.com/a.png",
    "http://127.0.0.1:5432/",
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
  ])("is not fetched from %s", async (address) => {
    const { pictures, asked } = fetching(address, () => new Response(png));
    expect(await pictures.of(1)).toBeNull();
    expect(asked).toEqual([]);
  });

  it("is not fetched through a redirect", async () => {
    const headers = { Location: "http://127.0.0.1/a.png" };
    const { pictures, asked } = fetching(`${HOST}/a`, () => new Response(null, { status: 302, headers }));
    expect(await pictures.of(1)).toBeNull();
    expect(asked.map(({ url, init }) => [url, init.redirect])).toEqual([[`${HOST}/a`, "error"]]);
  });

  it("has 2 MiB at most", async () => {
    const large = new Uint8Array(PICTURE_BYTES_MAX);
    large.set(png.slice(0, 8));
    const whole = fetching(`${HOST}/a`, () => new Response(large));
    expect((await whole.pictures.of(1))?.bytes.length).toBe(PICTURE_BYTES_MAX);
    const over = new Uint8Array(PICTURE_BYTES_MAX + 1);
    over.set(png.slice(0, 8));
    const { pictures } = fetching(`${HOST}/a`, () => new Response(over));
    expect(await pictures.of(1)).toBeNull();
  });

  it("is fetched once for everybody, and again after a day", async () => {
    const { pictures, asked, clock } = fetching(`${HOST}/a`, () => new Response(png));
    await Promise.all([pictures.of(1), pictures.of(1), pictures.of(1)]);
    clock.now += 86_399_999;
    await pictures.of(1);
    expect(asked).toHaveLength(1);
    clock.now += 1;
    await pictures.of(1);
    expect(asked).toHaveLength(2);
  });

  it("that is missing is looked for again soon, but not at once", async () => {
    const answers = [new Response(null, { status: 500 }), new Response(png)];
    const { pictures, asked, clock } = fetching(`${HOST}/a`, () => answers.shift() ?? new Response(null));
    expect(await pictures.of(1)).toBeNull();
    expect(await pictures.of(1)).toBeNull();
    expect(asked).toHaveLength(1);
    clock.now += 30_000;
    expect(await pictures.of(1)).not.toBeNull();
  });

  it("is not available while too many others are fetched", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { pictures } = fetching(`${HOST}/a`, async () => {
      await held;
      return new Response(png);
    });
    const under = Array.from({ length: FETCHES_MAX }, (_, n) => pictures.of(n + 1));
    expect(await pictures.of(1_000)).toBeNull();
    release();
    expect((await Promise.all(under)).every((picture) => picture !== null)).toBe(true);
  });
});
