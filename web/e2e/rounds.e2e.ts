import type { Page } from "playwright-core";
import { expectThat, lookAt, see } from "./expectations.ts";
import { journey } from "./harness.ts";
import { makeGame } from "./made-games.ts";

/** From the first entry to the winner: bets are taken for at least 20 s, and then the beacon is waited for. */
const JACKPOT_MS = 60_000;

async function placeBet(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Bet amount").fill(amount);
  await page.getByRole("button", { name: "Place Bet" }).click();
  await see(page, `${amount}.00 RBX is in the round.`);
}

const balanceOf = async (page: Page): Promise<number> => {
  const { rbxBalance } = (await (await page.request.get("/api/auth/user")).json()) as { rbxBalance: string };
  return Number(rbxBalance);
};

journey(
  "three players play a jackpot to its end, and the winner is named when the marker has reached the ticket",
  async ({ page, person, signIn, another }) => {
    const title = `Pot of ${person}`;
    await signIn(person, "/user-games");
    await page.getByRole("button", { name: "Create Game" }).click();
    const address = await makeGame(page, { title, kind: "Jackpot" }, [
      "The winner of a pot of 100.00 gets 95.00.",
      /You earn 5\.00 of every 100\.00/,
    ]);

    const names = ["b", "c", "d"].map((letter) => `${person}_${letter}`);
    const players: Page[] = [];
    for (const name of names) players.push(await another(name));
    const [first, second, third] = players as [Page, Page, Page];
    for (const player of players) await player.goto(address);
    await see(first, "No round is open. The first bet opens one.");
    await lookAt(first, "jackpot-none");
    await placeBet(first, "50");
    await see(second, /^Waiting for a second player/);
    await placeBet(second, "30");
    await placeBet(third, "20");

    await see(first, "Your part: 50.00 RBX, 50.00% of the pot.");
    await see(first, "Tickets 80.00 to 99.99 of 100.00");
    await first.getByRole("timer").waitFor();
    await lookAt(first, "jackpot-countdown");

    await first.getByText("The ticket is drawn. The marker moves to it.").waitFor({ timeout: JACKPOT_MS });
    const strip = first.getByRole("region", { name: "Last rounds" });
    expectThat(!(await first.getByText(/ won 95\.00 RBX\.$/).isVisible()), "nobody is named yet");
    expectThat(!(await strip.getByText("95.00").isVisible()), "the strip does not tell yet");
    await first.getByText(/(^You| ) won 95\.00 RBX\.$/).waitFor();
    await strip.getByText("95.00").waitFor();
    await lookAt(first, "jackpot-won");

    // What was shown is what was paid: the pot less the edge to one of them.
    const balances = await Promise.all(players.map(balanceOf));
    const changes = balances.map((balance) => balance - 1_000);
    const won = changes.findIndex((change) => change > 0);
    expectThat(won >= 0, `somebody has won, but the balances are ${balances.join(", ")}`);
    const stakes = [50, 30, 20];
    const due = stakes.map((stake, at) => (at === won ? 95 - stake : -stake));
    expectThat(String(changes) === String(due), `${changes} is what was due, ${due}`);
    await see(players[won] as Page, "You won 95.00 RBX.");
  },
);
