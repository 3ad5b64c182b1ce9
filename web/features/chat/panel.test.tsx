import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import "#web/features/chat/panel.tsx";
import "#web/features/chat/talk/chat-room.tsx";
import { SESSION_HINT } from "#domain/kernel/session-hint.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { changeChat } from "#web/features/chat/chat-settings.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const ROOM = { isOpen: true, level: 20, levelMin: 20, mute: null, slow: null };
const READ = {
  "GET /chat/messages": [],
  "GET /chat/unread": { count: 0, readUpTo: 0, upTo: 0 },
  "POST /chat/read": { upTo: 0 },
};

const UNKNOWN = () => new Promise<never>(() => undefined);
const HINT = `${SESSION_HINT.name}=${SESSION_HINT.value}`;

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = HINT;
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = `${HINT}; max-age=0`;
});

/** The place of a panel that has nothing in it. */
const emptyPanel = () => document.querySelector(".w-88:empty");

describe("the chat beside the page", () => {
  it("keeps its place until it is known who is there, so that the page does not move aside", async () => {
    changeChat({ panelOpen: true });
    fakeApi({ "GET /auth/user": UNKNOWN });
    renderSite("/support");
    await waitFor(() => expect(emptyPanel()).not.toBeNull());
  });

  it("stands in that place once the chat is known to be open", async () => {
    changeChat({ panelOpen: true });
    fakeApi({ "GET /auth/user": aUser(), "GET /chat/room": ROOM, ...READ });
    renderSite("/support");
    expect(await screen.findByRole("complementary", { name: "Global Chat" })).toBeTruthy();
    expect(emptyPanel()).toBeNull();
  });

  it("keeps the place where the chat is locked, says so, and can be closed for good", async () => {
    changeChat({ panelOpen: true });
    fakeApi({ "GET /auth/user": aUser(), "GET /chat/room": { ...ROOM, level: 3, isOpen: false } });
    renderSite("/support");
    const panel = within(await screen.findByRole("complementary", { name: "Global Chat" }));
    expect(await panel.findByText("Chat Locked")).toBeTruthy();
    fireEvent.click(panel.getByRole("button", { name: "Close the chat" }));
    await waitFor(() => expect(screen.queryByRole("complementary", { name: "Global Chat" })).toBeNull());
    expect(screen.queryByRole("button", { name: "Chat" })).toBeNull();
  });

  it("takes no place while it is closed, nor on the chat's own page", async () => {
    changeChat({ panelOpen: false });
    fakeApi({ "GET /auth/user": UNKNOWN });
    const { unmount } = renderSite("/support");
    await screen.findByRole("main");
    expect(emptyPanel()).toBeNull();
    unmount();
    changeChat({ panelOpen: true });
    renderSite("/chat");
    await screen.findByRole("main");
    expect(emptyPanel()).toBeNull();
  });
});
