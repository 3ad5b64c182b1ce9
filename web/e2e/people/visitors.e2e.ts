import { randomBytes } from "node:crypto";
import { expectThat, see } from "#web/e2e/expectations.ts";
import { journey } from "#web/e2e/harness.ts";

const key = (id: string): string => `${id}:${randomBytes(32).toString("base64")}`;

journey("a visitor sees the landing page at any address without a page", async ({ page }) => {
  await page.goto("/no/such/page");
  await page.getByRole("link", { name: "Sign In with Roblox" }).first().waitFor();
  for (const card of ["Fair Gaming", "High Rewards", "Secure", "Community", "How to Play"])
    await see(page, card);
  await see(page, /no demo users/i);
  await page.goto("/find-url");
  await see(page, "Use server route");
});

journey("a visitor who signs in lands where they wanted to go", async ({ page, person }) => {
  await page.goto("/limiteds?tab=marketplace");
  await page.getByRole("link", { name: "Sign In with Roblox" }).first().click();
  await page.getByLabel("Other name").fill(person);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/limiteds?tab=marketplace");
  await page.getByRole("list", { name: "All limiteds" }).waitFor();
});

const BANNERS: readonly (readonly [string, string])[] = [
  ["error=code_expired", "Authorization code expired. Please try signing in again."],
  ["error=auth_failed", "Authentication failed. Please try again."],
  ["error=session_expired", "Session expired. Please try logging in again."],
  ["error=other&message=Something+else", "Something else"],
  ["error=other", "An error occurred during authentication."],
];

journey("a visitor whose sign-in failed sees why, and the address drops the error", async ({ page }) => {
  for (const [query, text] of BANNERS) {
    await page.goto(`/?${query}`);
    await see(page, text);
    await page.waitForFunction(() => window.location.search === "");
  }
});

journey("the platform's refusals come back as the documented errors", async ({ page, site, person }) => {
  const signIn = () => page.goto(`/api/login?login_hint=${person}`);
  try {
    await site.setFaults({ fault: "denied", signIns: 1 });
    await signIn();
    await see(page, "You cancelled the sign-in. Nothing has changed.");
    await site.setFaults({ fault: "expired", signIns: 1 });
    await signIn();
    await see(page, "Authorization code expired. Please try signing in again.");
  } finally {
    await site.setFaults({});
  }
  await page.goto("/api/callback?code=made-up&state=made-up");
  await see(page, "Session expired. Please try logging in again.");
});

journey("a visitor tries the sign-in on its test page", async ({ page, person }) => {
  await page.goto("/oauth-test");
  await page.getByRole("button", { name: "Test OAuth Flow" }).waitFor();
  await see(page, "Codes are single use");
  await page.goto("/oauth-test?error=auth_failed&message=Written+down");
  await see(page, /auth_failed/);
  await see(page, /Written down/);
  await page.goto("/oauth-test");
  await page.getByRole("button", { name: "Test OAuth Flow" }).click();
  await page.getByLabel("Other name").fill(person);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/oauth-test/);
  await see(page, /success/i);
});

journey("a person chooses a persona on the platform's page, and may deny", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Sign In with Roblox" }).first().click();
  await page.getByRole("button", { name: /Deny/ }).click();
  await see(page, "You cancelled the sign-in. Nothing has changed.");
  expectThat((await page.getByRole("alert").count()) === 0, "a cancelled sign-in raises no alarm");
  await page.getByRole("link", { name: "Sign In with Roblox" }).first().click();
  await page.getByRole("button", { name: /carol/i }).first().click();
  await page.getByTestId("header-balance").filter({ visible: true }).first().waitFor();
});

journey(
  "every address shows what is missing until sign-in is configured",
  {
    site: {
      program: "start",
      env: {
        NODE_ENV: "production",
        ALLOW_PGLITE: "yes",
        MASTER_KEYS: key("m"),
        TOKEN_KEYS: key("t"),
        HEAD_KEYS: key("h"),
        ROBLOX_CLIENT_ID: "",
        ROBLOX_CLIENT_SECRET: "",
        ROBLOX_REDIRECT_URI: "",
      },
    },
  },
  async ({ page, screenshot }) => {
    for (const path of ["/", "/leaderboard", "/nowhere"]) {
      await page.goto(path);
      for (const name of ["ROBLOX_CLIENT_ID", "ROBLOX_CLIENT_SECRET", "ROBLOX_REDIRECT_URI"])
        await see(page, name);
    }
    await page.getByRole("link", { name: /Create OAuth App/ }).waitFor();
    await page.getByRole("button", { name: "Check Again" }).click();
    await see(page, "ROBLOX_CLIENT_ID");
    await screenshot("setup-required");
    const answer = await page.request.get("/api/health");
    expectThat(answer.status() === 200, "health answers all the same");
  },
);
