import { expectAccessible, expectThat, see } from "./expectations.ts";
import { journey } from "./harness.ts";

journey("a hidden inventory is told apart from an empty one", async ({ page, signIn }) => {
  await signIn("private", "/my-limiteds");
  await page.getByRole("button", { name: "Sync Inventory" }).click();
  await see(page, "Inventory Private");
  await see(page, "Please make your Roblox inventory public to sync limiteds");
});

journey("whoever has nothing is told what to do", { site: {} }, async ({ page, signIn }) => {
  await signIn("newbie", "/my-limiteds");
  await see(page, "No Limiteds Found");
  await page.getByRole("button", { name: "Sync Inventory" }).click();
  await see(page, "Found 0 limited items from your Roblox account");
  await page.goto("/limiteds");
  await see(page, "No Active Coinflips");
  await page.getByRole("tab", { name: /My Inventory/ }).click();
  await see(page, "No Items in Inventory");
  await expectAccessible(page, "an empty inventory");
  await page.goto("/limiteds-coinflip");
  await see(page, "No active limiteds games");
  await see(page, "No limiteds in your inventory");
});

journey("an item without a picture keeps its place", async ({ page, context, signIn }) => {
  await context.route("**/api/limiteds/*/picture", (route) => route.abort());
  await signIn();
  await page.goto("/limiteds?tab=marketplace");
  const [card] = await page.getByRole("listitem").filter({ hasText: "RBX" }).all();
  expectThat(card !== undefined, "the catalogue has items");
  await card.getByText("Item", { exact: true }).waitFor();
  expectThat((await card.locator("img").count()) === 0, "no broken picture is shown");
});

journey("an item is opened, and only admins fill the catalogue", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/limiteds?tab=marketplace");
  await page
    .getByRole("button", { name: /^View / })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /View on Roblox/ })
    .waitFor();
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
