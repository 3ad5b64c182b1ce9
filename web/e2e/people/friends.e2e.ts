import { message, openChat, say } from "#web/e2e/chatting.ts";
import { expectThat, lookAt, see } from "#web/e2e/expectations.ts";
import { journey } from "#web/e2e/harness.ts";

journey(
  "players meet in the chat, become friends, and get notifications of each other",
  { site: {} },
  async (travel) => {
    const { page, person, signIn, another } = travel;
    await openChat(travel);
    await signIn(person, "/chat");
    const other = await another(`${person}_b`);
    await other.goto("/chat");
    const elsewhere = await other.context().newPage();
    await elsewhere.goto("/leaderboard");

    await say(other, "Good evening everybody");
    const line = message(page, "Good evening everybody");
    await line.getByRole("button", { name: /^Actions/ }).click();
    await page.getByRole("button", { name: "Add friend" }).click();
    await see(page, "Friend Request Sent");

    // The asked player sees it in every window, and answers with the keyboard alone.
    await elsewhere.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
    await elsewhere.goto("/social?tab=requests");
    await elsewhere.getByRole("button", { name: /^Accept/ }).focus();
    await lookAt(elsewhere, "social-requests");
    await elsewhere.getByRole("button", { name: /^Accept/ }).press("Enter");
    await see(elsewhere, "You are now friends!");
    await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();

    await page.goto("/social?tab=friends");
    await page.getByRole("list", { name: "Friends" }).getByText(`@${person}_b`).waitFor();
    await lookAt(page, "social-friends");
    const made = await other.request.post("/api/user-games", {
      data: { title: `Lucky ${person}`, gameType: "coinflip" },
    });
    expectThat(made.ok(), `a game is made, but: ${await made.text()}`);
    await page.getByRole("tab", { name: "Activity" }).click();
    await see(page, `Made a game: Lucky ${person}`);
    await lookAt(page, "social-activity");

    // A mention is announced on any page of its reader.
    await page.goto("/leaderboard");
    await say(other, `Look at this @${person}`);
    await page.getByRole("button", { name: "Notifications, 2 unread" }).click();
    await see(page, "Someone mentioned you in the chat.");
    await page.goto("/social?tab=notifications");
    await see(page, "You were mentioned");
    await lookAt(page, "social-notifications");
  },
);
