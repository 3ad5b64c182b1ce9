import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createApp } from "#service/app.ts";
import { describeEachEngine } from "#service/testing/engines.ts";
import { createSite, SITE_ORIGIN } from "#service/testing/site.ts";

describeEachEngine("the built site", (engine) => {
  it("is served under its policy, and pictures that could hold scripts under a stricter one", async () => {
    const site = await createSite(engine);
    const folder = await mkdtemp(join(tmpdir(), "florin-static-"));
    await writeFile(join(folder, "index.html"), "<!doctype html>");
    await writeFile(join(folder, "favicon.svg"), "<svg/>");
    const app = createApp(site.service.deps, { siteFolder: folder });
    const policyOf = async (path: string) => {
      const { headers } = await app.fetch(new Request(`${SITE_ORIGIN}${path}`));
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      return headers.get("Content-Security-Policy");
    };
    expect(await policyOf("/favicon.svg")).toBe("sandbox");
    expect(await policyOf("/")).toContain("default-src 'none'");
    expect(await policyOf("/api/health")).toContain("default-src 'none'");
    await rm(folder, { recursive: true });
    await site.close();
  });
});
