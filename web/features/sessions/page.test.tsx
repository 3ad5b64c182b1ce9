import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { OwnSession } from "#domain/features/players/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import SessionsPage from "#web/features/sessions/page.tsx";
import { leaveTo } from "#web/lib/page/leave.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderAs } from "#web/testing/render.tsx";

vi.mock("#web/lib/page/leave.ts", async (original) => ({ ...(await original<object>()), leaveTo: vi.fn() }));

const session = (id: string, client: string, isCurrent = false): OwnSession => ({
  id,
  client,
  isCurrent,
  createdAt: "2026-11-01T10:00:00.000Z",
  lastSeenAt: "2026-11-02T10:00:00.000Z",
});
const HERE = session("s_1", "Firefox on Linux", true);
const THERE = session("s_2", "Safari on iOS");

function showPage(answers: FakeAnswers = {}) {
  const user = aUser();
  const api = fakeApi({
    "GET /auth/user": user,
    "GET /me/sessions": [HERE, THERE],
    "GET /me/last-sign-in": { at: "2026-10-31T09:00:00.000Z" },
    ...answers,
  });
  renderAs(user, <SessionsPage />);
  return api;
}
const rowOf = async (client: string) =>
  within((await screen.findByText(client)).closest("li") as HTMLElement);

beforeEach(() => void vi.clearAllMocks());

it("shows each session with its origin, and marks this browser's", async () => {
  showPage();
  expect((await rowOf("Firefox on Linux")).getByText("This browser")).toBeTruthy();
  expect((await rowOf("Safari on iOS")).queryByText("This browser")).toBeNull();
});

it("shows the player's previous sign-in", async () => {
  showPage();
  expect(await screen.findByText(/^Previous sign-in: 31 Oct 2026/)).toBeTruthy();
});

it("ends another session and loads the list again", async () => {
  const api = showPage({ "DELETE /me/sessions/{id}": { ended: 1 } });
  api.answer("GET /me/sessions", [HERE, THERE]);
  fireEvent.click((await rowOf("Safari on iOS")).getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText("You are signed out there.")).toBeTruthy();
  expect(api.requestsOf("DELETE /me/sessions/{id}").map(({ path }) => path)).toEqual([
    "/api/me/sessions/s_2",
  ]);
  expect(api.requestsOf("GET /me/sessions").length).toBeGreaterThan(1);
});

it("ends all others at once, and offers that only if there are others", async () => {
  const api = showPage({ "DELETE /me/sessions": { ended: 2 } });
  await rowOf("Safari on iOS");
  api.answer("GET /me/sessions", [HERE]);
  fireEvent.click(screen.getByRole("button", { name: "Sign out everywhere else" }));
  expect(await screen.findByText("You are signed out in 2 places.")).toBeTruthy();
  expect(await screen.findByText("You are signed in nowhere else.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Sign out everywhere else" }));
  expect(api.requestsOf("DELETE /me/sessions")).toHaveLength(1);
});

it("logs out when this browser's own session is ended", async () => {
  showPage();
  fireEvent.click((await rowOf("Firefox on Linux")).getByRole("button", { name: "Logout" }));
  expect(leaveTo).toHaveBeenCalledWith("/api/logout");
});

it("shows why it cannot be loaded or ended", async () => {
  showPage({ "DELETE /me/sessions/{id}": refused(503, "unavailable", "The ledger cannot be reached.") });
  fireEvent.click((await rowOf("Safari on iOS")).getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText("The ledger cannot be reached.")).toBeTruthy();
});

it("can be loaded again after an error", async () => {
  showPage({ "GET /me/sessions": refused(500, "internal", "Something went wrong on our side.") });
  expect(await screen.findByRole("button", { name: /again|retry/i })).toBeTruthy();
});
