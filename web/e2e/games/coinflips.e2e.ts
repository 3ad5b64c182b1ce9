import type { Page } from "playwright-core";
import {
  expectAccessible,
  expectBalance,
  expectSoon,
  expectThat,
  pressFirst,
  see,
} from "#web/e2e/expectations.ts";
import { journey } from "#web/e2e/harness.ts";

/** Items without serial numbers, so that copies of two people have the same value and name. */
const SCARF = { assetId: 700_021, name: "Moonthread Scarf" } as const;
const SATCHEL = { assetId: 700_027, name: "Courier's Satchel" } as const;
const WINGS = { assetId: 700_024, name: "Gale Wings" } as const;

/** Opens a coinflip of RBX on the game page. @returns its id */
async function create(page: Page, amount: string): Promise<string> {
  await page.getByRole("button", { name: "Create Coinflip" }).click();
  await page.getByRole("dialog").getByLabel("Bet Amount").fill(amount);
  return submit(page);
}

/** Submits the dialog of a new coinflip. @returns its id */
async function submit(page: Page): Promise<string> {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith("/api/live-coinflips") && response.request().method() === "POST",
  );
  await page.getByRole("dialog").getByRole("button", { name: "Create Coinflip" }).click();
  const { id } = (await (await answered).json()) as { id: string };
  await see(page, "Coinflip created! Waiting for an opponent...");
  return id;
}

/** Opens the question whether to join a coinflip. */
async function ask(page: Page, creator: string) {
  await page.getByRole("button", { name: new RegExp(`^Join ${creator}:`) }).click();
  return page.getByRole("dialog");
}

/** Waits for the result of a join. @returns null when it was refused */
async function ended(page: Page): Promise<"won" | "lost" | null> {
  const told = page.getByText(/^(You Won!|You Lost!|Not joined)$/).first();
  const text = await told.textContent();
  return text === "Not joined" ? null : text === "You Won!" ? "won" : "lost";
}

async function verifyProof(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await see(page, "Verified in this browser");
}

interface Owned {
  readonly itemName: string;
  readonly quantity: number;
  readonly inPlay: boolean;
}

const inventoryOf = async (page: Page): Promise<Owned[]> =>
  (await page.request.get("/api/user/limiteds")).json() as Promise<Owned[]>;

/** How many copies a signed-in person has and may stake. */
async function copiesOf(page: Page): Promise<number> {
  const owned = await inventoryOf(page);
  return owned.filter(({ inPlay }) => !inPlay).reduce((sum, { quantity }) => sum + quantity, 0);
}

async function sync(page: Page): Promise<void> {
  const answer = await page.request.post("/api/sync-inventory", { data: {} });
  expectThat(answer.ok(), "the inventory is synced");
}

journey("two players flip a coin for RBX while a third looks on", async (travel) => {
  const { page, person, signIn, another, screenshot } = travel;
  const joiner = await another(`${person}_b`);
  await signIn();
  const id = await create(page, "25");
  const own = page.getByRole("listitem").filter({ hasText: person });
  const yours = own.getByRole("button", { name: "Your Game" });
  expectThat(await yours.isDisabled(), "nobody joins their own game");
  await expectBalance(page, 1475);
  await page.goto("/leaderboard");

  const onlooker = await another();
  await onlooker.goto(`/games/${id}`);
  await see(onlooker, "Waiting for an opponent");

  // A list opened before the game shows it too.
  const dialog = await ask(joiner, person);
  for (const text of ["50%, exactly even", "49.37 RBX", "0.63 RBX"]) await dialog.getByText(text).waitFor();
  await expectAccessible(joiner, "the question whether to join");
  await dialog.getByRole("button", { name: "Join for 25.00 RBX" }).click();
  await see(joiner, "The coin is in the air…");
  const joinerWon = (await ended(joiner)) === "won";
  await see(joiner, joinerWon ? "Result: TIX. You won 49.37 RBX." : /^Result: RBX\. You lost 25\.00 RBX\./);
  await expectAccessible(joiner, "the result of a join");

  const results = page.getByRole("list", { name: "Results of your coinflips" });
  await results.getByText(joinerWon ? "You Lost!" : "You Won!").waitFor();
  await expectAccessible(page, "the result that a creator sees");
  await screenshot("coinflip-told");
  await see(onlooker, joinerWon ? "Landed on TIX" : "Landed on RBX");
  await expectAccessible(onlooker, "the proof of a game between players");

  await joiner.getByRole("dialog").getByRole("link", { name: "Proof" }).click();
  await results.getByRole("link", { name: "Proof" }).click();
  for (const one of [page, joiner, onlooker]) {
    await one.waitForURL(`**/games/${id}`);
    await verifyProof(one);
  }
  await expectBalance(page, joinerWon ? 1475 : 1524);
  await expectBalance(joiner, joinerWon ? 1524 : 1475);
});

