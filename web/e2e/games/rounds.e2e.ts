import type { Page } from "playwright-core";
import { expectSoon, expectThat, lookAt, see } from "#web/e2e/expectations.ts";
import { journey, picture, VIEWPORTS } from "#web/e2e/harness.ts";
import { makeGame, tryWrongTerms } from "#web/e2e/made-games.ts";

/** From the first entry to the winner: bets are taken for at least 20 s, and then the beacon is waited for. */
const JACKPOT_MS = 60_000;

async function placeBet(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Bet amount").fill(amount);
  await page.getByRole("button", { name: "Place Bet" }).click();
  await see(page, `${amount}.00 RBX is in the round.`);
}

/** Checks the newest round of a game in somebody's own browser, from the strip of its page. */
async function verifyLast(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Last rounds" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await see(page, "Verified in this browser");
}

const balanceOf = async (page: Page): Promise<number> => {
  const { rbxBalance } = (await (await page.request.get("/api/auth/user")).json()) as { rbxBalance: string };
  return Number(rbxBalance);
};

journey(
  "five players play a jackpot to its end on phones and desktops, and the winner is named when the marker has reached the ticket",
  async ({ page, person, signIn, another }) => {
    const title = `Pot of ${person}`;
    await signIn(person, "/user-games");
    await page.getByRole("button", { name: "Create Game" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill(title);
    await tryWrongTerms(page);
    const address = await makeGame(page, { title, kind: "Jackpot" }, [
      "The winner of a pot of 100.00 gets 95.00.",
      /You earn 5\.00 of every 100\.00/,
    ]);

    const stakes = [50, 30, 10, 5, 5];
    const players: Page[] = [];
    for (const n of stakes.keys()) players.push(await another(`${person}_${n}`));
    const [first, second, third] = players as [Page, Page, Page];
    for (const player of players) await player.goto(address);
    await see(first, "No round is open. The first bet opens one.");
    await lookAt(first, "jackpot-none");
    for (const phone of [second, third]) await phone.setViewportSize(VIEWPORTS.phone);
    await placeBet(first, "50");
    await see(second, /^Waiting for a second player/);
    for (const [n, player] of players.entries()) if (n > 0) await placeBet(player, String(stakes[n]));

    await see(first, "Your part: 50.00 RBX, 50.00% of the pot.");
    await see(first, "Tickets 80.00 to 89.99 of 100.00");
    await first.getByRole("timer").waitFor();
    await lookAt(first, "jackpot-countdown");

    await first.getByText("The ticket is drawn. The marker moves to it.").waitFor({ timeout: JACKPOT_MS });
    const strip = first.getByRole("region", { name: "Last rounds" });
    expectThat(!(await first.getByText(/ won 95\.00 RBX\.$/).isVisible()), "nobody is named yet");
    expectThat(!(await strip.getByText("95.00").isVisible()), "the strip does not tell yet");
    await first.getByText(/\S won 95\.00 RBX\.$/).waitFor();
    await strip.getByText("95.00").waitFor();
    await lookAt(first, "jackpot-won");

    // What was shown is what was paid: the pot less the edge to one of them.
    const balances = await Promise.all(players.map(balanceOf));
    const changes = balances.map((balance) => balance - 1_000);
    const won = changes.findIndex((change) => change > 0);
    expectThat(won >= 0, `somebody has won, but the balances are ${balances.join(", ")}`);
    const due = stakes.map((stake, at) => (at === won ? 95 - stake : -stake));
    expectThat(String(changes) === String(due), `${changes} is what was due, ${due}`);
    await see(players[won] as Page, "You won 95.00 RBX.");

    // Winners and losers check the round with one click.
    for (const player of players) await verifyLast(player);
    await lookAt(first, "jackpot-proof");
  },
);

/** Minimum duration of a curve worth watching, in milliseconds; about four of five last that long. */
const WATCHED_MS = 3_000;
const ROUNDS_MAX = 6;
/** Nearly all curves have broken by then; that of one in a hundred goes on for longer. */
const FLIGHT_MS = 150_000;

interface RoundsAnswer {
  readonly items: readonly {
    readonly id: string;
    readonly point: string | null;
    readonly bets: readonly {
      readonly player: { readonly username: string };
      readonly multiplier: string | null;
      readonly winAmount: string | null;
      readonly cause: string | null;
    }[];
  }[];
}

/** Somebody who bets on every round, with a target or by hand. */
interface Flyer {
  readonly page: Page;
  readonly name: string;
  readonly target: string;
}
const FLYER_STAKE = 10;

async function board({ page, target }: Flyer): Promise<void> {
  await page.getByLabel("Auto cash-out").fill(target);
  await placeBet(page, String(FLYER_STAKE));
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** Plays rounds until one lasts long enough to be watched. @returns once it has */
async function flyFarEnough(flyers: readonly Flyer[]): Promise<void> {
  const { page } = flyers[0] as Flyer;
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    for (const flyer of flyers) await board(flyer);
    await page.getByTestId("multiplier").waitFor({ timeout: 30_000 });
    await page.waitForTimeout(WATCHED_MS);
    if (!(await page.getByText("Busted", { exact: true }).first().isVisible())) return;
    await page.getByRole("button", { name: "Place Bet" }).waitFor();
  }
  throw new Error(`${ROUNDS_MAX} curves in a row broke at once`);
}

journey(
  "five players fly a crash round on phones and desktops while the service is killed, and all are paid by the rule",
  { site: {}, timeoutMs: 360_000 },
  async ({ page, person, signIn, another, site }) => {
    await signIn(person, "/user-games");
    await page.getByRole("button", { name: "Create Game" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill("Rocket");
    await tryWrongTerms(page);
    const address = await makeGame(page, { title: "Rocket", kind: "Crash" }, [
      "A bet of 100.00 cashed out at 2.00× pays 200.00; 47.50% of all rounds get there.",
      /You earn 5\.00 of every 100\.00/,
    ]);
    const flyers: Flyer[] = [];
    for (const [name, target] of Object.entries({ l: "1.05", m: "", h: "1.9", f: "9000", i: "" })) {
      flyers.push({ page: await another(`${person}_${name}`), name: `${person}_${name}`, target });
    }
    const [low, hand, high, far, idle] = flyers as [Flyer, Flyer, Flyer, Flyer, Flyer];
    for (const phone of [low, hand]) await phone.page.setViewportSize(VIEWPORTS.phone);
    await idle.page.emulateMedia({ reducedMotion: "reduce" });
    for (const flyer of flyers) await flyer.page.goto(address);
    await see(high.page, "No round is open. The first bet opens one.");
    await lookAt(high.page, "crash-none");

    await flyFarEnough(flyers);
    // On a phone the way out is at the foot of the view, under the thumb, wherever the page is scrolled to.
    const out = hand.page.getByRole("button", { name: /^Cash Out/ });
    const box = await out.boundingBox();
    const { height } = VIEWPORTS.phone;
    expectThat(
      box !== null && box.height >= 55 && box.y > height / 2 && box.y + box.height <= height,
      `the button is at the foot of the view, but it is at ${JSON.stringify(box)}`,
    );
    await out.dispatchEvent("pointerdown", { button: 0 });
    await hand.page
      .getByText(/^You left at 1\.\d\d×: 1\d\.\d\d RBX for 10\.00 RBX\.$/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await see(high.page, /^Connection \d+ ms$/);
    for (let frame = 1; frame <= 4; frame += 1) await picture(high.page, `crash-frame-${frame}`);
    await picture(hand.page, "phone-crash-out");
    await picture(idle.page, "desktop-crash-still");
    await picture(far.page, "desktop-crash-running");

    await site.kill9();
    await far.page.getByText("Reconnecting, your auto cash-out holds").waitFor();
    await picture(far.page, "desktop-crash-reconnecting");
    await site.start();
    for (const { page: theirs } of flyers)
      await theirs.getByText("Busted", { exact: true }).first().waitFor({ timeout: FLIGHT_MS });
    await lookAt(high.page, "crash-busted");

    // What each is shown and paid is what the rule says of the point.
    const rounds = async () =>
      (await (await page.request.get(`/api${address}/rounds`)).json()) as RoundsAnswer;
    await expectSoon(async () => (await rounds()).items.length > 0, "the round is settled");
    const { items } = await rounds();
    const [last] = items;
    for (const { page: theirs, name, target } of flyers) {
      const bets = items.flatMap(({ bets: all, point }) =>
        all.filter(({ player }) => player.username === name).map((bet) => ({ ...bet, point: Number(point) })),
      );
      for (const { multiplier, cause, point } of bets) {
        if (target === "") continue;
        const due = Number(target) <= point ? Number(target) : null;
        const left = multiplier === null ? null : Number(multiplier);
        expectThat(left === due, `a target of ${target} pays at ${due} of ${point}, but ${left} (${cause})`);
      }
      const won = bets.reduce((sum, { winAmount }) => sum + Number(winAmount), 0);
      const due = 1_000 - FLYER_STAKE * bets.length + won;
      const balance = await balanceOf(theirs);
      expectThat(Math.abs(balance - due) < 0.005, `${name} has ${balance}, and ${due} is due`);
      const own = last?.bets.find(({ player }) => player.username === name);
      await see(
        theirs,
        own?.multiplier == null ? /You lost 10\.00 RBX\.$/ : `You left at ${own.multiplier}×`,
      );
    }
    const stranded = last?.bets.find(({ player }) => player.username === idle.name);
    expectThat(
      stranded?.cause === "interrupted",
      `who left by hand is paid for the cut, but ${stranded?.cause}`,
    );
    await see(high.page, `${last?.point}×`);
    for (const { page: theirs } of flyers) await verifyLast(theirs);
    await lookAt(high.page, "crash-proof");
  },
);
