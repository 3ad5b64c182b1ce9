import { readFileSync } from "node:fs";
import { bet, expectThat, landed, pressFirst, see } from "#web/e2e/expectations.ts";
import { journey } from "#web/e2e/harness.ts";

journey("a player reveals a pair and checks a flip on the spot", async (travel) => {
  const { page, context, signIn, screenshot } = travel;
  await signIn();
  await bet(page, "RBX", "5");
  await landed(page);
  await page.getByRole("link", { name: "Verify this flip" }).click();
  await page.waitForURL(/\/games\/game_/);
  await see(page, /not revealed yet/i);
  const address = page.url();

  await page.goto("/fairness");
  await page.getByRole("button", { name: "Rotate" }).first().click();
  const dialog = page.getByRole("dialog");
  const seed = dialog.getByRole("textbox").first();
  await seed.fill("not allowed!");
  await dialog
    .getByRole("button", { name: /Rotate|Reveal/ })
    .last()
    .click();
  await dialog
    .getByText(/1 to 64/)
    .first()
    .waitFor();
  await seed.fill("my-own-seed_1");
  await dialog
    .getByRole("button", { name: /Rotate|Reveal/ })
    .last()
    .click();
  await see(page, "my-own-seed_1");
  await screenshot("rotated");

  await page.goto(address);
  await pressFirst(page, /Verify in this browser|Verify/);
  await see(page, /verified|matches/i);
  await screenshot("proof-verified");

  const stranger = await context.browser()?.newContext();
  expectThat(stranger !== undefined, "there is a browser");
  const theirs = await stranger.newPage();
  await theirs.goto(address);
  await pressFirst(theirs, /Verify/);
  await see(theirs, /verified|matches/i);
  await stranger.close();
});

journey("a player finds every flip in the history, and the leaderboard finds the player", async (travel) => {
  const { page, signIn, person } = travel;
  await signIn();
  for (const amount of [1, 2, 3]) {
    const answer = await page.request.post("/api/games/coinflip", {
      data: { betAmount: amount, betSide: "tix" },
    });
    expectThat(answer.ok(), "the bet is taken");
  }
  await page.goto("/history");
  for (const amount of ["1.00", "2.00", "3.00"]) await see(page, new RegExp(`${amount.replace(".", "\\.")}`));
  await page.goto("/leaderboard?period=day&by=wagered");
  await see(page, person);
});

journey("the books balance for anybody, and a receipt proves one's own entry", async (travel) => {
  const { page, signIn, screenshot } = travel;
  await page.goto("/ledger");
  await see(page, /Sum 0\.00/);
  await signIn();
  await bet(page, "RBX", "5");
  await landed(page);
  await page.goto("/ledger");
  await page.getByRole("tab", { name: "Your entries" }).click();
  await pressFirst(page, /Receipt for position/);
  await page.getByRole("dialog").getByRole("button", { name: "Verify receipt" }).click();
  await see(page, "Verified in this browser");
  await screenshot("receipt");
});

/** Fixed proofs that every verifier has to accept. */
const { keys, proofs } = JSON.parse(readFileSync("docs/vectors/proofs.json", "utf8")) as {
  readonly keys: unknown;
  readonly proofs: { readonly [name: string]: { readonly id: string; readonly serverSeed: string } };
};

journey("the published proofs of rounds hold in a browser, and none with another seed", async ({ page }) => {
  await page.route("**/api/ledger/keys", (route) => route.fulfill({ json: { keys } }));
  for (const proof of Object.values(proofs)) {
    for (const isRight of [true, false]) {
      const served = isRight ? proof : { ...proof, serverSeed: "ab".repeat(32) };
      await page.route("**/api/games/*/proof", (route) => route.fulfill({ json: served }), { times: 1 });
      await page.goto(`/games/${proof.id}`);
      await page.getByRole("button", { name: "Verify", exact: true }).click();
      if (isRight) await see(page, "Verified in this browser");
      else await page.getByRole("alert").filter({ hasText: "MISMATCH" }).waitFor();
    }
  }
});
