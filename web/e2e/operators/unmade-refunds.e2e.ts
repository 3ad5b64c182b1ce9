import type { Locator, Page } from "playwright-core";
import { inCustody, listedForAll, released, type Sale } from "#web/e2e/earned.ts";
import { expectSoon, expectThat, lookAt, see } from "#web/e2e/expectations.ts";
import { journey, picture, VIEWPORTS } from "#web/e2e/harness.ts";

/** The purchase worker's results show within some of its looks. */
const PATIENCE = { timeout: 40_000 };

interface Bought {
  readonly id: string;
  readonly checkoutUrl: string;
}

/** Controls the payment sandbox. @param origin its address */
async function control(origin: string, asked: object): Promise<void> {
  const answer = await fetch(new URL("/control", origin), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  });
  expectThat(answer.ok, `the sandbox does it, but: ${await answer.text()}`);
}

/** Buys the listing of a title, and pays as told. */
async function buy(buyer: Page, title: string, action: string): Promise<Bought> {
  const listed = await buyer.request.get("/api/shop/listings");
  const listings = (await listed.json()) as { readonly id: number; readonly title: string }[];
  const listingId = listings.find((listing) => listing.title === title)?.id;
  const answer = await buyer.request.post("/api/shop/purchase", {
    data: { listingId, paymentMethod: "stripe" },
  });
  expectThat(answer.ok(), `${title} is bought, but: ${await answer.text()}`);
  const bought = (await answer.json()) as Bought;
  await buyer.request.post(bought.checkoutUrl, { form: { action }, maxRedirects: 0 });
  return bought;
}

/** Submits the open dialog, with a reason. */
async function propose(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Propose" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Another admin reads the proposal, and confirms it. */
async function confirm(page: Page, words: RegExp, name: string): Promise<void> {
  await page.goto("/admin/proposals");
  const row = page.getByRole("listitem").filter({ hasText: words });
  await row.waitFor();
  await lookAt(page, name);
  await row.getByRole("button", { name: /^Confirm/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Saves a picture of a part of a page at phone width. */
async function lookCloser(part: Locator, name: string): Promise<void> {
  const page = part.page();
  const before = page.viewportSize();
  await page.setViewportSize(VIEWPORTS.phone);
  await part.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await picture(page, `phone-${name}`);
  if (before !== null) await page.setViewportSize(before);
}

journey(
  "refused refunds are requested again or given up, and a debt in dollars is written off, by two admins",
  { site: {}, timeoutMs: 420_000 },
  async ({ page: seller, signIn, another, site }) => {
    await signIn("alice", "/shop");
    const [buyer, admin, admin2] = [await another("bob"), await another("admin"), await another("admin2")];
    const sale: Sale = { seller, buyer, admin, admin2 };
    for (const [nth, title] of ["First hat", "Second hat", "Third hat"].entries()) {
      const { id } = await inCustody(site, sale, "alice", nth);
      await listedForAll(sale, id, title);
    }

    await admin.goto("/admin/payments");
    await see(admin, "No open payments.");
    await lookAt(admin, "payments-empty");
    const third = await buy(buyer, "Third hat", "pay");
    const { origin } = new URL(third.checkoutUrl);
    await control(origin, { switches: { refusingRefunds: 3 } });
    await buy(buyer, "First hat", "too-little");
    const second = await buy(buyer, "Second hat", "too-little");
    const refunds = admin.getByRole("table", { name: "Refunds that were not made" });
    await refunds.getByRole("row", { name: /Second hat/ }).waitFor(PATIENCE);
    await refunds.getByRole("row", { name: /First hat/ }).waitFor(PATIENCE);
    await lookAt(admin, "payments-refused");
    await lookCloser(refunds, "refunds-closer");

    // The account has money again, and the first is requested again; two admins give up the second.
    await control(origin, { switches: {} });
    await refunds.getByRole("button", { name: "Give up the refund of Second hat" }).click();
    await lookAt(admin, "refund-giving-up");
    await propose(admin, "Paid by bank transfer.");
    await refunds.getByRole("button", { name: "Ask again for the refund of First hat" }).click();
    await see(admin, "The provider is asked again.");
    await confirm(admin2, /Give up the refund of/, "proposal-refund");
    await refunds.waitFor({ state: "detached", ...PATIENCE });
    await lookAt(admin, "payments-settled");
    await buyer.goto(`/shop/purchases/${second.id}`);
    await buyer.getByText("Refunded", { exact: true }).first().waitFor(PATIENCE);
    await lookAt(buyer, "purchase-refund-ended");

    // The paid seller cannot return the money once a bank takes the payment back, and owes it.
    await buyer.goto(`/shop/purchases/${third.id}`);
    await buyer.getByRole("region", { name: "Is everything all right?" }).waitFor(PATIENCE);
    await released(sale, third.id);
    await seller.goto("/cashouts");
    await seller.getByLabel("Amount in USD").fill("10");
    await seller.getByLabel("PayPal email address").fill("alice@example.com");
    await seller.getByRole("button", { name: "Request Cash-out" }).click();
    await seller.getByRole("list", { name: "Your cash-outs" }).getByText("Pending").waitFor();
    await control(origin, { paymentId: third.id, what: "dispute" });
    await buyer.getByText("Disputed", { exact: true }).first().waitFor(PATIENCE);
    await see(seller, "You owe $11.30");
    await lookAt(seller, "cashouts-owing");

    const { id } = (await (await seller.request.get("/api/auth/user")).json()) as { readonly id: string };
    await admin.goto(`/admin/players/${id}`);
    const debt = admin.getByRole("region", { name: "Debt in dollars" });
    await debt.getByText(/^alice owes/).waitFor(PATIENCE);
    await lookAt(admin, "player-owing-dollars");
    await lookCloser(debt, "debt-closer");
    await debt.getByRole("button", { name: "Write off" }).click();
    await lookAt(admin, "debt-writing-off");
    await propose(admin, "Lost for good.");
    await confirm(admin2, /Write off what alice owes in dollars/, "proposal-debt");
    // Each line of the access log stands for one view of a file.
    await admin.reload();
    await see(admin, "A player's file.");
    await admin.getByText("Standing", { exact: true }).waitFor();
    await debt.waitFor({ state: "detached" });
    await expectSoon(async () => {
      const told = (await (await seller.request.get("/api/social/notifications")).json()) as {
        readonly title: string;
      }[];
      return told.some(({ title }) => title === "Debt written off");
    }, "the debtor is told");
    await admin.goto("/admin/payments");
    await see(admin, "Webhooks");
    await lookAt(admin, "payments-with-webhooks");
  },
);
