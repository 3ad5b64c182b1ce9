import type { Page } from "playwright-core";
import { expectAccessible, expectNoSideways, expectThat, see } from "./expectations.ts";
import { journey, type Travel, VIEWPORTS } from "./harness.ts";

const WIDE = { width: 1_920, height: 1_000 };

async function send(page: Page, method: "post" | "put", path: string, data: object): Promise<void> {
  const answer = await page.request[method](`/api${path}`, { data });
  expectThat(answer.ok(), `${path} succeeds, but: ${await answer.text()}`);
}

/** An admin opens the chat from level 1 on and makes somebody a moderator. */
async function prepare({ another, person }: Travel): Promise<Page> {
  const moderator = await another(`${person}_mod`);
  const { id } = (await (await moderator.request.get("/api/auth/user")).json()) as { id: string };
  const admin = await another("admin");
  await admin.goto("/api/login?login_hint=admin&fresh=1");
  await send(admin, "post", "/admin/roles", { playerId: id, role: "moderator", reason: "For the chat" });
  const { version } = (await (await admin.request.get("/api/admin/settings")).json()) as { version: number };
  await send(admin, "put", "/admin/settings", {
    version,
    values: { chatLevelMin: 1 },
    reason: "For the chat",
  });
  return moderator;
}

/** Looks at the page as it is at every width. */
async function lookAtEveryWidth(page: Page, name: string): Promise<void> {
  for (const [width, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await expectNoSideways(page, `${name} on a ${width}`);
    await expectAccessible(page, `${name} on a ${width}`);
    await page.screenshot({ path: `screenshots/chat-${name.replaceAll(" ", "-")}-${width}.png` });
  }
  await page.setViewportSize(VIEWPORTS.desktop);
}

const input = (page: Page) => page.getByRole("textbox", { name: "Your message" });
async function say(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
  await input(page).press("Enter");
  await page.getByRole("region", { name: "Messages" }).getByText(text).waitFor();
}
const message = (page: Page, text: string) =>
  page.getByRole("region", { name: "Messages" }).getByRole("listitem").filter({ hasText: text });

journey("players meet in the chat, and a moderator deals with a spammer", { site: {} }, async (travel) => {
  const { page, person, signIn, another, context } = travel;
  await page.goto("/chat");
  await see(page, "Please log in to access chat.");
  await signIn(person, "/chat");
  await page.getByRole("heading", { name: "Chat Locked" }).waitFor();
  await see(page, "Chat access requires level 20 or higher. You are currently level 1.");
  await see(page, "Play more games to increase your level and unlock chat!");
  await lookAtEveryWidth(page, "locked");

  const moderator = await prepare(travel);
  await page.goto("/chat");
  const second = await context.newPage();
  await second.goto("/chat");
  const spammer = await another(`${person}_bad`);
  await spammer.goto("/chat");
  await say(page, `Hello from ${person}, see /fairness`);
  await message(second, `Hello from ${person}`).waitFor();
  await message(spammer, `Hello from ${person}`).waitFor();
  await spammer.waitForTimeout(2_100);

  // In the middle of it all the connection breaks, and nothing is lost.
  await context.setOffline(true);
  await say(spammer, `Free coins @${person}`);
  await context.setOffline(false);
  await message(page, "Free coins").waitFor();
  await message(second, "Free coins").waitFor();
  await lookAtEveryWidth(page, "room");

  // Elsewhere the navigation counts what is new, and the chat can stay open beside the page.
  await second.close();
  await page.goto("/");
  await page.waitForTimeout(2_100);
  await say(spammer, "Really free coins");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Chat.*1 unread/ });
  await link.waitFor();
  await page.setViewportSize(WIDE);
  await page.getByRole("button", { name: /^Chat/ }).click();
  const panel = page.getByRole("complementary", { name: "Global Chat" });
  await panel.getByText("Really free coins").waitFor();
  await expectAccessible(page, "the panel");
  await page.screenshot({ path: "screenshots/chat-panel.png" });
  await page.getByRole("button", { name: "Close the chat" }).click();
  await page.setViewportSize(VIEWPORTS.desktop);

  await page.goto("/chat");
  await message(page, "Really free coins")
    .getByRole("button", { name: /^Actions/ })
    .click();
  await page.screenshot({ path: "screenshots/chat-acts.png" });
  await page.getByRole("button", { name: "Report" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Usual reasons").selectOption("Spam or advertising");
  await dialog.getByRole("button", { name: "Report" }).click();
  await see(page, "A moderator will look at the message. Thank you.");

  await moderator.goto("/chat");
  await moderator.getByRole("link", { name: "Moderation" }).click();
  await see(moderator, "Spam or advertising");
  await lookAtEveryWidth(moderator, "reports");
  await moderator.getByRole("button", { name: "Remove and mute" }).click();
  await moderator.getByRole("dialog").getByLabel("Reason", { exact: true }).fill("Advertising");
  await moderator.getByRole("dialog").getByRole("button", { name: "Remove and mute" }).click();
  await see(moderator, "Nothing waits for a moderator.");
  await moderator.getByRole("tab", { name: "Mutes" }).click();
  await see(moderator, `${person}_bad`);
  await moderator.screenshot({ path: "screenshots/chat-mutes.png" });

  await see(spammer, "You are muted");
  await see(spammer, "Reason: Advertising");
  await spammer.getByText("looks at every appeal").waitFor();
  await lookAtEveryWidth(spammer, "muted");
  await page.getByText("This message was deleted.").waitFor();
  expectThat((await message(page, "Really free coins").count()) === 0, "the message is gone for everybody");
});
