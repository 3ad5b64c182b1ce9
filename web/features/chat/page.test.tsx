import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { changeChat, chatSettings, chatSettingsIn } from "#web/features/chat/chat-settings.ts";
import ChatWatcher from "#web/features/chat/chat-watcher.tsx";
import ChatPage from "#web/features/chat/page.tsx";
import { Announcer } from "#web/features/chat/talk/announcer.tsx";
import { MESSAGES_MAX, unreadIn, withNewest, withOlder } from "#web/features/chat/talk/conversation.ts";
import { UnreadCount } from "#web/features/chat/talk/unread-count.tsx";
import { useLiveStream } from "#web/lib/live/live.ts";
import { changeDisplay } from "#web/lib/store/display-settings.ts";
import { fakeApi, refused } from "#web/testing/fake-api.ts";
import { FakeEventSource, fakeEventSource } from "#web/testing/fake-event-source.ts";
import { renderAs, renderSite } from "#web/testing/render.tsx";

const PATIENCE_MS = 5_000;
const OPEN = { isOpen: true, level: 20, levelMin: 20, mute: null, slow: null };
const said = (position: number, message: string, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `msg_${position}`,
  position,
  userId: "p_bob",
  message,
  roomId: "global",
  replyToId: null,
  replyTo: null,
  isEdited: false,
  editedAt: null,
  isDeleted: false,
  deletedBy: null,
  createdAt: new Date().toISOString(),
  type: "chat",
  user: {
    id: "p_bob",
    username: "bob",
    displayName: "Bob",
    robloxId: null,
    profileImageUrl: null,
    level: 20,
    email: null,
    role: "player",
  },
  mentions: [],
  ...change,
});
const answers = (messages: ChatMessage[]) => ({
  "GET /chat/room": OPEN,
  "GET /chat/messages": messages,
  "GET /chat/unread": { count: 0, readUpTo: 0, upTo: 0 },
  "POST /chat/read": { upTo: 0 },
});
const ALL = { masksSwearing: true, showsWins: true, announces: true, panelOpen: false, ignored: {} };
beforeEach(() => changeChat(ALL));