journey("two players flip a coin for items, and the winner has them all", async (travel) => {
  const { page, site, person, signIn, another, screenshot } = travel;
  const rival = `${person}_b`;
  for (const name of [person, rival]) await site.give(name, SCARF.assetId, WINGS.assetId);
  await signIn(person, "/my-limiteds");
  await page.getByRole("button", { name: "Sync Inventory" }).click();
  await see(page, /^Found \d+ limited items from your Roblox account$/);
  const before = await copiesOf(page);
  await page.goto("/limiteds?tab=my-inventory");
  await pressFirst(page, `Gamble ${SCARF.name}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Select Limiteds to Bet (1 selected)").waitFor();
  expectThat(
    await dialog
      .getByRole("checkbox", { name: new RegExp(SCARF.name) })
      .first()
      .isChecked(),
    "the item is chosen",
  );
  await dialog
    .getByRole("checkbox", { name: new RegExp(WINGS.name) })
    .first()
    .check();
  await dialog.getByText("Select Limiteds to Bet (2 selected)").waitFor();
  await expectAccessible(page, "the dialog of a new coinflip");
  await screenshot("create-with-items");
  const id = await submit(page);
  await see(page, "In play");
  // Staked copies stay staked, whatever the platform says in the meantime.
  await sync(page);
  const staked = (await inventoryOf(page)).filter(({ inPlay }) => inPlay);
  expectThat(staked.length === 2, "two items are in play");

  const joiner = await another(rival);
  await sync(joiner);
  const theirs = await copiesOf(joiner);
  await joiner.goto("/limiteds-coinflip");
  const question = await ask(joiner, person);
  await question.getByRole("button", { name: "Pick for me" }).click();
  await expectAccessible(joiner, "the question whether to join with items");
  await question.getByRole("button", { name: /^Join with \d items?$/ }).click();
  await see(joiner, "The coin is in the air…");
  const joinerWon = (await ended(joiner)) === "won";
  await see(
    joiner,
    joinerWon ? /You won both players' items\.$/ : /You lost your items\. Better luck next time!$/,
  );
  const results = page.getByRole("list", { name: "Results of your coinflips" });
  await results.getByText(joinerWon ? "You Lost!" : "You Won!").waitFor();
  await screenshot("items-told");

  const [winner, loser] = joinerWon ? [joiner, page] : [page, joiner];
  const [winners, losers] = joinerWon ? [theirs, before] : [before, theirs];
  await expectSoon(async () => (await copiesOf(loser)) < losers, "the loser's items are gone");
  // The creator's sync found them still at the platform, where nobody has traded them: that gives no credit.
  const lost = losers - (await copiesOf(loser));
  expectThat(joinerWon ? lost === 2 : lost > 0, `the loser staked them, and lost ${lost}`);
  await expectSoon(async () => (await copiesOf(winner)) === winners + lost, "the winner has all of them");
  await winner.goto("/limiteds?tab=my-inventory");
  await winner
    .getByRole("button", { name: `Gamble ${SCARF.name}` })
    .first()
    .waitFor();
  expectThat((await winner.getByText("In play").count()) === 0, "nothing of it is in play any more");
  for (const one of [page, joiner, await another()]) {
    await one.goto(`/games/${id}`);
    await verifyProof(one);
  }
});

journey("of two players who join at once, one plays and the other keeps everything", async (travel) => {
  const { page, site, person, signIn, another } = travel;
  const names = [`${person}_b`, `${person}_c`];
  for (const name of [person, ...names]) await site.give(name, SATCHEL.assetId);
  await signIn();
  await sync(page);
  const rivals: { one: Page; copies: number }[] = [];
  for (const name of names) {
    const one = await another(name);
    await sync(one);
    rivals.push({ one, copies: await copiesOf(one) });
  }
  await page.goto("/limiteds?tab=my-inventory");
  await pressFirst(page, `Gamble ${SATCHEL.name}`);
  await submit(page);
  for (const { one } of rivals) {
    await one.goto("/limiteds");
    await (await ask(one, person)).getByRole("button", { name: "Pick for me" }).click();
  }
  const joining = rivals.map(({ one }) => one.getByRole("button", { name: /^Join with/ }).click());
  await Promise.all(joining);
  const results = await Promise.all(rivals.map(({ one }) => ended(one)));
  expectThat(results.filter((result) => result === null).length === 1, `one of them plays: ${results}`);
  const [loser] = rivals.filter((_, index) => results[index] === null);
  expectThat(loser !== undefined, "one was refused");
  await see(loser.one, "Someone has already joined this coinflip.");
  await loser.one.getByRole("button", { name: "Join with 1 item" }).waitFor();
  await expectAccessible(loser.one, "a join that was refused");
  expectThat((await copiesOf(loser.one)) === loser.copies, "who was refused keeps every item");
  expectThat(!(await inventoryOf(loser.one)).some(({ inPlay }) => inPlay), "and none is in play");
  await expectBalance(loser.one, 1500);
});

journey("a cancelled coinflip cannot be joined any more", async (travel) => {
  const { page, person, signIn, another } = travel;
  await signIn();
  await create(page, "10");
  const other = await another(`${person}_b`);
  const join = (await ask(other, person)).getByRole("button", { name: "Join for 10.00 RBX" });
  await join.waitFor();
  await page.getByRole("button", { name: /^Cancel your coinflip/ }).click();
  await see(page, "Your stake is back.");
  await expectBalance(page, 1500);
  await join.click();
  await see(other, "This coinflip is no longer open.");
  await expectBalance(other, 1500);
  await other.keyboard.press("Escape");
  await other.getByRole("button", { name: new RegExp(`^Join ${person}:`) }).waitFor({ state: "detached" });
});

journey("a visitor who follows the link of an open game signs in there and joins", async (travel) => {
  const { page, person, signIn, another } = travel;
  const visitor = await another();
  await signIn();
  const id = await create(page, "15");
  await visitor.goto(`/games/${id}`);
  await see(visitor, "This game is open");
  const signInLink = visitor.getByRole("link", { name: "Sign in to join" });
  const address = new URL((await signInLink.getAttribute("href")) ?? "", visitor.url());
  expectThat(address.searchParams.get("returnTo") === `/games/${id}`, "sign-in comes back to the game");
  await expectAccessible(visitor, "the link of an open game");
  const joiner = await another(`${person}_b`);
  await joiner.goto(`/games/${id}`);
  await (await ask(joiner, person)).getByRole("button", { name: "Join for 15.00 RBX" }).click();
  expectThat((await ended(joiner)) !== null, "the game was played");
  await joiner.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await see(joiner, /^Landed on (RBX|TIX)$/);
});

journey("both players of a game may want a rematch", async (travel) => {
  const { page, person, signIn, another, screenshot } = travel;
  await signIn();
  await create(page, "5");
  const joiner = await another(`${person}_b`);
  await (await ask(joiner, person)).getByRole("button", { name: "Join for 5.00 RBX" }).click();
  // The creator watches: the coin falls there too, and covers nothing of the game beside it.
  const results = page.getByRole("list", { name: "Results of your coinflips" });
  await results.getByRole("img", { name: "Coin in the air" }).waitFor();
  await page.getByRole("button", { name: "Flip Coin!" }).click({ trial: true });
  await ended(joiner);
  await results.getByText(/^You (Won|Lost)!$/).waitFor();
  await page.getByRole("button", { name: "Flip Coin!" }).click({ trial: true });
  await screenshot("creator-sees-result");
  await page.getByRole("button", { name: "Rematch" }).click();
  await joiner.getByRole("dialog").getByRole("button", { name: "Rematch" }).click();
  for (const one of [page, joiner]) {
    const amount = one.getByRole("dialog", { name: "Create New Coinflip" }).getByLabel("Bet Amount");
    expectThat((await amount.inputValue()) === "5", "the stake is that of the game");
  }
  await submit(page);
  await joiner.keyboard.press("Escape");
  await (await ask(joiner, person)).getByRole("button", { name: "Join for 5.00 RBX" }).click();
  expectThat((await ended(joiner)) !== null, "the rematch is played");
});

journey(
  "open coinflips are sorted and filtered",
  { site: {} },
  async ({ page, site, person, signIn, another }) => {
    await site.give(person, SCARF.assetId);
    const creator = await another(person);
    await sync(creator);
    const [scarf] = await inventoryOf(creator).then((all) =>
      all.filter(({ itemName }) => itemName === SCARF.name),
    );
    expectThat(scarf !== undefined, "there is an item to stake");
    const bets = [
      { betAmount: 30, betSide: "rbx" },
      { betAmount: 250.5, betSide: "tix" },
      { betAmount: 7, betSide: "tix" },
      { betItems: [{ limitedId: SCARF.assetId, quantity: 1 }], betSide: "rbx" },
    ];
    for (const data of bets) {
      const answer = await creator.request.post("/api/live-coinflips", { data });
      expectThat(answer.ok(), "the coinflip is open");
    }
    await signIn(`${person}_b`, "/limiteds");
    await page.getByRole("tab", { name: "Live Betting (4)" }).waitFor();
    const rows = page.getByRole("list", { name: "Open coinflips" }).getByRole("listitem");
    const expectRows = async (...texts: string[]) => {
      const told = (await rows.allTextContents()).map((row) => texts.find((text) => row.includes(text)));
      expectThat(told.join() === texts.join(), `${texts} are listed, but ${told} are`);
    };
    await expectRows("1 Limited(s)", "7.00 TIX on TIX", "250.50 TIX on TIX", "30.00 RBX on RBX");
    await page.getByLabel("Order").selectOption("highest");
    await expectRows("1 Limited(s)", "250.50 TIX on TIX", "30.00 RBX on RBX", "7.00 TIX on TIX");
    await page.getByRole("radio", { name: "TIX" }).check({ force: true });
    await page.getByLabel("Order").selectOption("lowest");
    await expectRows("7.00 TIX on TIX", "250.50 TIX on TIX");
    await page.getByLabel("Minimum value").fill("100");
    await expectRows("250.50 TIX on TIX");
    await expectAccessible(page, "open coinflips that were narrowed down");
    await page.getByLabel("Maximum value").fill("200");
    await see(page, "No coinflip fits");
  },
);

/** Stakes the first item against the bot. @returns whether it was won */
async function playBot(page: Page): Promise<boolean> {
  const dialog = page.getByRole("dialog", { name: "Create New Coinflip" });
  await dialog.getByText("Limiteds", { exact: true }).click();
  await dialog.getByRole("checkbox").first().check();
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/games/coinflip-vs-bot"));
  await dialog.getByRole("button", { name: "🤖 Play vs Bot (1.8x)" }).click();
  const step = page.getByRole("dialog", { name: "Play vs Bot" });
  for (const text of ["50%, exactly even", "10%"]) await step.getByText(text).waitFor();
  await step.getByRole("button", { name: "Stake 1 item and flip" }).click();
  await step.getByRole("img", { name: "Coin in the air" }).waitFor();
  const { won, message } = (await (await answered).json()) as { won: boolean; message: string };
  await see(page, won ? "Victory!" : "Defeat!");
  await see(page, new RegExp(`^Result: (RBX|TIX)\\. ${message.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`));
  await step.getByRole("link", { name: "Proof" }).waitFor();
  await step.getByRole("button", { name: "Play again" }).click();
  return won;
}

journey("a player wins against the bot, and loses", { timeoutMs: 300_000 }, async (travel) => {
  const { page, site, person, signIn } = travel;
  const GAMES_MAX = 40;
  await site.give(person, ...Array.from({ length: 10 }, (_, n) => 700_031 + n));
  await signIn(person, "/limiteds");
  await sync(page);
  await page.reload();
  await page.getByRole("button", { name: "Create Coinflip" }).click();
  let copies = await copiesOf(page);
  const seen = new Set<boolean>();
  for (let games = 0; games < GAMES_MAX && copies > 0 && seen.size < 2; games += 1) {
    const won = await playBot(page);
    seen.add(won);
    if (!won) copies -= 1;
    await expectSoon(async () => (await copiesOf(page)) === copies, `${copies} items are left`);
  }
  expectThat(seen.size === 2, "it was won and lost");
  await expectAccessible(page, "the dialog after a game against the bot");
});

journey("a coin is tried out without a stake", async ({ page }) => {
  await page.goto("/limiteds-coinflip");
  await page.getByRole("button", { name: "Preview" }).click();
  await see(page, /^(Demo Win!|Demo Loss)$/);
  await see(page, /Nothing was staked/);
});
