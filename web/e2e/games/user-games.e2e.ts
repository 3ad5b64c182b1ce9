import {
  bet,
  expectAccessible,
  expectChoicesWhole,
  expectThat,
  landed,
  lookAt,
  see,
} from "#web/e2e/expectations.ts";
import { journey, VIEWPORTS } from "#web/e2e/harness.ts";
import { makeGame, tryWrongTerms } from "#web/e2e/made-games.ts";

const BETS = 5;
/** Players who bet once each on these. */
const OTHERS = ["phone", "phone", "desktop", "desktop"] as const;
const STAKE = 10;
/** Percent. */
const EDGE = 30;

journey(
  "a player makes a coinflip, five play it on phones and desktops, and its creator claims",
  async ({ page, person, signIn, another }) => {
    const title = `Coin of ${person}`;
    await signIn(person, "/user-games?tab=mine");
    await see(page, "No Games Created");
    await lookAt(page, "user-games-none");
    await page.getByRole("button", { name: "Create First Game" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill(title);
    await tryWrongTerms(page);
    await lookAt(page, "user-games-create");
    const edge = String(EDGE);
    const address = await makeGame(page, { title, edge }, [
      "A bet of 100.00 pays 140.00 on a win.",
      /You earn 30\.00 of every 100\.00/,
    ]);
    await page.getByRole("tab", { name: "My Games (1)" }).waitFor();

    await page.goto(address);
    await see(page, /This is your own game/);

    // Found by search, with a warning, and played to the end.
    const player = await another(`${person}_b`);
    await player.goto("/user-games");
    await player.getByLabel("Search").fill(title);
    const card = player.getByRole("listitem").filter({ hasText: title });
    await card.getByText(/^High edge/).waitFor();
    await lookAt(player, "user-games-browse");
    const viewport = player.viewportSize();
    await expectChoicesWhole(player, "user-games-browse");
    if (viewport !== null) await player.setViewportSize(viewport);
    await card.getByRole("link", { name: `Play Game: ${title}` }).click();
    await see(player, "70.00%");
    for (let bets = 0; bets < BETS; bets += 1) {
      await bet(player, "RBX", String(STAKE));
      await player.getByRole("button", { name: "Flipping..." }).waitFor();
      await player.getByRole("button", { name: "Flip Coin!" }).waitFor();
      await landed(player);
    }
    await lookAt(player, "user-games-play");
    await player.goto("/history");
    await player.getByRole("cell").filter({ hasText: title }).first().waitFor();
    await expectAccessible(player, "the history with a player-made game");

    for (const [n, device] of OTHERS.entries()) {
      const other = await another(`${person}_${n}`);
      await other.setViewportSize(VIEWPORTS[device]);
      await other.goto(address);
      await bet(other, "RBX", String(STAKE));
      await landed(other);
    }

    const share = ((BETS + OTHERS.length) * STAKE * EDGE) / 100;
    await page.goto("/user-games?tab=mine");
    await see(page, `${share}.00 RBX + 0.00 TIX`);
    await lookAt(page, "user-games-mine");
    await page.getByRole("button", { name: "Claim" }).click();
    await see(page, `${share}.00 RBX + 0.00 TIX is in your balance.`);
    const { rbxBalance } = (await (await page.request.get("/api/auth/user")).json()) as {
      rbxBalance: string;
    };
    expectThat(rbxBalance === `${1_000 + share}.00`, `the share is in the balance, but it is ${rbxBalance}`);

    // Paused, nobody can play it; open pages show that at once.
    await player.goto(address);
    await player.getByLabel("Bet amount").waitFor();
    await page.getByRole("button", { name: `Edit ${title}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Pause Game" }).click();
    await see(page, "The game takes no more bets.");
    await see(player, /The creator has paused this game/);

    const admin = await another("admin");
    const { id } = (await (await page.request.get("/api/auth/user")).json()) as { id: string };
    await admin.goto(`/admin/players/${id}`);
    const ties = admin.getByRole("region", { name: "Players of this player's games" });
    await ties.getByRole("link", { name: `${person}_b` }).waitFor();
    await ties.getByText("50.00", { exact: true }).waitFor();
    await lookAt(admin, "user-games-ties");
  },
);
