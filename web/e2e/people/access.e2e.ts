import type { Page } from "playwright-core";
import {
  bet,
  expectAccessible,
  expectNoSideways,
  expectRoomForFingers,
  expectThat,
  landed,
  see,
} from "#web/e2e/expectations.ts";
import { journey, VIEWPORTS } from "#web/e2e/harness.ts";

const INFO = ["/game-info", "/support", "/responsible-gaming"];
const FOR_ALL = ["/leaderboard", "/fairness", "/ledger", "/limiteds-coinflip", ...INFO];
const FOR_VISITORS = ["/", "/oauth-test", "/my-limiteds", ...FOR_ALL];
const LIMITEDS = ["/limiteds", "/limiteds?tab=marketplace", "/limiteds?tab=my-inventory", "/my-limiteds"];
const FOR_PLAYERS = ["/", "/history", "/deposits", "/nowhere", ...LIMITEDS, ...FOR_ALL];

const named = (path: string): string => (path === "/" ? "home" : path.slice(1).replace("?tab=", "-"));

for (const [device, viewport] of Object.entries(VIEWPORTS)) {
  journey(
    `every page fits a ${device} and is accessible`,
    { browser: { viewport }, timeoutMs: 400_000 },
    async (travel) => {
      const { page, signIn, screenshot } = travel;
      for (const path of FOR_VISITORS) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle").catch(() => {});
        await expectNoSideways(page, `${path} on a ${device}`);
        if (device === "phone") await expectRoomForFingers(page, path);
        await expectAccessible(page, `${path} on a ${device}`);
        await screenshot(`${device}-visitor-${named(path)}`);
      }
      await signIn();
      await bet(page, "RBX", "5");
      await landed(page);
      await expectAccessible(page, `a result on a ${device}`);
      await screenshot(`${device}-result`);
      const game = await page.getByRole("link", { name: "Verify this flip" }).getAttribute("href");
      for (const path of [...FOR_PLAYERS, game ?? "/nowhere"]) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expectNoSideways(page, `${path} on a ${device}`);
        if (device === "phone") await expectRoomForFingers(page, path);
        await expectAccessible(page, `${path} on a ${device}`);
        await screenshot(`${device}-player-${path.startsWith("/games/") ? "proof" : named(path)}`);
      }
    },
  );
}

journey("a player needs no mouse", async ({ page, signIn }) => {
  await signIn();
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: /skip/i }).waitFor();
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog");
  await help.waitFor();
  await expectAccessible(page, "the help panel");
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("t");
  await page.keyboard.press("a");
  const all = await page.getByLabel("Bet amount").inputValue();
  expectThat(Number(all) === 500, "T and A choose all of the TIX");
  await page.keyboard.press("h");
  expectThat(Number(await page.getByLabel("Bet amount").inputValue()) === 250, "H halves it");
  await page.keyboard.press("d");
  expectThat(Number(await page.getByLabel("Bet amount").inputValue()) === 500, "D doubles it");
  await page.keyboard.press("h");
  await page.keyboard.press("Enter");
  await landed(page);
  await page.keyboard.press("F8");
  const inToasts = await page.evaluate(
    () => document.activeElement?.closest("[role='region'], ol, li") !== null,
  );
  expectThat(inToasts, "F8 goes to the notices");
});

journey(
  "with reduced motion a player sees the result at once, and no confetti",
  { browser: { reducedMotion: "reduce" }, timeoutMs: 200_000 },
  async ({ page, signIn }) => {
    await signIn();
    for (let flips = 0; flips < 6; flips += 1) {
      await bet(page, "RBX", "1");
      await page.getByRole("button", { name: "Flipping..." }).waitFor();
      const moving = await page.evaluate(() =>
        document.getAnimations().some((animation) => {
          const { duration, iterations } = animation.effect?.getTiming() ?? {};
          return Number(duration) > 1_000 || iterations === Number.POSITIVE_INFINITY;
        }),
      );
      expectThat(!moving, "nothing spins");
      await page.getByRole("button", { name: "Flip Coin!" }).waitFor();
      await landed(page);
      expectThat((await page.locator("canvas").count()) === 0, "there is no confetti");
    }
    await see(page, "Recent Games");
  },
);

/** Sums how far a page's parts move by themselves, from its beginning on. */
const countShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Stops a journey when a page moved while it loaded. */
async function expectStill(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle").catch(() => {});
  const shift = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
  expectThat(shift < 0.05, `${path} keeps still, but moved by ${shift}`);
}

journey("a page does not jump while it loads", async ({ page, signIn }) => {
  await signIn();
  await countShifts(page);
  // The session arrives last, as on a slow line: the page must have reserved the player's place.
  await page.route("**/api/auth/user", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const limiteds = ["/limiteds", "/my-limiteds", "/limiteds-coinflip"];
  for (const path of ["/", "/leaderboard", "/history", "/ledger", "/fairness", ...limiteds])
    await expectStill(page, path);
});

journey("a player's profile does not jump on a phone when its buttons arrive", async (travel) => {
  const { page, person, signIn, another } = travel;
  const theirs = await another(`${person}_b`);
  const { id } = (await (await theirs.request.get("/api/auth/user")).json()) as { id: string };
  await signIn();
  await page.setViewportSize(VIEWPORTS.phone);
  await countShifts(page);
  await page.route("**/api/social/friends*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await expectStill(page, `/players/${id}`);
  await page.getByRole("button", { name: "Add friend" }).waitFor();
  const moved = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
  expectThat(moved < 0.01, `the profile keeps still, but moved by ${moved}`);
});
