import type { Page } from "playwright-core";
import { expectSoon, expectThat, lookAt, see } from "#web/e2e/expectations.ts";
import { journey } from "#web/e2e/harness.ts";

const bell = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Plays until the first level is reached. */
async function play(page: Page): Promise<void> {
  const answer = await page.request.post("/api/games/coinflip", { data: { betAmount: 1, betSide: "rbx" } });
  expectThat(answer.ok(), `a flip succeeds, but: ${await answer.text()}`);
}

journey("news arrive in another window, and a player hides from everybody else", async (travel) => {
  const { page, person, signIn, another, context } = travel;
  await signIn(person, "/");
  const second = await context.newPage();
  await second.goto("/leaderboard");
  await bell(second, "Notifications").waitFor();
  await play(page);
  await bell(second, "Notifications, 1 unread").waitFor();
  await bell(second, /^Notifications/).click();
  await see(second, "You reached level 2.");
  await lookAt(second, "notifications");
  await second.getByRole("button", { name: "Mark All Read" }).click();
  await second.keyboard.press("Escape");
  await bell(second, "Notifications").waitFor();

  const { id } = (await (await page.request.get("/api/auth/user")).json()) as { id: string };
  const stranger = await another(`${person}_b`);
  await stranger.goto(`/players/${id}`);
  await see(stranger, "Statistics");
  await lookAt(stranger, "profile");

  await page.goto("/settings");
  await page.getByRole("group", { name: "Who sees your profile" }).getByText("Nobody").click();
  await expectSoon(async () => {
    await stranger.reload();
    return stranger
      .getByText("This player's profile is hidden.")
      .waitFor({ timeout: 2_000 })
      .then(() => true)
      .catch(() => false);
  }, "a stranger sees no more of the profile");
  const board = await stranger.request.get("/api/leaderboard");
  expectThat(!(await board.text()).includes(id), "the leaderboard names nobody who is hidden");
  expectThat(
    (await (await page.request.get("/api/leaderboard")).text()).includes(id),
    "a hidden player sees their own place",
  );

  await page.getByRole("switch", { name: "Streamer mode" }).click();
  const balance = page.getByTestId("header-balance");
  expectThat(!/\d/.test((await balance.textContent()) ?? ""), "streamer mode leaves no figure in the header");
  await lookAt(page, "own-settings");
  const [numbers, zone] = await Promise.all(
    ["Numbers", "Time zone"].map((label) => page.getByLabel(label).boundingBox()),
  );
  expectThat(numbers?.width === zone?.width, "both lists of the display are as wide");
  await page.getByRole("switch", { name: "Streamer mode" }).click();
});
