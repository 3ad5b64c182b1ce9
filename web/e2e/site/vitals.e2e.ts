import type { CDPSession, Page } from "playwright-core";
import { expectThat } from "#web/e2e/expectations.ts";
import { journey, VIEWPORTS } from "#web/e2e/harness.ts";

/**
 * Targets for a page: LCP and INP in milliseconds, CLS without a unit. Times depend on the machine and its other load,
 * and are only reported; layout shifts do not, and fail the journey.
 */
const LCP_MAX = 1_500;
const INP_MAX = 150;
const CLS_MAX = 0.02;

/** A mid-range phone on a mobile line: Chrome's "Fast 4G", and a processor four times as slow. */
const LINE = {
  offline: false,
  latency: 165,
  downloadThroughput: (9_000_000 * 0.9) / 8,
  uploadThroughput: (1_500_000 * 0.9) / 8,
};
const SLOWER = 4;
/** How long an idle page is observed: late content can still shift it. */
const SETTLES_MS = 700;
/** Delay between key presses, each after the effect of the last one. */
const REACTS_MS = 300;

interface Vitals {
  readonly lcp: number;
  readonly cls: number;
  readonly inp: number;
  /** Where the build drew the heading, and where the page shows it. */
  readonly drawnAt: string;
  readonly headingAt: string;
}

/** Makes a page measure itself from its beginning, and record the place of its drawn heading. */
async function measure(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals = { lcp: 0, cls: 0, inp: 0, drawnAt: "" };
    Object.assign(window, { vitals });
    const heading = {
      placeIn(where: string): string {
        const box = document.querySelector(`${where} h1`)?.getBoundingClientRect();
        return box && box.height > 0 ? `${Math.round(box.left)}, ${Math.round(box.top)}` : "";
      },
      look(): void {
        vitals.drawnAt = heading.placeIn("#first") || vitals.drawnAt;
        if (document.querySelector("#root h1") === null) requestAnimationFrame(heading.look);
      },
    };
    requestAnimationFrame(heading.look);
    Object.assign(window, { heading });
    for (const type of ["largest-contentful-paint", "layout-shift", "event"]) {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { startTime, value, hadRecentInput, interactionId, duration } = entry as PerformanceEntry & {
            readonly value?: number;
            readonly hadRecentInput?: boolean;
            readonly interactionId?: number;
          };
          if (type === "largest-contentful-paint") vitals.lcp = startTime;
          if (type === "layout-shift" && hadRecentInput !== true) vitals.cls += value ?? 0;
          if ((interactionId ?? 0) > 0) vitals.inp = Math.max(vitals.inp, duration);
        }
      }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    }
  });
}

const vitalsOf = (page: Page): Promise<Vitals> =>
  page.evaluate(() => {
    const { vitals, heading } = window as unknown as {
      readonly vitals: Vitals;
      readonly heading: { readonly placeIn: (where: string) => string };
    };
    return { ...vitals, headingAt: heading.placeIn("#root") };
  });

/** Visits a page as if for the first time, and presses its controls. */
async function visit(page: Page, path: string): Promise<Vitals> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.waitForTimeout(SETTLES_MS);
  const { lcp, cls, drawnAt, headingAt } = await vitalsOf(page);
  const menu = page.getByRole("button", { name: "Open menu" });
  if (await menu.isVisible()) {
    await menu.click();
    await page.getByRole("dialog").waitFor();
    await page.waitForTimeout(REACTS_MS);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  } else await page.keyboard.press("Tab");
  await page.waitForTimeout(SETTLES_MS);
  return { lcp, cls, inp: (await vitalsOf(page)).inp, drawnAt, headingAt };
}

async function onPhone(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return session;
}

const PAGES = [
  "/",
  "/limiteds",
  "/limiteds-coinflip",
  "/user-games",
  "/chat",
  "/social",
  "/shop",
  "/shop?tab=purchases",
  "/deposits",
  "/history",
  "/leaderboard",
  "/settings",
  "/stats",
  "/spectator",
  "/responsible-gaming",
] as const;

journey(
  "pages keep still on a slow phone, and say how soon they are there and answer",
  { browser: { viewport: VIEWPORTS.phone, reducedMotion: "reduce" }, timeoutMs: 300_000 },
  async ({ page, person, site, signIn }) => {
    await measure(page);
    const lines: string[] = [];
    const moved: string[] = [];
    const note = async (name: string, path: string) => {
      const { lcp, cls, inp, drawnAt, headingAt } = await visit(page, path);
      const isSlow = lcp > LCP_MAX || inp > INP_MAX;
      const line = `${name}: LCP ${lcp.toFixed(0)} ms, INP ${inp.toFixed(0)} ms, CLS ${cls.toFixed(3)}`;
      lines.push(isSlow ? `${line} (slower than ${LCP_MAX} and ${INP_MAX} ms)` : line);
      if (cls > CLS_MAX) moved.push(line);
      if (drawnAt !== headingAt) moved.push(`${name}: heading drawn at ${drawnAt}, then at ${headingAt}`);
    };
    const session = await onPhone(page);
    await note("the landing page", "/");
    await session.detach();
    // So many items that their number has a digit more than none.
    await site.give(person, ...Array.from({ length: 12 }, (_, n) => 700_001 + n));
    await signIn();
    await page.request.post("/api/sync-inventory", { data: {} });
    await onPhone(page);
    for (const path of PAGES) await note(path, path);
    process.stdout.write(`${lines.map((line) => `        ${line}`).join("\n")}\n`);
    expectThat(moved.length === 0, `every page keeps still, but: ${moved.join("; ")}`);
  },
);
