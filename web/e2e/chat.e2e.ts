import { message, moderated, say } from "./chatting.ts";
import { expectAccessible, expectThat, lookAt, see } from "./expectations.ts";
import { journey, VIEWPORTS } from "./harness.ts";

const WIDE = { width: 1_920, height: 1_000 };

journey("players meet in the chat, and a moderator deals with a spammer", { site: {} }, async (travel) => {
  const { page, person, signIn, another, context } = travel;
  await page.goto("/chat");
  await see(page, "Please log in to access chat.");
  await signIn(person, "/chat");
  await page.getByRole("heading", { name: "Chat Locked" }).waitFor();
  await see(page, "Chat access requires level 20 or higher. You are currently level 1.");
  await see(page, "Play more games to increase your level and unlock chat!");
  await lookAt(page, "chat-locked");

  const moderator = await moderated(travel);
  await page.goto("/chat");
  const second = await context.newPage();
  await second.goto("/chat");
  const spammer = await another(`${person}_bad`);
  await spammer.goto("/chat");
  await say(page, `Hello from ${person}, see /fairness`);
  await message(second, `Hello from ${person}`).waitFor();
  await message(spammer, `Hello from ${person}`).waitFor();

  // In the middle of it all the connection breaks, and nothing is lost.
  await context.setOffline(true);
  await say(spammer, `Free coins @${person}`);
  await context.setOffline(false);
  await message(page, "Free coins").waitFor();
  await message(second, "Free coins").waitFor();
  await lookAt(page, "chat-room");

  // Elsewhere the navigation counts what is new, and the chat can stay open beside the page.
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
  await dialog.getByLabel("Usual reasons").selectOption("Spam or advertising");
  await dialog.getByRole("button", { name: "Report" }).click();
  await see(page, "A moderator will look at the message. Thank you.");

  await moderator.goto("/chat");
  await moderator.getByRole("link", { name: "Moderation" }).click();
  await see(moderator, "Spam or advertising");
  await lookAt(moderator, "chat-reports");
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
  await lookAt(spammer, "chat-muted");
  await page.getByText("This message was deleted.").waitFor();
  expectThat((await message(page, "Really free coins").count()) === 0, "the message is gone for everybody");
});
