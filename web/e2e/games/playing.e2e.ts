import {
  bet,
  expectChoicesWhole,
  expectThat,
  flipUntil,
  headerBalance,
  landed,
  pressFirst,
  see,
} from "#web/e2e/expectations.ts";
import { journey, VIEWPORTS } from "#web/e2e/harness.ts";

/** Room of a short name. */
const NAME_PX = 48;

journey("a player wins and sees it once the coin has landed", { timeoutMs: 300_000 }, async (travel) => {
  const { page, signIn, screenshot } = travel;
  await signIn();
  await flipUntil(page, true);
  await see(page, "TIX WINS!");
  await see(page, "The coin landed on TIX!");
  await see(page, "You Won!");
  await see(page, /House edge taken: 0\.03 TIX/);
  await screenshot("won");
});

journey("a player loses and sees it", { timeoutMs: 300_000 }, async ({ page, signIn, screenshot }) => {
  await signIn();
  await flipUntil(page, false);
  await see(page, "The coin landed on RBX!");
  await see(page, "House Wins");
  await see(page, "You lost 1.00 TIX. Better luck next time!");
  await screenshot("lost");
});

journey("no result shows before the coin lands", async ({ page, signIn }) => {
  await signIn();
  const before = await headerBalance(page);
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/games/coinflip"));
  await bet(page, "RBX", "500");
  const answer = (await (await answered).json()) as { won: boolean };
  expectThat((await headerBalance(page)) === before, "the header waits for the coin");
  expectThat((await landed(page)) === answer.won, "the page shows what the server answered");
  const after = await headerBalance(page);
  expectThat(after === before + (answer.won ? 488 : -500), `the header follows the coin, and shows ${after}`);
});

journey("impossible bets are refused before they are sent", async ({ page, signIn }) => {
  await signIn();
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/games/coinflip")) sent += 1;
  });
  await page.getByRole("button", { name: "Flip Coin!" }).click();
  await see(page, "Please enter a valid bet amount");
  await bet(page, "RBX", "1000.01");
  await see(page, "You don't have enough RBX to place this bet");
  await bet(page, "TIX", "500.01");
  await see(page, "You don't have enough TIX to place this bet");
  expectThat(sent === 0, "nothing was sent");
});

journey("the last bet is repeated with one click, and by R", async ({ page, signIn }) => {
  await signIn();
  const repeat = page.getByRole("button", { name: /^Repeat the last bet/ });
  expectThat(await repeat.isDisabled(), "there is nothing to repeat yet");
  await bet(page, "TIX", "2");
  await landed(page);
  await page.getByRole("button", { name: "RBX", exact: true }).click();
  await page.getByRole("button", { name: "Repeat the last bet, 2.00 TIX" }).click();
  await page.getByRole("button", { name: "Flipping..." }).waitFor();
  await landed(page);
  await page.getByLabel("Bet amount").press("r");
  expectThat(await repeat.isEnabled(), "R does nothing while one types");
  await page.getByLabel("Bet amount").blur();
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Flipping..." }).waitFor();
  await landed(page);
  const history = (await (await page.request.get("/api/games/history")).json()) as { betAmount: string }[];
  expectThat(
    history.map(({ betAmount }) => betAmount).join() === "2.00,2.00,2.00",
    "three like bets were taken",
  );
});

journey("the reason why an amount is no bet stands under the field", async ({ page, signIn }) => {
  await signIn();
  const input = page.getByLabel("Bet amount");
  for (const [text, reason] of [
    ["0.5", "The minimum bet is 1.00 RBX."],
    ["1000.01", "You have 1,000.00 RBX."],
  ] as const) {
    await input.fill(text);
    await see(page, reason);
    expectThat((await input.getAttribute("aria-invalid")) === "true", `${text} is invalid`);
  }
  await input.fill("10");
  expectThat((await input.getAttribute("aria-invalid")) === null, "10 is valid");
});

