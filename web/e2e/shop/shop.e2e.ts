import { expectAccessible, expectNoSideways, expectThat, lookAt, see } from "#web/e2e/expectations.ts";
import { journey } from "#web/e2e/harness.ts";

/** The dialog's message for each wrong value. */
const MESSAGES = [
  ["Title", " ", "Title is required"],
  ["Title", "x".repeat(101), "Title too long"],
  ["Description", "x".repeat(501), "Description too long"],
  ["Price (USD)", "0", "Price must be at least $0.01"],
  ["Price (USD)", "10000.01", "Price too high"],
] as const;

journey("a visitor of the shop is asked to sign in", async ({ page }) => {
  await page.goto("/shop");
  await see(page, "Please log in to access the shop");
});

journey(
  "a seller lists an item, others find it by its filters, and the seller changes and removes it",
  { site: {} },
  async ({ page, signIn, another }) => {
    await signIn("alice", "/my-limiteds");
    await page.getByRole("button", { name: "Sync Inventory" }).click();
    await see(page, "Found 11 limited items from your Roblox account");
    await page.goto("/shop");
    await see(page, "No items found");
    await lookAt(page, "shop-empty");
    await page.getByRole("button", { name: "Sell Item" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Create Shop Listing" });
    await dialog.getByRole("button", { name: "Create Listing" }).click();
    await dialog.getByText("User limited item is required").waitFor();
    await dialog.getByRole("radio").first().check();
    for (const [label, wrong, message] of MESSAGES) {
      const field = dialog.getByLabel(label);
      const right = await field.inputValue();
      await field.fill(wrong);
      await dialog.getByRole("button", { name: "Create Listing" }).click();
      await dialog.getByText(message, { exact: true }).waitFor();
      await field.fill(right);
    }
    await dialog.getByLabel("Title").fill("<i>Never</i> worn");
    await dialog.getByLabel("Price (USD)").fill("2.5");
    await dialog.getByRole("checkbox", { name: "Card" }).check();
    await dialog.getByText("$1.99", { exact: true }).waitFor();
    await lookAt(page, "shop-sell");
    await dialog.getByRole("button", { name: "Create Listing" }).click();
    await see(page, "Your item is now listed for sale!");
    const own = page.getByRole("listitem").filter({ hasText: "<i>Never</i> worn" });
    await own.getByRole("button", { name: "Your Item" }).waitFor();

    const buyer = await another("bob");
    await buyer.goto("/shop");
    const card = buyer.getByRole("listitem").filter({ hasText: "<i>Never</i> worn" });
    await card.getByText("$2.50").waitFor();
    await buyer.getByRole("button", { name: "Filters" }).click();
    await buyer.getByLabel("Lowest price").fill("3");
    await see(buyer, "Try adjusting your search criteria");
    await buyer.getByLabel("Lowest price").fill("2");
    await buyer.getByLabel("Payment method").selectOption({ label: "Card" });
    await buyer.getByLabel("Search").fill("NEVER");
    await card.getByText("$2.50").waitFor();
    await lookAt(buyer, "shop-browse");
    await expectNoSideways(buyer, "the shop");
    await card.getByRole("link").first().click();
    await see(buyer, "Lowest listed");
    await lookAt(buyer, "shop-item");

    await page.goto("/shop?tab=mine");
    await page.getByRole("tab", { name: "My Listings (1)" }).waitFor();
    await lookAt(page, "shop-mine");
    await page.getByRole("button", { name: /^Edit/ }).click();
    await page.getByRole("dialog").getByLabel("Price (USD)").fill("1.75");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("tabpanel").getByText("$1.75").waitFor();
    await buyer.getByText("$1.75").first().waitFor();
    await page.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove listing" }).click();
    await see(page, "No active listings");
    await expectAccessible(page, "listings of nobody");
    const items = (await (await page.request.get("/api/user/limiteds")).json()) as { inPlay: boolean }[];
    expectThat(
      items.every(({ inPlay }) => !inPlay),
      "the item is free again",
    );
  },
);
