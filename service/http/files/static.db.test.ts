import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { createApp } from "#service/app.ts";
import { compressSite } from "#service/cli/site/compress-site.ts";
import { BrokenSiteError, openSite } from "#service/http/files/built-site.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, SITE_ORIGIN } from "#service/lab/testing/site.ts";
import { startService } from "#service/service.ts";

describeEachEngine("the built site", (engine) => {
  it("is served under its policy, and pictures that could contain scripts under a stricter one", async () => {
    const site = await createSite(engine);
    const folder = await mkdtemp(join(tmpdir(), "florin-static-"));
    await writeFile(join(folder, "index.html"), "<!doctype html><head></head>");
    await writeFile(join(folder, "favicon.svg"), "<svg/>");
    await mkdir(join(folder, ".vite"));
    const early = {
      "player /limiteds": "</limiteds.js>",
      "player *": "</first.js>",
      "visitor *": "</landing.js>",
    };
    for (const name of ["limiteds.js", "first.js", "landing.js"]) await writeFile(join(folder, name), "1");
    await writeFile(join(folder, ".vite/early-links.json"), JSON.stringify(early));
    const app = createApp(site.service.deps, { site: await openSite(folder) });
    const policyOf = async (path: string) => {
      const { headers } = await app.fetch(new Request(`${SITE_ORIGIN}${path}`));
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      return headers.get("Content-Security-Policy");
    };
    expect(await policyOf("/favicon.svg")).toBe("sandbox");
    // A page would look like a contact to a program that asks for one.
    const securityText = await app.fetch(new Request(`${SITE_ORIGIN}/.well-known/security.txt`));
    expect([securityText.status, await securityText.text()]).toEqual([404, "Not found"]);
    const alice = await site.player("alice");
    const flip = (await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" })).as(
      endpoints.flip,
    );
    expect((await alice.get("/api/games/history")).as(endpoints.history)).toHaveLength(1);
    const page = async (path: string) => (await app.fetch(new Request(`${SITE_ORIGIN}${path}`))).text();
    const proof = await page(`/games/${flip.id}`);
    expect(proof).toContain(`content="It landed on ${flip.result.toUpperCase()}.`);
    expect(proof).toContain('property="og:image"');
    expect(proof).not.toContain("alice");
    expect(await page("/games/none")).toBe("<!doctype html><head></head>");
    expect(await policyOf("/")).toContain("default-src 'none'");
    expect(await policyOf("/api/health")).toContain("default-src 'none'");
    const linkOf = async (path: string, headers: Record<string, string> = {}) =>
      (await app.fetch(new Request(`${SITE_ORIGIN}${path}`, { headers }))).headers.get("Link");
    const asPlayer = { Cookie: "florin_hint=1" };
    expect(await linkOf("/limiteds")).toBe("</landing.js>");
    expect(await linkOf("/limiteds", asPlayer)).toBe("</limiteds.js>");
    expect(await linkOf("/games/none", asPlayer)).toBe("</first.js>");
    expect(await linkOf("/favicon.svg", asPlayer)).toBeNull();
    const variesOf = async (path: string) =>
      (await app.fetch(new Request(`${SITE_ORIGIN}${path}`))).headers.get("Vary");
    expect([await variesOf("/limiteds"), await variesOf("/favicon.svg")]).toEqual([
      "Accept-Encoding, Cookie",
      "Accept-Encoding",
    ]);
    await rm(folder, { recursive: true });
    await site.close();
  });

  it("shows at once what the build has drawn of a page, for its audience", async () => {
    const site = await createSite(engine);
    const folder = await mkdtemp(join(tmpdir(), "florin-static-"));
    const page = (text: string) => `<!doctype html><head></head>${text.repeat(500)}`;
    await writeFile(join(folder, "index.html"), page("empty"));
    await mkdir(join(folder, ".vite"));
    const drawn = {
      site: { "visitor /": "/landing.html", "player /shop": "/shop.html" },
      demo: { "visitor /": "/demo.html" },
    };
    await writeFile(join(folder, ".vite/drawn-pages.json"), JSON.stringify(drawn));
    for (const name of ["landing", "shop", "demo"]) await writeFile(join(folder, `${name}.html`), page(name));
    const { deps } = site.service;
    const shown = async (path: string, { headers = {}, config = deps.config } = {}) => {
      const app = createApp({ ...deps, config }, { site: await openSite(folder) });
      const answer = await app.fetch(new Request(`${SITE_ORIGIN}${path}`, { headers }));
      expect([answer.status, answer.headers.get("Vary")]).toEqual([200, "Accept-Encoding, Cookie"]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isSmaller = answer.headers.get("Content-Encoding") === "gzip";
      return (isSmaller ? gunzipSync(bytes) : bytes).toString();
    };
    const landing = await shown("/");
    expect(landing).toContain("landinglanding");
    expect(landing).toContain('property="og:image"');
    expect(await shown("/", { headers: { "Accept-Encoding": "gzip" } })).toBe(landing);
    for (const path of ["/?error=auth_failed", "/history", "/shop"])
      expect(await shown(path)).toContain("emptyempty");
    const asPlayer = { headers: { Cookie: "theme=dark; florin_hint=1" } };
    for (const path of ["/", "/history"]) expect(await shown(path, asPlayer)).toContain("emptyempty");
    for (const path of ["/shop", "/shop?sort=price"])
      expect(await shown(path, asPlayer)).toContain("shopshop");
    for (const Cookie of ["theme=dark", "florin_hint=0", "other_florin_hint=1"])
      expect(await shown("/shop", { headers: { Cookie } })).toContain("emptyempty");
    expect(await shown("/", { config: { ...deps.config, hasCrowd: true } })).toContain("demodemo");
    expect(await shown("/", { config: { ...deps.config, signIn: null } })).toContain("emptyempty");
    // Neither an unreadable address nor a page requested by its file gets the first page.
    for (const path of ["/%E0%A4%A", "/landing.html", "/demo.html", "//", "/x%2f.."])
      expect(await shown(path)).toContain("emptyempty");
    // Nor does a path that only normalizes to a page: the site's script shows another one there.
    for (const path of ["//shop", "/x%2f..%2fshop", "/shop/", "/shop%00", "/SHOP"])
      expect(await shown(path, asPlayer)).toContain("emptyempty");
    expect(await shown("/%73hop", asPlayer)).toContain("shopshop");
    const answerTo = async (headers: HeadersInit, method = "GET") =>
      createApp(deps, { site: await openSite(folder) }).fetch(
        new Request(`${SITE_ORIGIN}/`, { method, headers }),
      );
    const head = await answerTo({}, "HEAD");
    const own = head.headers.get("ETag") ?? "";
    expect([head.status, await head.text(), own]).toEqual([200, "", expect.stringMatching(/^"/)]);
    // Visitors and players get different pages: neither's tag matches the other's.
    expect((await answerTo({ "If-None-Match": own })).status).toBe(304);
    for (const headers of [{ Cookie: "florin_session=over" }, { "Accept-Encoding": "gzip" }])
      expect((await answerTo({ "If-None-Match": own, ...headers })).status).toBe(200);
    // A build under a running service removes drawn pages.
    const built = await openSite(folder);
    await rm(join(folder, "shop.html"));
    const late = await createApp(deps, { site: built }).fetch(new Request(`${SITE_ORIGIN}/shop`, asPlayer));
    expect(await late.text()).toContain("emptyempty");
    await rm(join(folder, ".vite"), { recursive: true });
    expect(await shown("/")).toContain("emptyempty");
    await rm(folder, { recursive: true });
    await site.close();
  });

  it("keeps a service from starting if it is inconsistent", async () => {
    const site = await createSite(engine);
    const folder = await mkdtemp(join(tmpdir(), "florin-static-"));
    await mkdir(join(folder, ".vite"));
    await writeFile(join(folder, ".vite/drawn-pages.json"), '{ "site": {');
    const { config, log, db } = site.service.deps;
    await expect(startService({ config, log, db, siteFolder: folder })).rejects.toThrow(BrokenSiteError);
    await rm(folder, { recursive: true });
    await site.close();
  });

  it("is sent in the compressed form that the build made and the browser accepts, each with its own tag", async () => {
    const site = await createSite(engine);
    const folder = await mkdtemp(join(tmpdir(), "florin-static-"));
    await mkdir(join(folder, "assets"));
    const script = "export const all = [1, 2, 3];\n".repeat(500);
    await writeFile(join(folder, "index.html"), `<!doctype html>${" ".repeat(5_000)}`);
    await writeFile(join(folder, "assets/app-x.js"), script);
    await writeFile(join(folder, "assets/small-x.js"), "1");
    await compressSite(folder);
    const app = createApp(site.service.deps, { site: await openSite(folder) });
    const get = (path: string, headers: Record<string, string> = {}) =>
      app.fetch(new Request(`${SITE_ORIGIN}${path}`, { headers }));
    const tags = new Set<string>();
    for (const [accepted, encoding, decode] of [
      ["gzip, deflate, br", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["br;q=0, gzip;q=0", null, (bytes: Buffer) => bytes],
    ] as const) {
      const answer = await get("/assets/app-x.js", { "Accept-Encoding": accepted });
      expect(answer.headers.get("Content-Encoding")).toBe(encoding);
      expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
      expect(answer.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(decode(bytes).toString()).toBe(script);
      if (encoding !== null) expect(bytes.length).toBeLessThan(script.length / 10);
      const etag = answer.headers.get("ETag") ?? "";
      tags.add(etag);
      const known = await get("/assets/app-x.js", { "Accept-Encoding": accepted, "If-None-Match": etag });
      expect([known.status, await known.text()]).toEqual([304, ""]);
    }
    expect(tags.size).toBe(3);
    const page = await get("/history", { "Accept-Encoding": "gzip" });
    expect([page.headers.get("Content-Encoding"), page.headers.get("Cache-Control")]).toEqual([
      "gzip",
      "no-cache",
    ]);
    expect(
      (await get("/assets/small-x.js", { "Accept-Encoding": "br" })).headers.get("Content-Encoding"),
    ).toBeNull();
    const missing = await get("/assets/app-x.js.br");
    expect([missing.status, missing.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
    await rm(folder, { recursive: true });
    await site.close();
  });

  it("and its data are sent compressed if they are long and the client accepts that, except streams", async () => {
    const site = await createSite(engine, { remoteAddress: "203.0.113.5" });
    const admin = await site.player("admin");
    for (let game = 0; game < 20; game += 1)
      await admin.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const get = (path: string, accepted = "gzip, br") =>
      admin.fetch({ method: "GET", path, headers: { "Accept-Encoding": accepted } });
    for (const path of ["/api/games/history", "/api/openapi.json", "/api/admin/events?export=1"]) {
      const [smaller, plain] = [await get(path), await get(path, "identity")];
      expect([path, smaller.headers.get("Content-Encoding"), plain.headers.get("Content-Encoding")]).toEqual([
        path,
        "gzip",
        null,
      ]);
      for (const { headers } of [smaller, plain]) expect(headers.get("Vary")).toContain("Accept-Encoding");
      const bytes = Buffer.from(await smaller.arrayBuffer());
      const text = await plain.text();
      expect(gunzipSync(bytes).toString()).toBe(text);
      expect(bytes.length).toBeLessThan(text.length / 2);
    }
    expect((await get("/api/auth/user")).headers.get("Content-Encoding")).toBeNull();
    const live = await get("/api/live");
    expect(live.headers.get("Content-Encoding")).toBeNull();
    await live.body?.cancel();
    const door = await createApp(site.service.deps, { site: await openSite("nowhere") }).fetch(
      new Request("http://rebound.example/"),
    );
    expect([door.status, door.headers.get("Content-Type")]).toEqual([421, "application/problem+json"]);
    await site.close();
  });
});