journey("quick bets, half, double and all-in fill the bet", async ({ page, signIn }) => {
  await signIn();
  const input = page.getByLabel("Bet amount");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  for (const amount of ["10", "50", "100", "500"]) {
    await press(amount);
    expectThat(Number(await input.inputValue()) === Number(amount), `${amount} is filled in`);
  }
  await pressFirst(page, /½|half/i);
  expectThat(Number(await input.inputValue()) === 250, "half of 500 is 250");
  await pressFirst(page, /2×|double/i);
  expectThat(Number(await input.inputValue()) === 500, "twice 250 is 500");
  await page.getByRole("button", { name: "TIX", exact: true }).click();
  await press("All-In");
  expectThat(Number(await input.inputValue()) === 500, "all of 500.00 TIX");
  await page.getByRole("button", { name: "Flip Coin!" }).click();
  const won = await landed(page);
  await page.getByRole("button", { name: "TIX", exact: true }).click();
  await see(page, won ? "987.50 TIX available" : "0.00 TIX available");
});

journey("a lost session is noticed, and leads back to the sign-in", async (travel) => {
  const { page, context, signIn } = travel;
  await signIn();
  await page.getByLabel("Bet amount").fill("1");
  const left = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/login");
  // The page leaves after half a second, and would be gone before a busy machine has looked at it.
  let looked = () => {};
  const seen = new Promise<void>((resolve) => {
    looked = resolve;
  });
  await page.route("**/api/login**", async (route) => {
    await seen;
    await route.continue();
  });
  await context.clearCookies();
  await page.getByRole("button", { name: "Flip Coin!" }).click({ noWaitAfter: true });
  await see(page, "You are logged out. Logging in again...");
  looked();
  await left;
});

journey("a request with a lost answer is repeated, and the bet is taken once", async ({ page, signIn }) => {
  await signIn();
  const keys: (string | undefined)[] = [];
  await page.route("**/api/games/coinflip", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await bet(page, "RBX", "100");
  await landed(page);
  expectThat(keys.length === 2 && keys[0] === keys[1] && keys[0] !== undefined, "both had one key");
  const history = (await (await page.request.get("/api/games/history")).json()) as unknown[];
  expectThat(history.length === 1, `the bet was taken once, not ${history.length} times`);
});

journey("a change in one window shows in the other", async ({ page, context, signIn }) => {
  await signIn();
  const other = await context.newPage();
  await other.goto("/");
  await other.getByTestId("header-balance").filter({ visible: true }).first().waitFor();
  await bet(page, "RBX", "400");
  const won = await landed(page);
  await other.getByText(won ? "1,390.00 RBX available" : "600.00 RBX available").waitFor();
});

journey("without the live stream, the page polls", async ({ page, context, signIn, person }) => {
  await context.route("**/api/live", (route) => route.abort());
  await signIn();
  // The requests of the opening page have been answered: later ones are polls.
  await page.waitForLoadState("networkidle");
  const elsewhere = await page.request.post("/api/games/coinflip", {
    data: { betAmount: 7, betSide: "rbx" },
  });
  expectThat(elsewhere.ok(), "a bet is placed somewhere else");
  await page
    .getByRole("region", { name: /Live Bets/ })
    .getByText(person)
    .first()
    .waitFor({ timeout: 60_000 });
  await expectChoicesWhole(page, "Live Bets");
});

journey("a phone shows who bet items for a large amount", async ({ page, signIn, person }) => {
  await page.route("**/api/games/bets?**", async (route) => {
    const answer = await route.fetch();
    const [bet] = (await answer.json()) as readonly object[];
    const large = { gameType: "coinflip_vs_bot", won: true, betAmount: "12000.00", winAmount: "21600.00" };
    await route.fulfill({ response: answer, json: [{ ...bet, ...large }] });
  });
  await signIn();
  await page.request.post("/api/games/coinflip", { data: { betAmount: 7, betSide: "rbx" } });
  await page.setViewportSize(VIEWPORTS.phone);
  await page.reload();
  const name = page
    .getByRole("region", { name: /Live Bets/ })
    .getByText(person)
    .first();
  await name.waitFor();
  const width = (await name.boundingBox())?.width ?? 0;
  expectThat(width >= NAME_PX, `the name has room for some letters, but: ${width} pixels`);
});
