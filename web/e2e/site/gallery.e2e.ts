import { createServer } from "vite";
import { expectRoomForFingers, expectThat } from "#web/e2e/expectations.ts";
import { journey, picture, VIEWPORTS } from "#web/e2e/harness.ts";
import { differencesAtLast, keepPicture, photographStill, setFontOfPackage } from "#web/e2e/kept-pictures.ts";

/** The folder of kept pictures; `KEEP_PICTURES=1` rewrites them. */
const KEPT = "web/e2e/pictures";
const isKeeping = process.env.KEEP_PICTURES === "1";

journey(
  "every part of a page looks as it did, at three widths",
  { browser: { reducedMotion: "reduce" }, timeoutMs: 240_000 },
  async ({ page }) => {
    const vite = await createServer({
      configFile: "vite.config.ts",
      logLevel: "error",
      server: { host: "127.0.0.1", port: 0, hmr: false, ws: false },
    });
    try {
      await vite.listen();
      const gallery = `${vite.resolvedUrls?.local[0]}gallery`;
      await page.goto(gallery);
      await page.getByRole("heading", { name: "Gallery" }).waitFor();
      await setFontOfPackage(page);
      const places = await page.getByRole("listitem").allTextContents();
      expectThat(places.length > 10, "the gallery names its pictures");
      const different: string[] = [];
      for (const [device, viewport] of Object.entries(VIEWPORTS)) {
        await page.setViewportSize(viewport);
        for (const place of places) {
          await page.evaluate((hash) => window.location.assign(`#${hash}`), encodeURIComponent(place));
          await page.locator(`[data-place="${place}"]`).waitFor({ state: "attached" });
          if (device === "phone") await expectRoomForFingers(page, place);
          const where = { folder: `${KEPT}/${device}`, name: place };
          if (isKeeping) await keepPicture(where, await photographStill(page));
          const words = await differencesAtLast(page, where);
          if (words.length > 0) await picture(page, `different-${device}-${place}`);
          different.push(...words);
        }
      }
      expectThat(different.length === 0, `nothing looks different, but:\n${different.join("\n")}`);
    } finally {
      await vite.close();
    }
  },
);
