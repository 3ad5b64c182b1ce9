import { expectAccessible, expectThat, pressFirst, see } from "#web/e2e/expectations.ts";
import { journey } from "#web/e2e/harness.ts";

journey("a hidden inventory is told apart from an empty one", async ({ page, signIn }) => {
  await signIn("private", "/my-limiteds");
  await page.getByRole("button", { name: "Sync Inventory" }).click();
  await see(page, "Inventory Private");
  await see(page, "Please make your Roblox inventory public to sync limiteds");
});

journey("each way a sync can fail is told apart", { site: {} }, async ({ page, site, signIn }) => {
  await signIn("alice", "/my-limiteds");
  const sync = page.getByRole("button", { name: "Sync Inventory" });
  await site.setApiFaults({ fault: "error_500" });
  await sync.click();
  await see(page, "Could not sync your Roblox inventory. Please try again.");
  await see(page, "No Limiteds Found");
  await page.goto("/limiteds-coinflip");
  await sync.click();
  await see(page, "Sync Failed");
  await site.setApiFaults({ fault: "token_refused" });
  await page.goto("/my-limiteds");
  await sync.click();
  await see(page, "Authentication Required");
  await see(page, "Please sign out and sign back in to refresh your access");
  await site.setApiFaults({});
  await signIn("alice", "/my-limiteds");
  await sync.click();
  await see(page, "Found 11 limited items from your Roblox account");
  await see(page, "Moonthread Scarf");
});

journey("a visitor sees limiteds as they appear for betting", async ({ page }) => {
  await page.goto("/my-limiteds");
  await page.getByRole("heading", { level: 1, name: "Demo: Roblox Limiteds" }).waitFor();
  await page
    .getByRole("list", { name: "Limiteds of the catalogue" })
    .getByText("Crown of First Light")
    .waitFor();
  await page.getByRole("main").getByRole("link", { name: "Sign In with Roblox" }).waitFor();
  expectThat(
    (await page.getByRole("button", { name: "Sync Inventory" }).count()) === 0,
    "nothing can be synced",
  );
  await page.goto("/limiteds");
  await see(page, "How to Play");
});

journey("a visitor of the marketplace searches, filters and sorts it", async ({ page, signIn }) => {
  await signIn(undefined, "/limiteds?tab=marketplace");
  const cards = page.getByRole("list", { name: "All limiteds" }).getByRole("listitem");
  await cards.first().waitFor();
  const all = await cards.count();
  await page.getByLabel("Rarity").selectOption({ label: "Legendary" });
  await page.getByLabel("Sort").selectOption({ label: "Value: Low to High" });
  expectThat((await cards.count()) < all, "a rarity shows fewer items");
  await page.getByLabel("Search").fill("no such item");
  await see(page, "No items match");
  await expectAccessible(page, "a search without a match");
  await page.getByRole("button", { name: "Show all items" }).click();
  expectThat((await cards.count()) === all, "everything is shown again");
});

journey("a player without items is told what to do", { site: {} }, async ({ page, signIn }) => {
  await signIn("newbie", "/my-limiteds");
  await see(page, "No Limiteds Found");
  await page.getByRole("button", { name: "Sync Inventory" }).click();
  await see(page, "Found 0 limited items from your Roblox account");
  await page.goto("/limiteds");
  await page.getByRole("tab", { name: "Live Betting (0)", selected: true }).waitFor();
  await see(page, "No Active Coinflips");
  await see(page, "Be the first to create a coinflip battle!");
  await page.getByRole("button", { name: "Create Coinflip" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Coinflip" });
  await dialog.getByRole("radio", { name: "Limiteds" }).check({ force: true });
  await dialog.getByText("No limiteds in your inventory").waitFor();
  await dialog.getByRole("button", { name: "Create Coinflip" }).click({ force: true });
  await see(page, "No Items Selected");
  await see(page, "Please select at least one limited item to bet");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("tab", { name: /My Inventory/ }).click();
  await see(page, "No Items in Inventory");
  await see(page, "Deposit some Roblox limiteds to start gambling with them");
  await expectAccessible(page, "an empty inventory");
  await page.goto("/limiteds-coinflip");
  await see(page, "No active limiteds games");
  await see(page, "No limiteds in your inventory");
});

journey("an item without a picture keeps its place", async ({ page, context, signIn }) => {
  await context.route("**/api/limiteds/*/picture", (route) => route.abort());
  await signIn();
  await page.goto("/limiteds?tab=marketplace");
  const card = page.getByRole("list", { name: "All limiteds" }).getByRole("listitem").first();
  await card.getByText("Item", { exact: true }).waitFor();
  expectThat((await card.locator("img").count()) === 0, "no broken picture is shown");
});

journey("an item is opened, and only admins fill the catalogue", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/limiteds?tab=marketplace");
  await pressFirst(page, /^View /);
  const item = page.getByRole("dialog", { name: "Crown of First Light" });
  await item.getByRole("link", { name: /View on Roblox/ }).waitFor();
  await item.getByText("700001", { exact: true }).waitFor();
  await expectAccessible(page, "an item of the catalogue");
  await page.keyboard.press("Escape");
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/admin/seed-limiteds"));
  await page.getByRole("button", { name: "Seed Limiteds" }).click();
  expectThat((await answered).status() === 403, "others are refused");
  await see(page, "Error");
  await signIn("admin", "/limiteds");
  await page.getByRole("button", { name: "Seed Limiteds" }).click();
  await see(page, "Limiteds seeded successfully!");
});

journey("a gambled item is chosen and in sight, however long the list", async ({ page, signIn }) => {
  await signIn("bob", "/my-limiteds");
  await page.getByRole("button", { name: "Sync Inventory" }).click();
  await see(page, "Inventory Synced");
  await page.goto("/limiteds?tab=my-inventory");
  const gamble = page.getByRole("button", { name: /^Gamble/ });
  await gamble.last().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Select Limiteds to Bet (1 selected)").waitFor();
  const chosen = dialog.getByRole("checkbox", { checked: true });
  const isInSight = await chosen.evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    const list = box.closest("fieldset")?.querySelector(":scope > div")?.getBoundingClientRect();
    return list !== undefined && top >= list.top && bottom <= list.bottom;
  });
  expectThat(isInSight, "the chosen item is in sight");
});
