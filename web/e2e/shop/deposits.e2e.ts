import type { Page } from "playwright-core";
import { expectAccessible, expectNoSideways, expectThat, see } from "#web/e2e/expectations.ts";
import { journey, VIEWPORTS } from "#web/e2e/harness.ts";

/** Requests a deposit of RBX on the page of deposits. */
async function ask(page: Page, amount: string): Promise<void> {
  await page.goto("/deposits");
  await page.getByRole("button", { name: "New Deposit" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByText("RBX", { exact: true }).click();
  await form.getByLabel("Amount").fill(amount);
  await form.getByRole("button", { name: "Submit Deposit" }).click();
  await see(page, /^Number \d+ in the queue/);
}

/** Signs in again, as sensitive actions require. */
const freshly = (page: Page, username: string) =>
  page.goto(`/api/login?${new URLSearchParams({ fresh: "1", login_hint: username, returnTo: "/" })}`);

journey("a player sees where to send a deposit, and cancels it", async (travel) => {
  const { page, signIn, another, screenshot, person } = travel;
  await signIn();
  await page.goto("/deposits");
  await page.getByRole("button", { name: "New Deposit" }).first().click();
  const steps = page.getByRole("dialog").getByRole("list", { name: "How to deposit" });
  await steps.getByText("FlorinVault").waitFor();
  await expectAccessible(page, "a new deposit");
  for (const [device, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await expectNoSideways(page, `a new deposit on a ${device}`);
    await screenshot(`${device}-deposit-new`);
  }
  await page.keyboard.press("Escape");

  await ask(page, "33");
  await page.getByRole("button", { name: "Cancel deposit of 33.00 RBX" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this deposit?" });
  await expectAccessible(page, "the question whether to cancel a deposit");
  await dialog.getByRole("button", { name: "Cancel deposit" }).click();
  await see(page, "Deposit cancelled");
  await page.getByRole("list", { name: "Your deposits" }).getByText("Cancelled").waitFor();
  await screenshot("deposit-cancelled");

  // A deposit under review cannot be cancelled.
  await ask(page, "44");
  const admin = await another("admin");
  await admin.goto("/admin/review");
  const row = admin.getByRole("listitem", { name: new RegExp(` of ${person}$`) });
  await row.getByRole("button", { name: /^Claim/ }).click();
  await row.getByText(/^Yours,/).waitFor();
  await page.getByRole("button", { name: "Cancel deposit of 44.00 RBX" }).click();
  await dialog.getByRole("button", { name: "Cancel deposit" }).click();
  await see(page, "An admin is reviewing this deposit. It can no longer be cancelled.");
  await see(page, "Pending");
});

// A site of its own: earlier approvals of the same admin today may require a second one.
journey("a player on another page is notified when a deposit is credited", { site: {} }, async (travel) => {
  const { page, signIn, another, screenshot } = travel;
  await signIn();
  await ask(page, "55");
  const [{ id }] = (await (await page.request.get("/api/deposits")).json()) as [{ id: string }];
  await page.goto("/leaderboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle").catch(() => {});
  const admin = await another();
  await freshly(admin, "admin");
  const answer = await admin.request.post(`/api/admin/deposits/${id}/approve`, { data: {} });
  expectThat(answer.ok(), `the deposit is approved, but: ${await answer.text()}`);
  await see(page, "Deposit completed");
  await screenshot("deposit-credited");
});

journey("a suspended player reads why, and has no button to press", async (travel) => {
  const { page, signIn, another, screenshot } = travel;
  await signIn();
  await page.getByRole("button", { name: "Flip Coin!" }).waitFor();
  const { id } = (await (await page.request.get("/api/auth/user")).json()) as { id: string };
  const admin = await another();
  await freshly(admin, "admin");
  const reason = "Three deposits were charged back. We are looking into it.";
  const answer = await admin.request.post(`/api/admin/players/${id}/suspend`, { data: { reason } });
  expectThat(answer.ok(), `the player is suspended, but: ${await answer.text()}`);
  await see(page, "Your account is suspended");
  await see(page, new RegExp(reason));
  const barred: readonly (readonly [string, string])[] = [
    ["/", "Flip Coin!"],
    ["/", "Create Coinflip"],
    ["/limiteds", "Create Coinflip"],
    ["/deposits", "New Deposit"],
    ["/my-limiteds", "Sync Inventory"],
  ];
  for (const [path, name] of barred) {
    await page.goto(path);
    await see(page, "Your account is suspended");
    const button = page.getByRole("button", { name }).first();
    await button.waitFor();
    expectThat(await button.isDisabled(), `${name} on ${path} is disabled`);
  }
  for (const [device, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await page.goto("/");
    await see(page, "Your account is suspended");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectNoSideways(page, `a suspended player's game on a ${device}`);
    await expectAccessible(page, `a suspended player's game on a ${device}`);
    await screenshot(`${device}-suspended`);
  }
});