describe("the chat page", () => {
  it("asks a visitor to log in", async () => {
    fakeApi({ "GET /auth/user": refused(401, "unauthorized", "Sign in first", "Unauthorized") });
    renderSite("/chat");
    expect(await screen.findByText("Please log in to access chat.")).toBeTruthy();
  });

  it("is locked below the level, and loads no messages", async () => {
    const api = fakeApi({ "GET /chat/room": { ...OPEN, isOpen: false, level: 7 } });
    renderAs(aUser({ level: 7 }), <ChatPage />);
    expect(await screen.findByText("Chat Locked")).toBeTruthy();
    expect(
      screen.getByText("Chat access requires level 20 or higher. You are currently level 7."),
    ).toBeTruthy();
    expect(screen.getByText("Play more games to increase your level and unlock chat!")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Chat settings" })).toBeNull();
    expect(screen.getByText(/XP to level 8$/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Play a game" }).getAttribute("href")).toBe("/");
    expect(api.requestsOf("GET /chat/messages")).toHaveLength(0);
  });

  it("shows messages with badges, replies and edits, and no text of deleted ones", async () => {
    const bob = said(1, "x").user;
    fakeApi(
      answers([
        said(5, "", { isDeleted: true, deletedBy: "p_mod" }),
        said(4, ""),
        said(3, "Look at /fairness @alice", { user: { ...bob, level: 50 } }),
        said(2, "Well said", {
          isEdited: true,
          editedAt: new Date().toISOString(),
          user: { ...bob, role: "moderator" },
        }),
        said(1, "First", { replyToId: "msg_0", replyTo: { id: "msg_0", username: "carol", message: "" } }),
      ]),
    );
    renderAs(aUser(), <ChatPage />);
    expect(await screen.findByText("First")).toBeTruthy();
    expect(screen.getByText("Level 50")).toBeTruthy();
    expect(screen.getByText("Moderator")).toBeTruthy();
    expect(screen.getByText("edited")).toBeTruthy();
    expect(screen.getByRole("link", { name: "/fairness" }).getAttribute("href")).toBe("/fairness");
    expect(screen.getAllByText("This message was deleted.")).toHaveLength(2);
    expect(screen.getByText("Reported. A moderator will look at this message.")).toBeTruthy();
  });

  it("moves to a message's actions, and back to where its reader was", async () => {
    fakeApi(answers([said(1, "First")]));
    renderAs(aUser(), <ChatPage />);
    const toggle = await screen.findByRole("button", { name: /^Actions for .+'s message at/ });
    fireEvent.click(toggle);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Reply" }));
    fireEvent.keyDown(document.activeElement ?? toggle, { key: "Escape" });
    expect(screen.queryByRole("button", { name: "Reply" })).toBeNull();
    expect(document.activeElement).toBe(toggle);
    fireEvent.click(toggle);
    fireEvent.click(screen.getByRole("button", { name: "Reply" }));
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Your message" }));
  });

  it("masks swearing, hides wins and ignores players by its reader's choice", async () => {
    fakeApi(
      answers([
        said(3, "won 975.00 RBX.", { type: "bet" }),
        said(2, "damn"),
        said(1, "hi", { userId: "p_carol" }),
      ]),
    );
    renderAs(aUser(), <ChatPage />);
    expect(await screen.findByText("d***")).toBeTruthy();
    act(() => changeDisplay({ hidesAmounts: true }));
    // A freshly rendered row may lack its listener.
    await waitFor(() => expect(screen.queryByText(/975/)).toBeNull());
    act(() => changeDisplay({ hidesAmounts: false }));
    expect(screen.getByText(/won 975/)).toBeTruthy();
    act(() => changeChat({ masksSwearing: false, showsWins: false, ignored: { p_carol: "carol" } }));
    expect(screen.getByText("damn")).toBeTruthy();
    expect(screen.queryByText(/won 975/)).toBeNull();
    expect(screen.queryByText("hi")).toBeNull();
    act(() => changeChat({ ignored: {} }));
    expect(screen.getByText("hi")).toBeTruthy();
  });

  it("shows nothing of a blocked player, nor quotes of them", async () => {
    const quoted = { id: "m_1", username: "carol", message: "a secret" };
    fakeApi({
      ...answers([
        said(3, "An answer", { replyTo: quoted, replyToId: "m_1" }),
        said(1, "a secret", { userId: "p_carol" }),
      ]),
      "GET /social/blocks": [
        {
          id: "p_carol",
          position: 1,
          createdAt: "2026-11-20T10:00:00.000Z",
          user: { id: "p_carol", username: "carol", displayName: "Carol", profileImageUrl: null, level: 1 },
        },
      ],
    });
    renderAs(aUser(), <ChatPage />);
    expect(await screen.findByText("Written by a player you ignore or have blocked.")).toBeTruthy();
    expect(screen.queryByText("a secret")).toBeNull();
    expect(screen.getByText("An answer")).toBeTruthy();
  });

  it("sends with Enter, counts characters as people see them, and then waits", async () => {
    const api = fakeApi({ ...answers([]), "POST /chat/messages": said(1, "Hello 👨‍👩‍👧") });
    renderAs(aUser(), <ChatPage />);
    const input = await screen.findByLabelText<HTMLTextAreaElement>("Your message");
    expect(screen.getByRole("button", { name: "Chat settings" })).toBeTruthy();
    fireEvent.keyDown(input, { key: "Enter" });
    expect(api.requestsOf("POST /chat/messages")).toHaveLength(0);
    fireEvent.change(input, { target: { value: "Hello 👨‍👩‍👧" } });
    expect(screen.getByText("493")).toBeTruthy();
    fireEvent.keyDown(input, { key: "Enter" });
    await waitFor(() => expect(input.value).toBe(""));
    expect(api.requestsOf("POST /chat/messages")).toMatchObject([{ body: { message: "Hello 👨‍👩‍👧" } }]);
    expect(input.placeholder).toMatch(/^Wait [12] s$/);
    fireEvent.change(input, { target: { value: "é".repeat(501) } });
    expect(screen.getByText("1 character too many.")).toBeTruthy();
  });

  it("counts down the waiting time of the service, and keeps the text", async () => {
    const api = fakeApi({
      ...answers([]),
      "POST /chat/messages": {
        failure: "refused",
        status: 429,
        body: JSON.stringify({ code: "slow_mode", detail: "Wait 9 s before your next message." }),
        retryAfter: 9,
      },
    });
    renderAs(aUser(), <ChatPage />);
    const input = await screen.findByLabelText<HTMLTextAreaElement>("Your message");
    fireEvent.change(input, { target: { value: "Again" } });
    fireEvent.keyDown(input, { key: "Enter" });
    expect(await screen.findByRole("button", { name: /^[1-9] s$/ })).toBeTruthy();
    expect(input.value).toBe("Again");
    fireEvent.keyDown(input, { key: "Enter" });
    expect(api.requestsOf("POST /chat/messages")).toHaveLength(1);
  });

  it("shows why a message was not sent, in the server's words", async () => {
    fakeApi({
      ...answers([]),
      "POST /chat/messages": refused(409, "duplicate_message", "This was said a moment ago."),
    });
    renderAs(aUser(), <ChatPage />);
    const input = await screen.findByLabelText("Your message");
    fireEvent.change(input, { target: { value: "Again" } });
    fireEvent.keyDown(input, { key: "Enter" });
    expect(await screen.findByText("This was said a moment ago.")).toBeTruthy();
    expect(screen.getByText("Failed to send message")).toBeTruthy();
  });

  it("shows a muted player the reason and the way to appeal in place of the input", async () => {
    const mute = { until: null, reason: "Advertising" };
    fakeApi({ ...answers([said(1, "Hi")]), "GET /chat/room": { ...OPEN, mute } });
    renderAs(aUser(), <ChatPage />);
    expect(await screen.findByText("Hi")).toBeTruthy();
    expect(screen.getByText(/Reason: Advertising/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Support" })).toBeTruthy();
    expect(screen.queryByLabelText("Your message")).toBeNull();
  });

  it("offers moderators more actions than players, and players actions on their own messages", async () => {
    vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    fakeApi(answers([said(2, "Mine", { userId: "01JPLAYER" }), said(1, "Theirs")]));
    const { unmount } = renderAs(aUser(), <ChatPage />);
    await screen.findByText("Mine");
    const names = () =>
      screen
        .getAllByRole("button")
        .map((button) => button.textContent ?? "")
        .filter((text) => /^[A-Z]/.test(text));
    for (const button of screen.getAllByRole("button", { name: /^Actions/ })) fireEvent.click(button);
    expect(names().filter((name) => name !== "Send")).toEqual([
      "Reply",
      "Report",
      "Add friend",
      "Ignore",
      "Reply",
      "Edit",
      "Delete",
    ]);
    unmount();
    renderAs(aUser({ roles: ["moderator"] }), <ChatPage />);
    await screen.findByText("Mine");
    for (const button of screen.getAllByRole("button", { name: /^Actions/ })) fireEvent.click(button);
    expect(names()).toEqual(expect.arrayContaining(["Remove", "Mute", "History"]));
    expect(screen.getByRole("link", { name: "Moderation" })).toBeTruthy();
  });
});

describe("a conversation", () => {
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => said(to - index, String(to - index)));
  const positions = (messages: readonly ChatMessage[]) => messages.map(({ position }) => position);

  it("grows by new messages, without a gap, and starts over after one", () => {
    const known = withNewest([], range(1, 5));
    expect(positions(known)).toEqual([1, 2, 3, 4, 5]);
    expect(positions(withNewest(known, range(4, 8)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(positions(withNewest(known, range(6, 8)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(positions(withNewest(known, range(7, 9)))).toEqual([7, 8, 9]);
    expect(positions(withOlder(withNewest([], range(7, 9)), range(4, 7)))).toEqual([4, 5, 6, 7, 8, 9]);
  });

  it("shows later changes, and is bounded", () => {
    const known = withNewest(withNewest([], range(1, 3)), [said(3, "changed"), said(2, "2")]);
    expect(known.map(({ message }) => message)).toEqual(["1", "2", "changed"]);
    expect(
      withNewest(range(1, MESSAGES_MAX).toReversed(), range(MESSAGES_MAX, MESSAGES_MAX + 9)),
    ).toHaveLength(MESSAGES_MAX);
  });

  it("counts others' messages since the last reading, except ignored players'", () => {
    const page = [
      said(4, "d"),
      said(3, "c", { userId: "p_me" }),
      said(2, "b", { userId: "p_carol" }),
      said(1, "a"),
    ];
    const reader = { userId: "p_me", readUpTo: 1, ignored: { p_carol: "carol" } };
    expect(unreadIn(page, reader)).toBe(1);
    expect(unreadIn(page, { ...reader, readUpTo: 4 })).toBe(0);
    expect(unreadIn(page, { ...reader, readUpTo: 0, ignored: {} })).toBe(3);
  });
});

it("settings stored by a browser are validated", () => {
  expect(chatSettingsIn({})).toEqual(ALL);
  expect(chatSettingsIn({ masksSwearing: "no", ignored: { a: 1, b: "bob" }, panelOpen: true })).toEqual({
    ...ALL,
    panelOpen: true,
    ignored: { b: "bob" },
  });
});

it("a player ignored in another window stays ignored after any change here", () => {
  const newValue = JSON.stringify({ ...ALL, ignored: { p_carol: "carol" } });
  window.dispatchEvent(new StorageEvent("storage", { key: "florin.chat", newValue }));
  changeChat({ panelOpen: true });
  expect(chatSettings.get()).toEqual({ ...ALL, panelOpen: true, ignored: { p_carol: "carol" } });
});

/** The page with the watcher that updates it. */
function WatchedPage() {
  useLiveStream(true);
  return (
    <>
      <ChatWatcher />
      <ChatPage />
      <UnreadCount />
    </>
  );
}

/** The page whose watcher is loaded after it. */
function LatePage() {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setLoaded(true)}>
        Load the watcher
      </button>
      {isLoaded && <ChatWatcher />}
      <ChatPage />
    </>
  );
}

/** Whether a screen reader announces this. */
const isRead = (text: string) =>
  screen.queryAllByRole("status").some(({ textContent }) => textContent === text);

/** The announcement after messages of others, and of the reader. */
function Talk() {
  const [messages, setMessages] = useState([said(1, "First")]);
  const next = messages.length + 1;
  const more = [said(next, "Another"), said(next + 1, "Own", { userId: aUser().id })];
  return (
    <>
      <button type="button" onClick={() => setMessages([...messages, ...more])}>
        Talk
      </button>
      <Announcer messages={messages} />
    </>
  );
}

it("others' messages are announced to screen readers as a number, and not at all when that is off", () => {
  vi.useFakeTimers();
  renderAs(aUser(), <Talk />);
  fireEvent.click(screen.getByRole("button", { name: "Talk" }));
  act(() => vi.advanceTimersByTime(10_000));
  expect(isRead("1 new message")).toBe(true);
  // The same line would not be read out again.
  fireEvent.click(screen.getByRole("button", { name: "Talk" }));
  act(() => vi.advanceTimersByTime(10_000));
  expect(isRead("1 new message")).toBe(false);
  expect(isRead("1 new message\u00a0")).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Talk" }));
  act(() => vi.advanceTimersByTime(10_000));
  expect(isRead("1 new message")).toBe(true);
  act(() => changeChat({ announces: false }));
  expect(isRead("1 new message")).toBe(false);
});

describe("messages of the room while the chat is open", () => {
  /** The page, and the stream that a test feeds. */
  const opened = async (messages: ChatMessage[]) => {
    fakeEventSource();
    const api = fakeApi(answers(messages));
    renderAs(aUser(), <WatchedPage />);
    await screen.findByText(messages[0]?.message ?? "");
    await waitFor(() => expect(FakeEventSource.current.url).toBe("/api/live?chat=global"));
    const tell = (name: "chat" | "chat_change", data: object) =>
      act(async () => FakeEventSource.current.frame(name, data));
    return { tell, api, asked: () => api.requestsOf("GET /chat/messages").length };
  };

  it("are shown as they come, without a request", async () => {
    const { tell, asked } = await opened([said(1, "First")]);
    await tell("chat", { messages: [said(2, "Second"), said(3, "Third")], upTo: 3 });
    expect(await screen.findByText("Third")).toBeTruthy();
    await tell("chat_change", { messages: [said(2, "Other words", { isEdited: true })] });
    expect(await screen.findByText("Other words")).toBeTruthy();
    expect(screen.queryByText("Second")).toBeNull();
    await tell("chat", { messages: [], upTo: 3 });
    await tell("chat", { messages: [said(3, "Third")], upTo: 3 });
    expect(asked()).toBe(1);
    expect(screen.getAllByText("Third")).toHaveLength(1);
  });

  it("are counted for a reader further up, and one press leads to them", async () => {
    const { tell } = await opened([said(1, "First")]);
    const list = screen.getByRole("region", { name: "Messages" });
    const scrollTo = vi.fn();
    Object.assign(list, { scrollTo });
    list.scrollTop = -500;
    fireEvent.scroll(list);
    expect(screen.queryByRole("button", { name: /new$/ })).toBeNull();
    await tell("chat", { messages: [said(2, "Second"), said(3, "Third")], upTo: 3 });
    fireEvent.click(await screen.findByRole("button", { name: "2 new" }));
    expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
    await waitFor(() => expect(screen.queryByRole("button", { name: /new$/ })).toBeNull());
    // A reader at the newest message follows new ones.
    list.scrollTop = 0;
    fireEvent.scroll(list);
    await tell("chat", { messages: [said(4, "Fourth")], upTo: 4 });
    expect(await screen.findByText("Fourth")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /new$/ })).toBeNull();
  });

  it("are announced at once when they mention the player, masked as on the page", async () => {
    const { tell } = await opened([said(1, "First")]);
    await tell("chat", { messages: [said(2, "damn @Alice")], upTo: 2 });
    await waitFor(() => expect(isRead("bob says: d*** @Alice")).toBe(true));
  });

  it("count as read once they are seen, and not while the page is in the background", async () => {
    const { tell } = await opened([said(1, "First")]);
    // Shorter than the pause between two calls that report the reading.
    const isSeen = () =>
      waitFor(() => expect(screen.queryByText(/unread/)).toBeNull(), { timeout: PATIENCE_MS });
    await isSeen();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    fireEvent(document, new Event("visibilitychange"));
    await tell("chat", { messages: [said(2, "Second")], upTo: 2 });
    await screen.findByText(/unread/);
    hidden.mockRestore();
    fireEvent(document, new Event("visibilitychange"));
    await isSeen();
  });

  it("are read here once they are read in another window, and other windows are updated", async () => {
    localStorage.removeItem("florin.read");
    const { api } = await opened([said(1, "First")]);
    await waitFor(() => expect(localStorage.getItem("florin.read")).toMatch(/^\["chat",/));
    const asked = () => api.requestsOf("GET /chat/unread").length;
    const before = asked();
    const hear = (newValue: string) =>
      act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "florin.read", newValue })));
    hear('["notifications",1,2]');
    expect(asked()).toBe(before);
    hear('["chat",1,2]');
    await waitFor(() => expect(asked()).toBe(before + 1));
  });

  it("are reported as read when the page is left", async () => {
    const { tell, api } = await opened([said(1, "First")]);
    const read = () => api.requestsOf("POST /chat/read").map(({ body }) => body);
    await waitFor(() => expect(read()).toEqual([{ upTo: 1 }]));
    await tell("chat", { messages: [said(2, "Second")], upTo: 2 });
    await screen.findByText("Second");
    await waitFor(() => {
      fireEvent(window, new Event("pagehide"));
      expect(read()).toEqual([{ upTo: 1 }, { upTo: 2 }]);
    });
  });

  it("are shown even if they come before the first page, which is older", async () => {
    fakeEventSource();
    let answer: (page: ChatMessage[]) => void = () => {};
    const page = new Promise<ChatMessage[]>((resolve) => {
      answer = resolve;
    });
    const api = fakeApi({ ...answers([]), "GET /chat/messages": () => page });
    renderAs(aUser(), <WatchedPage />);
    await waitFor(() => expect(FakeEventSource.current.url).toBe("/api/live?chat=global"));
    await waitFor(() => expect(api.requestsOf("GET /chat/messages")).toHaveLength(1));
    await act(async () =>
      FakeEventSource.current.frame("chat", { messages: [said(2, "Meanwhile")], upTo: 2 }),
    );
    answer([said(1, "First")]);
    expect(await screen.findByText("Meanwhile")).toBeTruthy();
    expect(screen.getByText("First")).toBeTruthy();
  });

  it("are requested if they came before the page could hear them", async () => {
    const api = fakeApi(answers([said(1, "First")]));
    renderAs(aUser(), <LatePage />);
    await screen.findByText("First");
    api.answer("GET /chat/messages", [said(2, "Second"), said(1, "First")]);
    fireEvent.click(screen.getByRole("button", { name: "Load the watcher" }));
    expect(await screen.findByText("Second")).toBeTruthy();
  });

  it("are requested if some were missed", async () => {
    const { tell, asked } = await opened([said(1, "First")]);
    await tell("chat", { messages: [said(4, "Fourth")], upTo: 4 });
    await waitFor(() => expect(asked()).toBe(2));
    await tell("chat", { messages: [], upTo: 9 });
    await waitFor(() => expect(asked()).toBe(3));
  });
});
