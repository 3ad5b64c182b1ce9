import { inCustody, type Sale, setSettings } from "#web/e2e/earned.ts";
import { expectSoon, expectThat, lookAt, see } from "#web/e2e/expectations.ts";
import { journey } from "#web/e2e/harness.ts";
import { mailsTo } from "#web/e2e/mails.ts";

const PATH = "/admin/withdrawals";
/** The sandbox's account with the items in custody. */
const VAULT = "newbie";

journey(
  "an item in custody is withdrawn: reviewed by two admins, sent by a trade, and done when a sync shows it",
  { site: {} },
  async ({ page, signIn, another, site }) => {
    await signIn("alice", "/withdrawals");
    await see(page, "No Withdrawals Yet");
    const [buyer, admin, admin2] = [await another("bob"), await another("admin"), await another("admin2")];
    const sale: Sale = { seller: page, buyer, admin, admin2 };
    const { id, instance } = await inCustody(site, sale, "alice");
    await setSettings(sale, { withdrawalSecondApprovalAbove: 0 });
    const trade = async (from: string, to: string) => {
      const traded = await fetch(`${site.sandboxUrl}/control/inventories`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ instance, from, to }),
      });
      expectThat(((await traded.json()) as { done: boolean }).done, `the copy goes from ${from} to ${to}`);
    };
    await trade("alice", VAULT);

    await page.goto("/my-limiteds");
    const withdraw = page.locator(`a[href="/withdrawals?item=${id}"]`);
    await withdraw.waitFor();
    await lookAt(page, "my-limiteds-custody");
    await withdraw.click();
    const question = page.getByRole("dialog");
    await question.getByRole("button", { name: "Withdraw item" }).waitFor();
    await lookAt(page, "withdrawal-asked");
    await question.getByRole("button", { name: "Withdraw item" }).click();
    const list = page.getByRole("list", { name: "Your withdrawals" });
    await list.getByText("Pending", { exact: true }).waitFor();
    await question.waitFor({ state: "detached" });
    await lookAt(page, "withdrawals");

    for (const by of [admin, admin2]) {
      await by.goto(PATH);
      const row = by.getByRole("list", { name: "Withdrawals for review" }).getByRole("listitem").first();
      await row.getByRole("button", { name: /^Claim/ }).click();
      await row.getByRole("button", { name: "Approve" }).click();
      const dialog = by.getByRole("dialog");
      await dialog.getByText(instance).waitFor();
      await dialog.getByRole("button", { name: "Approve" }).click();
      await dialog.waitFor({ state: "detached" });
    }
    await list.getByText("Approved", { exact: true }).waitFor();

    await admin.goto(`${PATH}?status=approved`);
    await admin.getByRole("button", { name: /^Send/ }).click();
    await admin.getByRole("button", { name: "I send it now" }).click();
    await list.getByText("On its way", { exact: true }).waitFor();
    await admin.goto(`${PATH}?status=sending`);
    const link = admin.getByRole("link", { name: /^Trade with alice/ });
    await link.waitFor();
    const address = (await link.getAttribute("href")) ?? "";
    expectThat(address.startsWith("https://www.roblox.com/users/"), "the trade is at the platform");
    await lookAt(admin, "withdrawal-queue");

    await trade(VAULT, "alice");
    await list.getByRole("button", { name: "Sync Inventory" }).click();
    await list.getByText("Complete", { exact: true }).first().waitFor();
    await lookAt(page, "withdrawal-done");
    const told = ["You asked us to send you an item", "Your item is on its way", "Your item has arrived"];
    await expectSoon(async () => {
      const subjects = await mailsTo(site, "alice");
      return told.every((subject) => subjects.includes(subject));
    }, "the player got a mail about each step");
  },
);
