import type { BrowserContext, Page } from "playwright-core";
import { expectAccessible, expectThat, headerBalance, see } from "./expectations.ts";
import { journey, type Travel } from "./harness.ts";

/** Another person in a context of their own, signed in unless they only look on. */
async function another({ context, site }: Travel, username?: string): Promise<Page> {
  const browser = context.browser();
  expectThat(browser !== null, "there is a browser");
  const theirs: BrowserContext = await browser.newContext({
    baseURL: site.url,
    locale: "en-US",
    timezoneId: "UTC",
  });
  context.once("close", () => void theirs.close());
  const page = await theirs.newPage();
  if (username !== undefined) {
    await page.goto(`/api/login?${new URLSearchParams({ login_hint: username, returnTo: "/" })}`);
    await page.getByTestId("header-balance").filter({ visible: true }).first().waitFor();
  }
  return page;
}

/** Opens a coinflip of RBX on the game page. @returns its id */
async function create(page: Page, amount: string): Promise<string> {
  await page.getByRole("button", { name: "Create Coinflip" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Bet Amount").fill(amount);
  const answered = page.waitForResponse(
    (response) => response.url().endsWith("/api/live-coinflips") && response.request().method() === "POST",
  );
  await dialog.getByRole("button", { name: "Create Coinflip" }).click();
  const { id } = (await (await answered).json()) as { id: string };
  await see(page, "Coinflip created! Waiting for an opponent...");
  return id;
}

const verdict = (page: Page) => page.getByText(/^(You Won!|You Lost!)$/).first();
const isWin = async (page: Page): Promise<boolean> => (await verdict(page).textContent()) === "You Won!";

journey("two players flip a coin for RBX while a third looks on", async (travel) => {
  const { page, person, signIn, screenshot } = travel;
  await signIn();
  const id = await create(page, "25");
  const own = page.getByRole("listitem").filter({ hasText: person });
  expectThat(
    await own.getByRole("button", { name: "Your Game" }).isDisabled(),
    "nobody joins their own game",
  );
  expectThat((await headerBalance(page)) === 1475, "the stake is gone from the balance");
  await page.goto("/leaderboard");

  const onlooker = await another(travel);
  await onlooker.goto(`/games/${id}`);
  await see(onlooker, "Waiting for an opponent");

  const joiner = await another(travel, `${person}_b`);
  await joiner.getByRole("button", { name: new RegExp(`^Join ${person}`) }).click();
  const dialog = joiner.getByRole("dialog");
  for (const text of ["50%, exactly even", "49.37 RBX", "0.63 RBX"]) await dialog.getByText(text).waitFor();
  await expectAccessible(joiner, "the question whether to join");
  await dialog.getByRole("button", { name: "Join for 25.00 RBX" }).click();
  await verdict(joiner).waitFor();
  await expectAccessible(joiner, "the result of a join");
  const joinerWon = await isWin(joiner);

  await verdict(page).waitFor();
  await screenshot("coinflip-told");
  expectThat((await isWin(page)) !== joinerWon, "one of the two won, and both were told");
  await see(onlooker, joinerWon ? "Landed on TIX" : "Landed on RBX");
  await onlooker.getByRole("button", { name: "Verify" }).click();
  await see(onlooker, "Verified in this browser");
  await expectAccessible(onlooker, "the proof of a game between players");

  await joiner.getByRole("button", { name: "Done" }).click();
  const [creators, joiners] = [await headerBalance(page), await headerBalance(joiner)];
  const expected = joinerWon ? [1475, 1524] : [1524, 1475];
  expectThat(creators === expected[0] && joiners === expected[1], `the stakes are where they belong`);
});

journey("a coinflip that was taken back cannot be joined any more", async (travel) => {
  const { page, person, signIn } = travel;
  await signIn();
  await create(page, "10");
  const other = await another(travel, `${person}_b`);
  await other.getByRole("button", { name: new RegExp(`^Join ${person}`) }).click();
  const join = other.getByRole("dialog").getByRole("button", { name: "Join for 10.00 RBX" });
  await join.waitFor();
  await page.getByRole("button", { name: /^Cancel your coinflip/ }).click();
  await see(page, "Your stake is back.");
  await join.click();
  await see(other, "This coinflip is not open any more.");
  expectThat((await headerBalance(other)) === 1500, "nothing was staked");
});

journey("two players flip a coin for items, and the winner has them all", async (travel) => {
  const { page, signIn, screenshot } = travel;
  await signIn("bob", "/my-limiteds");
  await page.getByRole("button", { name: "Sync Inventory" }).click();
  await see(page, /Found \d+ limited items from your Roblox account/);
  await page.goto("/limiteds?tab=my-inventory");
  const mine = await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: /^Gamble/ }) })
    .count();
  await page
    .getByRole("button", { name: /^Gamble/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Select Limiteds to Bet (1 selected)").waitFor();
  await expectAccessible(page, "the dialog of a new coinflip");
  await screenshot("create-with-items");
  await dialog.getByRole("button", { name: "Create Coinflip" }).click();
  await see(page, "Coinflip created! Waiting for an opponent...");
  await see(page, "In play");

  const other = await another(travel, "whale");
  const synced = await other.request.post("/api/sync-inventory", { data: {} });
  expectThat(synced.ok(), "the other has items too");
  await other.goto("/limiteds-coinflip");
  await other.getByRole("button", { name: /^Join Bob/ }).click();
  await other.getByRole("button", { name: "Pick for me" }).click();
  await other.getByRole("button", { name: /^Join with \d+ items?$/ }).click();
  await verdict(other).waitFor();
  const otherWon = await isWin(other);
  await verdict(page).waitFor();
  await page.goto("/limiteds?tab=my-inventory");
  await page.getByRole("tab", { name: /My Inventory/, selected: true }).waitFor();
  const owned = (await (await page.request.get("/api/user/limiteds")).json()) as { quantity: number }[];
  const copies = owned.reduce((sum, { quantity }) => sum + quantity, 0);
  expectThat(otherWon ? copies < mine : copies > mine, `the creator has ${copies} items after ${mine}`);
});

journey("a coin is tried out without a stake", async ({ page }) => {
  await page.goto("/limiteds-coinflip");
  await page.getByRole("button", { name: "Preview" }).click();
  await see(page, /^(Demo Win!|Demo Loss)$/);
  await see(page, /Nothing was staked/);
});
