import type { Locator, Page } from "playwright-core";
import { expectSoon, expectThat, lookAt, see } from "#web/e2e/expectations.ts";
import { journey, picture, VIEWPORTS } from "#web/e2e/harness.ts";
import { makeGame, tryWrongTerms } from "#web/e2e/made-games.ts";

/** From the first entry to the winner: bets are taken for at least 20 s, and then the beacon is awaited. */
const JACKPOT_MS = 60_000;

async function placeBet(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Bet amount").fill(amount);
  await page.getByRole("button", { name: "Place Bet" }).click();
  await see(page, `${amount}.00 RBX is in the round.`);
}

/** Checks the newest round of a game in the player's own browser, from the strip of its page. */
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
  "five players play a jackpot to its end on phones and desktops, and the winner is named once the marker has reached the ticket",
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

    await see(first, "Your share: 50.00 RBX, 50.00% of the pot.");
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

    // The payment equals the display: the pot less the edge goes to one of them.
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

/** Most rounds until one is cut off in flight. Half of all curves last for 10 s, which a busy machine needs. */
const ROUNDS_MAX = 12;
/** Bets are taken for 8 s, and then the beacon is awaited. */
const STARTS_WITHIN_MS = 30_000;
const LOOKED_MS = 1_000;
/** Nearly all curves have bust by then; one in a hundred goes on for longer. */
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

/** A player who bets on every round, with a target or by hand. */
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

const shown = (locator: Locator) => locator.filter({ visible: true }).first();
const busted = (page: Page) => shown(page.getByText("Busted", { exact: true }));

/** Cashes out on a phone as soon as the curve begins. @returns whether the curve lasted long enough */
async function leaveByHand(page: Page): Promise<boolean> {
  const out = page.getByRole("button", { name: /^Cash Out/ });
  await out.or(busted(page)).first().waitFor();
  const box = await out.boundingBox({ timeout: LOOKED_MS }).catch(() => null);
  if (box === null) return false;
  // The button is at the foot of the view, under the thumb, at any scroll position.
  const { height } = VIEWPORTS.phone;
  expectThat(
    box.height >= 55 && box.y > height / 2 && box.y + box.height <= height,
    `the button is at the foot of the view, but it is at ${JSON.stringify(box)}`,
  );
  // What floats at the foot stands above the bar.
  const foot = await page.locator("#foot").boundingBox();
  expectThat(
    foot !== null && foot.y + foot.height <= box.y,
    `nothing covers it: ${JSON.stringify({ foot, box })}`,
  );
  await out.dispatchEvent("pointerdown", { button: 0 }, { timeout: LOOKED_MS }).catch(() => {});
  const left = shown(page.getByText(/^You left at 1\.\d\d×: 1\d\.\d\d RBX for 10\.00 RBX\.$/));
  await left.or(busted(page)).first().waitFor();
  return left.isVisible();
}

journey(
  "five players fly a crash round on phones and desktops while the service is killed, and all are paid by the rule",
  { site: {}, timeoutMs: 600_000 },
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
    for (const [name, target] of Object.entries({ l: "1.05", m: "", h: "1.9", f: "9000", i: "" }))
      flyers.push({ page: await another(`${person}_${name}`), name: `${person}_${name}`, target });
    const [low, hand, high, far, idle] = flyers as [Flyer, Flyer, Flyer, Flyer, Flyer];
    for (const phone of [low, hand]) await phone.page.setViewportSize(VIEWPORTS.phone);
    await idle.page.emulateMedia({ reducedMotion: "reduce" });
    for (const flyer of flyers) await flyer.page.goto(address);
    await see(high.page, "No round is open. The first bet opens one.");
    await lookAt(high.page, "crash-none");

    // A curve's end is unpredictable: rounds are flown until one is still in flight when the service is killed.
    const rounds = async () =>
      ((await (await page.request.get(`/api${address}/rounds`)).json()) as RoundsAnswer).items;
    // Players without a target are paid for the interruption.
    const wasCut = async () =>
      (await rounds())[0]?.bets.some(
        (bet) => bet.player.username === idle.name && bet.cause === "interrupted",
      );
    for (let round = 1; !(await wasCut()); round += 1) {
      expectThat(round <= ROUNDS_MAX, `one of ${ROUNDS_MAX} curves is cut off`);
      await Promise.all(flyers.map(board));
      await far.page.getByTestId("multiplier").waitFor({ timeout: STARTS_WITHIN_MS });
      if (!(await leaveByHand(hand.page))) continue;
      await see(high.page, /^Connection \d+ ms$/);
      for (let frame = 1; frame <= 2; frame += 1) await picture(high.page, `crash-frame-${frame}`);
      await picture(hand.page, "phone-crash-out");
      await picture(idle.page, "desktop-crash-still");
      await picture(far.page, "desktop-crash-running");
      if (await busted(far.page).isVisible()) continue;
      await site.kill9();
      await far.page
        .getByText("Reconnecting. Your auto cash-out still applies.")
        .or(busted(far.page))
        .first()
        .waitFor();
      await picture(far.page, "desktop-crash-reconnecting");
      await site.start();
      for (const { page: theirs } of flyers) await busted(theirs).waitFor({ timeout: FLIGHT_MS });
      await expectSoon(async () => (await rounds()).length === round, "the round is settled");
    }
    await lookAt(high.page, "crash-busted");

    // Display and payment follow the rule for the point.
    const items = await rounds();
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
    await see(high.page, `${last?.point}×`);
    for (const { page: theirs } of flyers) await verifyLast(theirs);
    await lookAt(high.page, "crash-proof");
  },
);
