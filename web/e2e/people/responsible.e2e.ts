import type { Locator, Page } from "playwright-core";
import { bet, expectSoon, expectThat, lookAt, see } from "#web/e2e/expectations.ts";
import { journey, VIEWPORTS } from "#web/e2e/harness.ts";
import { makeGame } from "#web/e2e/made-games.ts";

const PAGE = "/responsible-gaming";

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
  "each limit applies in play, a break stops bets, and a self-excluded player has one page left",
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

/** A due reality check, as the service reports it after half an hour of play. */
async function makeCheckDue(page: Page): Promise<void> {
  const startedAt = new Date(Date.now() - 31 * 60_000).toISOString();
  await page.route("**/api/responsible-play", async (route) => {
    const answer = await route.fetch();
    const play = (await answer.json()) as { readonly session: object; readonly realityCheck: object };
    const session = { ...play.session, startedAt };
    const realityCheck = { ...play.realityCheck, dueAt: startedAt, isDue: true };
    await route.fulfill({ response: answer, json: { ...play, session, realityCheck } });
  });
}

/** Curves that bust at once are not worth watching. */
const ROUNDS_MAX = 8;
const WATCHED_MS = 1_500;
const FLIGHT_MS = 150_000;

/** Bets until a curve lasts long enough for a cash-out by hand. */
async function board(page: Page): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    await page.getByLabel("Bet amount").fill("10");
    await page.getByRole("button", { name: "Place Bet" }).click();
    await see(page, "10.00 RBX is in the round.");
    await page.getByTestId("multiplier").waitFor({ timeout: 30_000 });
    await page.waitForTimeout(WATCHED_MS);
    if (await page.getByRole("button", { name: /^Cash Out/ }).isVisible()) return;
    await page.getByRole("button", { name: "Place Bet" }).waitFor();
  }
  throw new Error(`${ROUNDS_MAX} curves in a row broke at once`);
}

interface Box {
  readonly y: number;
  readonly height: number;
}

const isAbove = (one: Box, other: Box): boolean => one.y + one.height <= other.y;

/** Stops a journey when two of what floats over the page overlap. */
async function expectApart(page: Page, parts: readonly Locator[]): Promise<void> {
  for (const [device, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await expectSoon(async () => {
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
      return boxes.every((one, at) =>
        boxes.slice(at + 1).every((other) => one && other && (isAbove(one, other) || isAbove(other, one))),
      );
    }, `nothing that floats covers another on a ${device}`);
  }
  await page.setViewportSize(VIEWPORTS.desktop);
}

journey(
  "a reality check that comes due on a crash round waits for the player's cash-out",
  { site: {}, timeoutMs: 240_000 },
  async ({ page, context, person, signIn, another }) => {
    const maker = await another(`${person}_m`);
    await maker.goto("/user-games");
    await maker.getByRole("button", { name: "Create Game" }).click();
    const address = await makeGame(maker, { title: "Rocket", kind: "Crash" });
    await signIn(person, address);
    await board(page);
    const asked = page.waitForResponse((answer) => answer.url().endsWith("/api/responsible-play"));
    await makeCheckDue(page);
    // The bar asks again after a change of the player's own rules.
    await page.request.put("/api/responsible-play/reality-check", { data: { everyMinutes: 15 } });
    await asked;
    await see(page, /Playing for 3\d min/);
    const check = page.getByRole("alert").filter({ hasText: "You have played for" });
    expectThat(!(await check.isVisible()), "the check does not move the page while the bet runs");
    await page.getByRole("button", { name: /^Cash Out/ }).dispatchEvent("pointerdown", { button: 0 });
    await see(page, /^(You left at|The curve broke)/);
    const top = () =>
      page.getByRole("main").evaluate((main) => main.getBoundingClientRect().top + window.scrollY);
    const before = await top();
    await check.waitFor({ timeout: FLIGHT_MS });
    expectThat((await top()) === before, "the page does not move down for the check");
    await lookAt(page, "reality-check-crash");
    await page.setViewportSize(VIEWPORTS.phone);
    const links = await Promise.all((await check.getByRole("link").all()).map((link) => link.boundingBox()));
    expectThat(links.length === 2 && links[0]?.y === links[1]?.y, "a phone has both links in one row");
    await page.setViewportSize(VIEWPORTS.desktop);
    const made = await page.request.post("/api/live-coinflips", { data: { betAmount: 1, betSide: "rbx" } });
    const { id } = (await made.json()) as { readonly id: string };
    await maker.request.post(`/api/live-coinflips/${id}/join`, { data: {} });
    const results = page.getByRole("list", { name: "Results of your coinflips" });
    await results.getByRole("listitem").waitFor();
    await expectApart(page, [check, results]);
    await context.setOffline(true);
    const notice = page.getByText("You are offline.");
    await notice.waitFor();
    await expectApart(page, [results, check, notice]);
    await context.setOffline(false);
    await check.getByRole("link", { name: "Take a break" }).click();
    await page.waitForURL((url) => url.pathname === PAGE);
  },
);

journey(
  "a player without a confirmed age can look around, and bets after confirming it",
  { site: { env: { AGE_GATE: "birthdate" } } },
  async ({ page, signIn }) => {
    await signIn("alice", "/");
    const dialog = page.getByRole("dialog", { name: "Confirm your age" });
    await dialog.waitFor();
    await lookAt(page, "age-dialog");
    await dialog.getByRole("button", { name: "Close" }).click();
    await see(page, "Confirm your age before you play");
    await lookAt(page, "age-asked");
    await bet(page, "RBX", "1");
    // A bet refused without a confirmed age opens the dialog.
    await dialog.waitFor();
    const confirm = dialog.getByRole("button", { name: "Confirm age" });
    await confirm.click();
    await see(page, "Give your date of birth");
    await see(page, "Confirm this sentence");
    await lookAt(page, "age-faults");
    await dialog.getByLabel("Date of birth").fill("1990-05-17");
    await dialog.getByRole("checkbox").check();
    await confirm.click();
    await see(page, "Your age is confirmed");
    await dialog.waitFor({ state: "detached" });
    await bet(page, "RBX", "1");
    await see(page, /You (won|lost)/);
  },
);

journey(
  "a player with a pending age check bets once the verification service confirms the age, also after other outcomes",
  { site: { env: { AGE_GATE: "provider" } } },
  async ({ page, signIn }) => {
    await signIn("alice", "/");
    const dialog = page.getByRole("dialog", { name: "Confirm your age" });
    /** Goes to the service, and does a person's action there. */
    const choose = async (choice: RegExp) => {
      await dialog.getByRole("checkbox").check();
      await dialog.getByRole("button", { name: "Go to the verification service" }).click();
      await see(page, "Show that you are of age");
      if (choice.source === "Cancel") await lookAt(page, "age-service");
      await page.getByRole("button", { name: choice }).click();
      await page.waitForURL((url) => url.pathname === PAGE);
    };
    await dialog.waitFor();
    await lookAt(page, "age-provider");
    await choose(/Cancel/);
    await dialog.waitFor();
    await choose(/Of age, after a while/);
    await see(page, "Your age is being checked");
    await lookAt(page, "age-being-checked");
    // The page learns of the verdict by itself.
    await page.getByText("Your age is being checked").waitFor({ state: "detached" });
    await page.goto("/");
    await bet(page, "RBX", "1");
    await see(page, /You (won|lost)/);
  },
);
