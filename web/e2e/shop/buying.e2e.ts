import type { Page } from "playwright-core";
import { inCustody, listedForAll, released, type Sale } from "#web/e2e/earned.ts";
import {
  expectNoSideways,
  expectSoon,
  expectTableWhole,
  expectThat,
  lookAt,
  see,
} from "#web/e2e/expectations.ts";
import { journey, VIEWPORTS } from "#web/e2e/harness.ts";
import { mailsTo } from "#web/e2e/mails.ts";

const PATIENCE = { timeout: 40_000 };

/** Begins to buy an item by a method, and stays on the page of the purchase. @returns its id */
async function begin(page: Page, title: string, method: string): Promise<string> {
  await page.goto("/shop");
  const card = page.getByRole("listitem").filter({ hasText: title });
  await card.getByRole("button", { name: /^Buy Now/ }).click();
  const dialog = page.getByRole("dialog", { name: "Purchase Item" });
  await dialog.getByRole("radio", { name: method, exact: true }).check();
  await dialog.getByRole("button", { name: "Buy for $12.50" }).click();
  await see(page, "Check your email for payment instructions");
  await page.waitForURL(/\/shop\/purchases\//);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Goes to the page of the provider. */
async function checkOut(page: Page, method: string): Promise<void> {
  await page.getByRole("link", { name: `Pay $12.50 by ${method}` }).click();
  await see(page, "Payment sandbox: nothing here is real money");
}

/** Presses a button of the sandbox's page, by what it posts. */
const choose = (page: Page, action: string): Promise<void> =>
  page.locator(`button[value="${action}"]`).click();

const delivered = (page: Page): Promise<void> =>
  page.getByRole("region", { name: "Is everything all right?" }).waitFor(PATIENCE);

journey(
  "items are bought by each method, with declined and late payments, confirmation, review, complaint and refund",
  { site: {} },
  async ({ page: seller, signIn, another, site }) => {
    await signIn("alice", "/shop");
    const [buyer, admin, admin2] = [await another("bob"), await another("admin"), await another("admin2")];
    const sale: Sale = { seller, buyer, admin, admin2 };
    for (const [nth, title] of ["First hat", "Second hat", "Third hat", "Fourth hat"].entries()) {
      const { id } = await inCustody(site, sale, "alice", nth);
      await listedForAll(sale, id, title);
    }

    await buyer.goto("/shop");
    await buyer.getByRole("listitem").filter({ hasText: "Fourth hat" }).waitFor();
    await lookAt(buyer, "shop-to-buy");
    const first = await begin(buyer, "First hat", "Card");
    await see(buyer, "The item is reserved for you for");
    await lookAt(buyer, "purchase-begun");
    await checkOut(buyer, "Card");
    await expectNoSideways(buyer, "the sandbox's checkout");
    await choose(buyer, "decline");
    await see(buyer, "Your payment was declined.");
    await choose(buyer, "cancel");
    await buyer.waitForURL(/\/shop\/purchases\//);
    await checkOut(buyer, "Card");
    await choose(buyer, "pay");
    await delivered(buyer);
    await lookAt(buyer, "purchase-delivered");
    await buyer.getByRole("button", { name: "Confirm", exact: true }).click();
    await see(buyer, "Confirmed");
    await released(sale, first);
    await buyer.locator("label", { hasText: "4 stars" }).click(PATIENCE);
    await buyer.getByLabel("Comment").fill("=HYPERLINK(1) <b>Fast</b>");
    await buyer.getByRole("button", { name: "Publish review" }).click();
    await see(buyer, "Review Published");
    await see(buyer, "=HYPERLINK(1) <b>Fast</b>");
    await lookAt(buyer, "purchase-reviewed");

    const second = await begin(buyer, "Second hat", "PayPal");
    await checkOut(buyer, "PayPal");
    await choose(buyer, "too-little");
    await buyer.goto(`/shop/purchases/${second}`);
    await buyer.getByText("Not delivered").waitFor(PATIENCE);
    await buyer.getByText("Refunded", { exact: true }).first().waitFor(PATIENCE);
    await lookAt(buyer, "purchase-underpaid");

    await begin(buyer, "Third hat", "Cash App");
    await checkOut(buyer, "Cash App");
    await choose(buyer, "slowly");
    await delivered(buyer);
    await buyer.getByRole("button", { name: "Complain" }).click();
    const complaint = buyer.getByRole("dialog", { name: "Complain about this purchase" });
    await complaint.getByLabel("What is wrong").fill("It is not the hat of the picture.");
    await complaint.getByRole("button", { name: "Send complaint" }).click();
    await buyer.getByText(/^You complained on/).waitFor();
    await admin.goto("/admin/purchases?purchase.status=contested");
    await admin.getByText("It is not the hat of the picture.").waitFor();
    await lookAt(admin, "admin-purchases");
    await admin.getByRole("button", { name: "Refund Third hat" }).click();
    const refund = admin.getByRole("dialog");
    await refund.getByLabel("Reason").fill("The picture is of another hat.");
    await refund.getByRole("button", { name: "Refund", exact: true }).click();
    await buyer.getByText("Refunded", { exact: true }).first().waitFor(PATIENCE);
    await lookAt(buyer, "purchase-refunded");

    const fourth = await begin(buyer, "Fourth hat", "Crypto");
    const checkout = await buyer.getByRole("link", { name: "Pay $12.50 by Crypto" }).getAttribute("href");
    await checkOut(buyer, "Crypto");
    await choose(buyer, "late");
    await buyer.goto(`/shop/purchases/${fourth}`);
    await buyer
      .getByText(/Refund offered|Refund on its way|Refunded|Expired/)
      .first()
      .waitFor(PATIENCE);
    await lookAt(buyer, "purchase-late");
    expectThat(checkout !== null, "the checkout is at the sandbox");
    await buyer.goto(new URL("/", checkout ?? site.url).href);
    await see(buyer, "What happens to payments");
    await expectNoSideways(buyer, "the sandbox's control page");

    // The bank takes back the money of the first purchase, whose seller is already paid.
    const paid = buyer.locator("form").filter({ hasText: "First hat" });
    await paid.locator('button[value="dispute"]').click();
    await buyer.goto(`${site.url}/shop/purchases/${first}`);
    await buyer.getByText("Disputed", { exact: true }).first().waitFor(PATIENCE);
    await lookAt(buyer, "purchase-disputed");

    await seller.goto("/shop?tab=analytics");
    await seller.getByText("Paid by buyers").waitFor();
    await seller.getByText(/^Disputes\s*1$/).waitFor();
    await lookAt(seller, "shop-analytics");
    await seller.goto("/shop?tab=purchases");
    await see(seller, "First hat");
    await lookAt(seller, "shop-sales");
    await admin.goto("/admin/payments");
    await admin.getByRole("heading", { level: 1, name: "Payments" }).waitFor();
    await lookAt(admin, "admin-payments");
    await admin.setViewportSize(VIEWPORTS.tablet);
    for (const caption of ["Open payments", "Webhooks"]) await expectTableWhole(admin, caption);
    await seller.goto("/settings");
    await seller.getByRole("heading", { name: "Payment methods" }).waitFor();
    await lookAt(seller, "settings-payment-methods");
    await expectSoon(
      async () => (await mailsTo(site, "bob")).length >= 4,
      "the buyer got a mail about each step",
    );
  },
);
