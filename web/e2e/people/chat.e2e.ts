import type { Locator, Page } from "playwright-core";
import { GAP_MS } from "#domain/features/chat/rules.ts";
import { message, moderated, openChat, say } from "#web/e2e/chatting.ts";
import { expectAccessible, expectThat, lookAt, see } from "#web/e2e/expectations.ts";
import { journey, VIEWPORTS } from "#web/e2e/harness.ts";

const WIDE = { width: 1_920, height: 1_000 };

journey("players meet in the chat, and a moderator deals with a spammer", { site: {} }, async (travel) => {
  const { page, person, signIn, another, context, site } = travel;
  await page.goto("/chat");
  await see(page, "Please log in to access chat.");
  await signIn(person, "/chat");
  await page.getByRole("heading", { name: "Chat Locked" }).waitFor();
  await see(page, "Chat access requires level 20 or higher. You are currently level 1.");
  await see(page, "Play more games to increase your level and unlock chat!");
  await lookAt(page, "chat-locked");

  const { moderator, admin } = await moderated(travel);
  await page.goto("/chat");
  const second = await context.newPage();
  await second.goto("/chat");
  const spammer = await another(`${person}_bad`);
  await spammer.goto("/chat");
  await say(page, `Hello from ${person}, see /fairness`);
  await message(second, `Hello from ${person}`).waitFor();
  await message(spammer, `Hello from ${person}`).waitFor();

  // In the middle the connection breaks, and nothing is lost.
  // Switching the network off keeps open streams alive: the service is killed, too.
  await context.setOffline(true);
  await site.kill9();
  await site.start();
  for (const one of [page, second]) await one.getByText("You are offline.").waitFor();
  await say(spammer, `Free coins @${person}`);
  await context.setOffline(false);
  await message(page, "Free coins").waitFor();
  await message(second, "Free coins").waitFor();
  await lookAt(page, "chat-room");

  // On other pages the navigation counts unread messages, and the chat can stay open beside the page.
  await second.close();
  await page.goto("/");
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
  await dialog.getByLabel("Common reasons").selectOption("Spam or advertising");
  await dialog.getByRole("button", { name: "Report" }).click();
  await see(page, "A moderator will look at the message. Thank you.");

  await moderator.goto("/chat");
  for (const [device, viewport] of Object.entries(VIEWPORTS)) {
    await moderator.setViewportSize(viewport);
    const composer = await moderator.getByRole("textbox", { name: "Your message" }).boundingBox();
    const bottom = (composer?.y ?? viewport.height) + (composer?.height ?? 0);
    expectThat(bottom < viewport.height, `a moderator on a ${device} sees where to write`);
  }
  await moderator.getByRole("link", { name: "Moderation" }).click();
  await see(moderator, "Spam or advertising");
  await lookAt(moderator, "chat-reports");
  await moderator.getByRole("button", { name: "Remove and mute" }).click();
  await moderator.getByRole("dialog").getByLabel("Reason", { exact: true }).fill("Advertising");
  await moderator.getByRole("dialog").getByRole("button", { name: "Remove and mute" }).click();
  await see(moderator, "No open reports.");
  await moderator.getByRole("tab", { name: "Mutes" }).click();
  await see(moderator, `${person}_bad`);
  await moderator.setViewportSize(VIEWPORTS.tablet);
  const [mute, end] = await Promise.all([
    moderator.getByText(`${person}_bad`).boundingBox(),
    moderator.getByRole("button", { name: "End mute" }).boundingBox(),
  ]);
  expectThat(mute !== null && end !== null && end.x > mute.x + mute.width, "a mute is ended beside its name");
  await moderator.setViewportSize(VIEWPORTS.desktop);
  await moderator.screenshot({ path: "screenshots/chat-mutes.png" });

  await see(spammer, "You are muted");
  await see(spammer, "Reason: Advertising");
  await spammer.getByText("reviews every appeal").waitFor();
  await lookAt(spammer, "chat-muted");
  await page.getByText("This message was deleted.").waitFor();
  expectThat((await message(page, "Really free coins").count()) === 0, "the message is gone for everybody");

  // Auditors see who did what and why, but no message text.
  await admin.goto("/admin/events?type=ChatMuted");
  const muted = admin.getByRole("row").filter({ hasText: "ChatMuted" });
  await muted.filter({ hasText: `${person}_mod` }).waitFor();
  await lookAt(admin, "chat-audit");
  await muted.getByRole("link").first().click();
  await admin.getByText('"reason": "Advertising"').waitFor();
  await see(admin, `${person}_bad`);
  expectThat((await admin.getByText("free coins").count()) === 0, "the log has no word of a message");
});

/** More than the page has tab stops. */
const STOPS_MAX = 120;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, to: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const isThere = () => to.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never comes to ${to}`);
}

journey("a player needs no mouse in the chat, and hears its messages", { site: {} }, async (travel) => {
  const { page, person, signIn, another } = travel;
  await openChat(travel);
  await signIn(person, "/chat");
  const other = await another(`${person}_b`);
  await other.goto("/chat");
  const input = page.getByRole("textbox", { name: "Your message" });
  const send = page.getByRole("button", { name: "Send", exact: true });
  const write = async (text: string) => {
    await tabTo(page, input);
    await page.keyboard.type(text);
    await send.waitFor();
    await page.keyboard.press("Enter");
    await message(page, text).waitFor();
  };
  /** Opens the actions of a message, and does one. */
  const act = async (text: string, name: string) => {
    const actions = message(page, text).getByRole("button", { name: /^Actions/ });
    await tabTo(page, actions, "Shift+Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, message(page, text).getByRole("button", { name, exact: true }));
    await page.keyboard.press("Enter");
  };
  const hears = (text: string | RegExp) =>
    page.getByRole("status").filter({ hasText: text }).first().waitFor({ state: "attached" });

  await write("Good morning to all of you");
  await say(other, `Good evening @${person}`);
  await hears(`${person}_b says: Good evening @${person}`);
  await act("Good evening", "Reply");
  expectThat(
    await input.evaluate((element) => element === document.activeElement),
    "a reply is written at once",
  );
  await page.keyboard.type("It is morning here");
  await send.waitFor();
  await page.keyboard.press("Enter");
  await message(page, "It is morning here").getByText("In reply to").waitFor({ state: "attached" });

  await act("It is morning here", "Edit");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("It is early here");
  // An edit has to wait as a message has.
  await page.waitForTimeout(GAP_MS);
  await page.keyboard.press("Enter");
  await message(page, "It is early here").getByText("edited").waitFor();
  await act("Good morning to all", "Delete");
  await see(page, "This message was deleted.");

  await say(other, "Free coins for all of you");
  await hears("1 new message");
  await act("Free coins", "Report");
  const dialog = page.getByRole("dialog");
  await tabTo(page, dialog.getByLabel("What is wrong with it"));
  await page.keyboard.type("Advertising");
  await tabTo(page, dialog.getByRole("button", { name: "Report" }));
  await expectAccessible(page, "a report");
  await page.keyboard.press("Enter");
  await see(page, "A moderator will look at the message. Thank you.");
  await act("Free coins", "Ignore");
  await message(page, "Free coins").waitFor({ state: "detached" });
});
