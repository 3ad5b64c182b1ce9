import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Notification } from "#domain/features/notifications/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import Bell from "#web/features/notifications/bell.tsx";
import NewsWatcher from "#web/features/notifications/news-watcher.tsx";
import { fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderAs } from "#web/testing/render.tsx";

const told = (position: number, change: Partial<Notification> = {}): Notification => ({
  id: `n_${position}`,
  position,
  userId: "01JPLAYER",
  type: "game",
  title: `Title ${position}`,
  message: "You staked 1,000.00 and got 1,975.00.",
  isRead: false,
  actionUrl: "/history",
  createdAt: "2026-11-20T10:00:00.000Z",
  ...change,
});

it("the bell shows the number of unread ones, and follows the live stream", async () => {
  const api = fakeApi({ "GET /social/notifications/unread": { count: 2 } });
  const { live } = renderAs(aUser(), <Bell />);
  expect(await screen.findByRole("button", { name: "Notifications, 2 unread" })).toBeTruthy();
  api.answer("GET /social/notifications/unread", { count: 100 });
  act(() => live.changed(["notifications"], 9));
  expect(await screen.findByRole("button", { name: "Notifications, 99+ unread" })).toBeTruthy();
});

it("one notification is marked as read, or all up to the newest seen", async () => {
  const api = fakeApi({
    "GET /social/notifications/unread": { count: 2 },
    "GET /social/notifications": [told(9), told(7), told(3, { isRead: true })],
    "POST /social/notifications/{id}/read": { id: "n_7", isRead: true },
    "POST /social/notifications/read-all": { read: 1 },
  });
  renderAs(aUser(), <Bell />);
  fireEvent.click(await screen.findByRole("button", { name: /^Notifications/ }));
  const list = await screen.findByRole("list", { name: "Notifications" });
  expect(within(list).getAllByText("New")).toHaveLength(2);
  api.answer("GET /social/notifications", [told(9), told(7, { isRead: true }), told(3, { isRead: true })]);
  fireEvent.click(screen.getByRole("button", { name: "Mark Read: Title 7" }));
  await waitFor(() => expect(within(list).getAllByText("New")).toHaveLength(1));
  expect(api.requestsOf("POST /social/notifications/{id}/read")[0]?.path).toContain("n_7");
  fireEvent.click(screen.getByRole("button", { name: "Mark All Read" }));
  await waitFor(() => expect(api.requestsOf("POST /social/notifications/read-all")).toHaveLength(1));
  expect(api.requestsOf("POST /social/notifications/read-all")[0]?.body).toEqual({ upTo: 9 });
});

it("a notification read in one window is read in the others", async () => {
  const api = fakeApi({
    "GET /social/notifications/unread": { count: 1 },
    "GET /social/notifications": [told(9)],
    "POST /social/notifications/read-all": { read: 1 },
  });
  renderAs(
    aUser(),
    <>
      <Bell />
      <NewsWatcher />
    </>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Notifications, 1 unread" }));
  fireEvent.click(await screen.findByRole("button", { name: "Mark All Read" }));
  await waitFor(() => expect(localStorage.getItem("florin.read")).toContain("notifications"));
  await waitFor(() => expect(api.requestsOf("GET /social/notifications/unread")).toHaveLength(2));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  // Other windows get a storage event; the one that wrote does not.
  api.answer("GET /social/notifications/unread", { count: 0 });
  const newValue = localStorage.getItem("florin.read");
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "florin.read", newValue })));
  expect(await screen.findByRole("button", { name: "Notifications" })).toBeTruthy();
  const asked = api.requestsOf("GET /social/notifications/unread").length;
  for (const newValue of [null, '["chat",1,2]', "nonsense"])
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "florin.read", newValue })));
  expect(api.requestsOf("GET /social/notifications/unread")).toHaveLength(asked);
});

it("a failed mark is shown, and the list loaded again", async () => {
  const api = fakeApi({
    "GET /social/notifications": [told(9)],
    "POST /social/notifications/{id}/read": refused(503, "unavailable", "Later."),
  });
  renderAs(aUser(), <Bell />);
  fireEvent.click(await screen.findByRole("button", { name: "Notifications" }));
  fireEvent.click(await screen.findByRole("button", { name: "Mark Read: Title 9" }));
  expect(await screen.findByText("Failed to mark notification as read")).toBeTruthy();
  await waitFor(() => expect(api.requestsOf("GET /social/notifications").length).toBeGreaterThan(1));
  expect(await screen.findByText("New")).toBeTruthy();
});
