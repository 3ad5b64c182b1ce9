import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Notification } from "#domain/features/notifications/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import NewsWatcher from "#web/features/notifications/news-watcher.tsx";
import { newsQuery } from "#web/features/notifications/queries.ts";
import { dismissToast, toast } from "#web/lib/toast.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderAs } from "#web/testing/render.tsx";

const told = (position: number, message: string): Notification => ({
  id: `n_${position}`,
  position,
  userId: "01JPLAYER",
  type: "deposit",
  title: "Deposit completed",
  message,
  isRead: false,
  actionUrl: "/deposits",
  createdAt: "2026-11-20T10:00:00.000Z",
});

it("a deposit credited while the player is here is announced at once; older news are not repeated", async () => {
  const api = fakeApi({ "GET /social/notifications": [told(5, "An older one.")] });
  const { live, queryClient } = renderAs(aUser(), <NewsWatcher />);
  await waitFor(() => expect(queryClient.getQueryData(newsQuery.queryKey)).toBeDefined());
  expect(screen.queryByText("An older one.")).toBeNull();

  api.answer("GET /social/notifications", [told(9, "250.00 RBX credited."), told(5, "An older one.")]);
  act(() => live.changed(["notifications"], 9));
  expect(await screen.findByText("250.00 RBX credited.")).toBeTruthy();
  expect(screen.queryByText("An older one.")).toBeNull();
});

it("a player's very first news are announced", async () => {
  const api = fakeApi({ "GET /social/notifications": [] });
  const { live, queryClient } = renderAs(aUser(), <NewsWatcher />);
  await waitFor(() => expect(queryClient.getQueryData(newsQuery.queryKey)).toBeDefined());
  api.answer("GET /social/notifications", [told(3, "5.00 TIX credited.")]);
  act(() => live.changed(["notifications"], 3));
  expect(await screen.findByText("5.00 TIX credited.")).toBeTruthy();
});

it("news wait while a player reads a refusal, and then the newest is shown", async () => {
  const api = fakeApi({ "GET /social/notifications": [] });
  const { live, queryClient } = renderAs(aUser(), <NewsWatcher />);
  await waitFor(() => expect(queryClient.getQueryData(newsQuery.queryKey)).toBeDefined());
  const refusal = toast({ title: "Game Error", description: "Your limit is 2.00.", variant: "destructive" });
  await screen.findByText("Your limit is 2.00.");
  for (const [position, message] of [
    [3, "An earlier one."],
    [4, "A later one."],
  ] as const) {
    api.answer("GET /social/notifications", [told(position, message)]);
    act(() => live.changed(["notifications"], position));
    await waitFor(() => expect(queryClient.getQueryData(newsQuery.queryKey)).toMatchObject([{ position }]));
  }
  expect(screen.getByText("Your limit is 2.00.")).toBeTruthy();
  expect(screen.queryByText("A later one.")).toBeNull();
  act(() => dismissToast(refusal));
  expect(await screen.findByText("A later one.")).toBeTruthy();
  expect(screen.queryByText("An earlier one.")).toBeNull();
});

it("news without a page of their own are shown once the player is back, and then marked as read", async () => {
  const ended: Notification = {
    ...told(7, "An admin ended all your sessions."),
    type: "account",
    title: "Signed out everywhere",
    actionUrl: null,
  };
  const api = fakeApi({
    "GET /social/notifications": [ended],
    "POST /social/notifications/{id}/read": { id: "n_7", isRead: true },
  });
  const { unmount } = renderAs(aUser(), <NewsWatcher />);
  expect(await screen.findByText("An admin ended all your sessions.")).toBeTruthy();
  expect(api.requestsOf("POST /social/notifications/{id}/read")).toMatchObject([
    { path: "/api/social/notifications/n_7/read" },
  ]);
  unmount();
  api.answer("GET /social/notifications", [{ ...ended, isRead: true }]);
  renderAs(aUser(), <NewsWatcher />);
  await waitFor(() => expect(api.requestsOf("GET /social/notifications")).toHaveLength(2));
  await act(async () => {});
  expect(api.requestsOf("POST /social/notifications/{id}/read")).toHaveLength(1);
});
