import type { BrowserContext, Page } from "playwright-core";
import { expectAccessible, expectNoSideways, expectThat, see } from "#web/e2e/expectations.ts";
import { journey, type Travel, VIEWPORTS } from "#web/e2e/harness.ts";

/** From the first bet to the end of a round; nearly all curves have bust by then. */
const ROUND_MS = 180_000;

/** Another person in a context of their own, at an address. */
async function another({ context, site }: Travel, username: string, returnTo: string): Promise<Page> {
  const browser = context.browser();
  expectThat(browser !== null, "there is a browser");
  const theirs: BrowserContext = await browser.newContext({
    baseURL: site.url,
    viewport: VIEWPORTS.desktop,
    locale: "en-US",
    timezoneId: "UTC",
  });
  context.once("close", () => void theirs.close());
  const page = await theirs.newPage();
  await page.goto(`/api/login?${new URLSearchParams({ login_hint: username, returnTo })}`);
  await page.getByTestId("header-balance").filter({ visible: true }).first().waitFor();
  return page;
}

async function ask<T>(page: Page, path: string, data: object = {}): Promise<T> {
  const answer = await page.request.post(`/api${path}`, { data });
  expectThat(answer.ok(), `${path} succeeds, but: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const log = (page: Page) => page.getByRole("log", { name: "Spectator Chat" });
const panel = (page: Page) => page.getByRole("region", { name: "Selected game" });

async function lookAtEveryWidth({ page, screenshot }: Travel, name: string): Promise<void> {
  for (const [width, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await expectNoSideways(page, `${name} on a ${width}`);
    await expectAccessible(page, `${name} on a ${width}`);
    await screenshot(`spectator-${name.replaceAll(" ", "-")}-${width}`);
  }
  await page.setViewportSize(VIEWPORTS.desktop);
}

journey("a spectator watches two players' coinflip live, reads on, and verifies it", async (travel) => {
  const { person } = travel;
  const [creator, joiner] = [`${person}_a`, `${person}_b`];
  const watcher = travel.page;
  await travel.signIn(person, "/");
  await watcher.getByRole("link", { name: "Watch live games" }).click();
  await watcher.getByRole("heading", { name: "Spectator", level: 1 }).waitFor();
  await see(watcher, "Select a Game");
  await lookAtEveryWidth(travel, "the live games");

  const first = await another(travel, creator, "/");
  const { id } = await ask<{ id: string }>(first, "/live-coinflips", { betAmount: 25, betSide: "rbx" });
  const row = watcher.getByRole("button", { name: new RegExp(`^${creator} vs nobody yet`) });
  await row.getByText("Waiting for an opponent").waitFor();
  await row.focus();
  await watcher.keyboard.press("Enter");
  await panel(watcher).getByRole("heading", { name: "Currency Coinflip" }).waitFor();
  await log(watcher).getByText(`${creator} bet 25.00 RBX on RBX.`).waitFor();
  await watcher.getByRole("button", { name: /^.* vs nobody yet: .* 1 spectator, / }).waitFor();
  await lookAtEveryWidth(travel, "a game that waits");
  await see(watcher, "Login to participate in spectator chat");

  const third = await another(travel, `${person}_c`, `/spectator?game=${id}`);
  for (const page of [watcher, third])
    await page.getByRole("button", { name: new RegExp(`^${creator} .* 2 spectators, `) }).waitFor();

  const second = await another(travel, joiner, "/");
  const joined = ask<{ creatorWon: boolean; result: "rbx" | "tix" }>(second, `/live-coinflips/${id}/join`);
  await watcher.getByRole("img", { name: "Coin in the air" }).waitFor();
  await log(watcher).getByText(`${joiner} bet 25.00 RBX on TIX.`).waitFor();
  const { creatorWon, result } = await joined;
  const side = result.toUpperCase();
  for (const page of [watcher, third]) {
    await panel(page).getByText(`The coin landed on ${side}`).waitFor();
    const winner = creatorWon ? creator : joiner;
    await log(page).getByText(`The coin landed on ${side}. ${winner} won 49.37 RBX.`).waitFor();
    await panel(page).getByText(`${winner} wins it all.`).waitFor();
  }
  expectThat((await row.count()) === 0, "a game that is over has left the list");
  await lookAtEveryWidth(travel, "a game that is over");

  await watcher.getByRole("link", { name: "Verify this game" }).click();
  await watcher.getByRole("button", { name: "Verify" }).click();
  await see(watcher, "Verified in this browser");

  await watcher.setViewportSize(VIEWPORTS.phone);
  await watcher.goto("/spectator?tab=popular");
  const largest = watcher.getByRole("list", { name: "Largest bets today" }).getByRole("link");
  await largest.first().waitFor();
  const cut = await largest.evaluateAll((links) =>
    links.flatMap((link) => {
      const words = document.createRange();
      words.selectNodeContents(link);
      const over = words.getBoundingClientRect().right - link.getBoundingClientRect().right;
      return over > 1 ? [link.textContent] : [];
    }),
  );
  expectThat(cut.length === 0, `the largest bets name their games whole, but: ${cut.join("; ")}`);
});

journey(
  "a spectator watches rounds of players' games, each to its end",
  { timeoutMs: 420_000 },
  async (travel) => {
    const { page: watcher, person } = travel;
    const maker = await another(travel, `${person}_m`, "/");
    const [first, second] = [
      await another(travel, `${person}_a`, "/"),
      await another(travel, `${person}_b`, "/"),
    ];
    const make = (gameType: string) =>
      ask<{ id: string }>(maker, "/user-games", { title: `${gameType} of ${person}`, gameType });
    const bet = (page: Page, { id }: { id: string }, more: object = {}) =>
      ask(page, `/user-games/${id}/bets`, { betAmount: 10, currency: "rbx", ...more });
    const choose = async (title: string) => {
      await watcher.goto("/spectator");
      await watcher.getByRole("button", { name: new RegExp(title) }).click();
      await log(watcher).getByText(`${person}_a opened round 1 with a bet of 10.00 RBX.`).waitFor();
      await panel(watcher).getByRole("link", { name: "See how it is decided" }).waitFor();
    };
    const verify = async () => {
      await panel(watcher).getByRole("link", { name: "Verify this round" }).click();
      await watcher.getByRole("button", { name: "Verify", exact: true }).click();
      await see(watcher, "Verified in this browser");
    };

    await travel.signIn(person, "/spectator");
    const pot = await make("jackpot");
    await bet(first, pot);
    await choose(`jackpot of ${person}`);
    await bet(second, pot);
    await lookAtEveryWidth(travel, "a pot");
    const won = log(watcher).getByText(/ won 19\.00 RBX\.$/);
    await won.waitFor({ timeout: ROUND_MS });
    await verify();

    const curve = await make("crash");
    await bet(first, curve, { autoCashOut: 1.01 });
    await choose(`crash of ${person}`);
    const broke = log(watcher).getByText(/^The curve broke at \d+\.\d\dx\./);
    await broke.waitFor({ timeout: ROUND_MS });
    await lookAtEveryWidth(travel, "a curve that broke");
    await verify();
  },
);

journey(
  "a spectator who asked for less motion sees the result without a flight",
  { browser: { reducedMotion: "reduce" } },
  async (travel) => {
    const { page, person, signIn } = travel;
    const first = await another(travel, `${person}_a`, "/");
    const { id } = await ask<{ id: string }>(first, "/live-coinflips", { betAmount: 5, betSide: "tix" });
    await signIn(person, `/spectator?game=${id}`);
    await log(page).getByText("bet 5.00 TIX on TIX.").waitFor();
    const second = await another(travel, `${person}_b`, "/");
    await ask(second, `/live-coinflips/${id}/join`);
    await panel(page)
      .getByText(/^The coin landed on (RBX|TIX)$/)
      .waitFor();
    // With reduced motion changes happen within a millisecond, invisibly.
    const turns = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === "running")
          .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1).length,
    );
    expectThat(turns === 0, "nothing moves");
  },
);

journey(
  "after signing out, a page gets no private messages any more",
  async ({ page, person, signIn, context }) => {
    await signIn(person, "/");
    const other = await context.newPage();
    await other.goto("/leaderboard");
    await other.getByTestId("header-balance").filter({ visible: true }).first().waitFor();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("heading", { name: "How to Play" }).waitFor();
    expectThat(new URL(page.url()).pathname === "/", "a sign-out ends on the landing page");
    await other.waitForURL(/\/(authorize|oauth|api\/login)/);
  },
);
