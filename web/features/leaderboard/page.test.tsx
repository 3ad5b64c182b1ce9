// Lazy parts are loaded first, so that no test waits for them.
import "#web/features/leaderboard/page.tsx";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { LeaderboardRow } from "#domain/features/leaderboard/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { type FakeAnswers, fakeApi, refused, unauthorized } from "#web/testing/fake-api.ts";
import { fakeEventSource } from "#web/testing/fake-event-source.ts";
import { renderSite } from "#web/testing/render.tsx";

const row = (rank: number, id: string, username: string): LeaderboardRow => ({
  rank,
  player: { id, username, profileImageUrl: null },
  wagered: "1234.50",
  profit: rank === 1 ? "200.00" : "-10.00",
});
const ROWS = [row(1, "01JBOB", "bob"), row(2, "01JPLAYER", "alice")];

const showBoard = (answers: FakeAnswers = {}, address = "/leaderboard") => {
  const api = fakeApi({ "GET /auth/user": aUser(), "GET /leaderboard": ROWS, ...answers });
  return { api, ...renderSite(address) };
};
const tableOf = async (caption: string) => (await screen.findByText(caption)).closest("table")!;
const link = (text: string) => screen.getByText(text, { selector: "nav a" });
const asked = ({ query }: { query: URLSearchParams }) => `${query.get("period")} ${query.get("by")}`;

describe("the leaderboard", () => {
  it("ranks today's players by their wagers, with one's own row marked", async () => {
    const { api } = showBoard();
    const table = await tableOf("Players by wagered, today");
    const [first, second] = table.tBodies[0]!.rows;
    expect(first!.textContent).toBe("1bbob1,234.50+200.00");
    expect(first!.getAttribute("aria-current")).toBeNull();
    expect(second!.getAttribute("aria-current")).toBe("true");
    expect(second!.textContent).toContain("You");
    expect(screen.getByText("#2")).toBeTruthy();
    expect(screen.getByRole("link", { name: "bob" }).getAttribute("href")).toBe("/players/01JBOB");
    expect(api.requestsOf("GET /leaderboard").map(asked)).toEqual(["day wagered"]);
  });

  it("leads nowhere for a player whose profile is hidden", async () => {
    const hidden = {
      ...row(1, "", "Hidden player"),
      player: { id: null, username: "Hidden player", profileImageUrl: null },
    };
    showBoard({ "GET /leaderboard": [hidden] });
    expect(await screen.findByText("Hidden player")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Hidden player" })).toBeNull();
  });

  it("keeps period and ranking in the address", async () => {
    const { api } = showBoard();
    await screen.findByText("bob");
    fireEvent.click(link("This week"));
    expect(window.location.search).toBe("?period=week&by=wagered");
    fireEvent.click(link("Profit"));
    expect(window.location.search).toBe("?period=week&by=profit");
    await tableOf("Players by profit, this week");
    expect(link("This week").getAttribute("aria-current")).toBe("true");
    expect(link("Today").getAttribute("aria-current")).toBeNull();
    expect(api.requestsOf("GET /leaderboard").map(asked)).toEqual([
      "day wagered",
      "week wagered",
      "week profit",
    ]);
  });

  it("opens at the board of its address, and at the first one for an invalid address", async () => {
    const { api, unmount } = showBoard({}, "/leaderboard?period=all&by=profit");
    await tableOf("Players by profit, all time");
    unmount();
    showBoard({}, "/leaderboard?period=toString&by=x");
    await tableOf("Players by wagered, today");
    expect(api.requestsOf("GET /leaderboard").map(asked)).toEqual(["all profit"]);
  });

  it("follows the live stream", async () => {
    const stream = fakeEventSource();
    const { api } = showBoard();
    await screen.findByText("bob");
    api.answer("GET /leaderboard", [row(1, "01JCAROL", "carol")]);
    act(() => stream.current.tell({ topic: "leaderboard", position: 50 }));
    expect(await screen.findByText("carol")).toBeTruthy();
    expect(screen.getByText(/You are not in the top 1/)).toBeTruthy();
  });

  it("is open to visitors, and offers them the sign-in", async () => {
    showBoard({ "GET /auth/user": unauthorized });
    expect(await screen.findByText("bob")).toBeTruthy();
    await waitFor(() => expect(screen.getByText("Sign in to see where you stand.")).toBeTruthy());
  });

  it("waits between attempts to reach the stream again, for visitors too", async () => {
    const stream = fakeEventSource();
    const { api } = showBoard({ "GET /auth/user": unauthorized });
    await screen.findByText("Sign in to see where you stand.");
    expect(stream.all).toHaveLength(1);
    act(() => stream.current.onerror?.());
    await waitFor(() => expect(api.requestsOf("GET /auth/user")).toHaveLength(2));
    await screen.findByText("Sign in to see where you stand.");
    expect(stream.all).toHaveLength(1);
    expect(api.requestsOf("GET /auth/user")).toHaveLength(2);
  });

  it("says that nobody has played yet", async () => {
    showBoard({ "GET /leaderboard": [] });
    expect(await screen.findByText("Nobody yet")).toBeTruthy();
  });

  it("can be loaded again after an error", async () => {
    const { api } = showBoard({ "GET /leaderboard": refused(503, "unavailable", "Busy.") });
    const retry = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /leaderboard", ROWS);
    fireEvent.click(retry);
    expect(await screen.findByText("bob")).toBeTruthy();
  });
});
