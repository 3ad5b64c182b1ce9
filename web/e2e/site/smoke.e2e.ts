import { journey } from "#web/e2e/harness.ts";

const STAKE = "10";

journey("a visitor signs in, flips a coin, sees the result, and signs out", async (travel) => {
  const { page, signIn, screenshot } = travel;
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("link", { name: "Sign In with Roblox" }).first().waitFor();
  await screenshot("smoke-1-landing");

  await signIn("alice");
  await page.getByText("1,000.00 RBX available").waitFor();
  await screenshot("smoke-2-signed-in");

  await page.getByRole("button", { name: "RBX", exact: true }).click();
  await page.getByLabel("Bet amount").fill(STAKE);
  await page.getByRole("button", { name: "Flip Coin!" }).click();
  const outcome = page.getByText(/You Won!|House Wins/).first();
  await outcome.waitFor();
  const isWin = (await outcome.textContent())?.includes("You Won!") === true;
  const balance = isWin ? "1,009.75 RBX available" : "990.00 RBX available";
  await page.getByText(balance).waitFor();
  await screenshot("smoke-3-landed");

  const stats = page.getByRole("region", { name: "Your Stats" });
  await stats.getByText(isWin ? "100.0%" : "0.0%").waitFor();
  await page.reload();
  await page.getByText(balance).waitFor();

  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).first().click();
  await page.getByRole("link", { name: "Sign In with Roblox" }).first().waitFor();
  const answer = await page.request.get("/api/auth/user");
  if (answer.status() !== 401) throw new Error(`Signed out, the API still answers ${answer.status()}`);
});
