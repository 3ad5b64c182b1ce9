import { earnBySale, inCustody, type Sale, setSettings } from "#web/e2e/earned.ts";
import { expectAccessible, expectNoSideways, see } from "#web/e2e/expectations.ts";
import { journey, VIEWPORTS } from "#web/e2e/harness.ts";

journey(
  "earnings are cashed out by two admins and paid, and returned when rejected",
  { site: {} },
  async ({ page, signIn, another, screenshot, site }) => {
    await signIn("alice", "/cashouts");
    await see(page, "No Cash-outs Yet");
    const [buyer, admin, admin2] = [await another("bob"), await another("admin"), await another("admin2")];
    const sale: Sale = { seller: page, buyer, admin, admin2 };
    const { id } = await inCustody(site, sale, "alice");
    await earnBySale(sale, id, 900);
    // In this journey nothing waits 72 hours, and smaller sums need two admins.
    await setSettings(sale, { cashoutAddressHours: 0 });

    await page.goto("/cashouts");
    await page.getByLabel("Amount in USD").fill("600");
    await see(page, "$588.00");
    await page.getByLabel("PayPal email address").fill("alice@example.com");
    for (const [device, viewport] of Object.entries(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectNoSideways(page, `cash-outs on a ${device}`);
      await screenshot(`${device}-cashouts`);
    }
    await page.getByRole("button", { name: "Request Cash-out" }).click();
    await page.getByRole("list", { name: "Your cash-outs" }).getByText("Pending").waitFor();
    await expectAccessible(page, "cash-outs");

    for (const by of [admin, admin2]) {
      await by.goto("/admin/cashouts");
      const row = by.getByRole("listitem", { name: "$600.00 of alice" });
      await row.getByRole("button", { name: /^Claim/ }).click();
      await row.getByRole("button", { name: "Approve" }).click();
      const dialog = by.getByRole("dialog");
      await dialog.getByText("alice@example.com").waitFor();
      await dialog.getByRole("button", { name: "Approve" }).click();
      await dialog.waitFor({ state: "detached" });
    }
    await expectAccessible(admin2, "the queue of cash-outs");
    await page
      .getByRole("list", { name: "Your cash-outs" })
      .getByText("Paid", { exact: true })
      .waitFor({ timeout: 40_000 });
    await screenshot("cashout-paid");

    await page.getByLabel("Amount in USD").fill("20");
    await page.getByLabel("PayPal email address").fill("alice@example.com");
    await page.getByRole("button", { name: "Request Cash-out" }).click();
    await admin.goto("/admin/cashouts");
    const second = admin.getByRole("listitem", { name: "$20.00 of alice" });
    await second.getByRole("button", { name: /^Claim/ }).click();
    for (const [device, viewport] of Object.entries(VIEWPORTS)) {
      await admin.setViewportSize(viewport);
      await expectNoSideways(admin, `the queue of cash-outs on a ${device}`);
      await admin.screenshot({ path: `screenshots/${device}-cashout-queue.png` });
    }
    await second.getByRole("button", { name: "Reject" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("Note for the player").fill("Not this time.");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await page.getByText("Admin notes: Not this time.").waitFor();
    await page.getByText("Rejected", { exact: true }).waitFor();
  },
);
