import type { Page } from "playwright-core";
import { bet, expectThat, lookAt, see } from "./expectations.ts";
import { journey } from "./harness.ts";

const PAGE = "/responsible-gaming";

/** Sets a limit on the page. */
async function limit(page: Page, kind: string, amount: string): Promise<void> {
  await page.goto(PAGE);
  const limits = page.getByRole("region", { name: "Your limits" });
  await limits.getByLabel("Limit of").selectOption({ label: kind });
  await limits.getByLabel("At most").fill(amount);
  await limits.getByRole("button", { name: "Set limit" }).click();
  await limits
    .getByRole("listitem")
    .filter({ hasText: `${kind} limit` })
    .getByText(amount)
    .first()
    .waitFor();
}

/** A bet that the player's own limit refuses, with the reason in sight. */
async function refused(page: Page, amount: string, reason: RegExp): Promise<void> {
  await page.goto("/");
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/games/coinflip"));
  await bet(page, "RBX", amount);
  const { detail } = (await (await answered).json()) as { readonly detail?: string };
  expectThat(reason.test(detail ?? ""), `the bet of ${amount} is refused by ${reason}: ${detail}`);
  await see(page, reason);
}

journey(
  "each limit is met in play, a break stops bets, and who excludes themselves has one page left",
  { timeoutMs: 300_000 },
  async ({ page, signIn, person }) => {
    await signIn(person, PAGE);
    await see(page, "You have set no limit.");
    await lookAt(page, "limits-none");
    await limit(page, "Stake", "5.00");
    await refused(page, "6", /Your stake limit is 5\.00 a bet/);
    await limit(page, "Loss", "3.00");
    await refused(page, "4", /Your loss limit is 3\.00 a day: 3\.00 is left/);
    await limit(page, "Wager", "2.00");
    await refused(page, "2.50", /Your wager limit is 2\.00 a day: 2\.00 is left/);
    await limit(page, "Deposit", "1.00");
    const deposit = { type: "rbx", amount: 100 };
    const answer = await page.request.post("/api/deposits", { data: deposit });
    expectThat(answer.status() === 409, `a deposit above its limit is refused: ${await answer.text()}`);
    expectThat((await answer.text()).includes("limit_reached"), "the refusal names the limit");
    await page.goto(PAGE);
    await lookAt(page, "limits-set");

    await page.getByRole("button", { name: "Begin break" }).click();
    await see(page, /Your break lasts until/);
    await refused(page, "1", /You are taking a break/);

    await page.goto(PAGE);
    await page.getByRole("button", { name: "Exclude..." }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Exclude me" }).click();
    await dialog.getByText("Type EXCLUDE", { exact: true }).waitFor();
    await dialog.getByLabel("Type EXCLUDE to confirm").fill("EXCLUDE");
    await dialog.getByRole("button", { name: "Exclude me" }).click();
    await page.getByRole("link", { name: "Sign In with Roblox" }).first().waitFor();
    await signIn(person, "/");
    await page.waitForURL((url) => url.pathname === PAGE);
    await see(page, /You have excluded yourself until/);
    await lookAt(page, "excluded");
    await page.goto("/shop");
    await page.waitForURL((url) => url.pathname === PAGE);
  },
);

journey(
  "who has not shown their age can look around, and bets once they have",
  { site: { env: { AGE_GATE: "birthdate" } } },
  async ({ page, signIn }) => {
    await signIn("alice", "/");
    await see(page, "Confirm your age before you play");
    await lookAt(page, "age-asked");
    await bet(page, "RBX", "1");
    await see(page, /age/i);
    await page.getByRole("button", { name: "Confirm age" }).click();
    await see(page, "Give your date of birth");
    await page.getByLabel("Date of birth").fill("1990-05-17");
    await page.getByRole("button", { name: "Confirm age" }).click();
    await see(page, "Confirm the sentence below");
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Confirm age" }).click();
    await see(page, "Your age is confirmed");
    await bet(page, "RBX", "1");
    await see(page, /You (won|lost)/);
  },
);
