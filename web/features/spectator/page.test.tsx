import "#web/features/spectator/page.tsx";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { timeToEnd } from "#web/features/spectator/game.ts";
import { ownClock, pass } from "#web/testing/clock.ts";
import { aSettledProof } from "#web/testing/examples/coinflips.ts";
import { aLiveGame, aMessage, aRunningGame } from "#web/testing/examples/live-games.ts";
import { type FakeAnswers, fakeApi, refused, unauthorized } from "#web/testing/fake-api.ts";
import { FakeEventSource, fakeEventSource } from "#web/testing/fake-event-source.ts";
import { aBet, aFairness } from "#web/testing/fixtures.ts";
import { laterAnswer } from "#web/testing/later-answer.ts";
import { renderSite } from "#web/testing/render.tsx";
import { FLIGHT_MS } from "#web/ui/coin/coin.tsx";

const GAME = aLiveGame().id;
const OTHER = "0193a000-0000-7000-8000-000000000002";

const waitingProof = () =>
  aSettledProof({
    status: "open",
    serverSeed: null,
    result: null,
    digest: null,
    settledAt: null,
    beacon: null,
  });
const lockedProof = () =>
  aSettledProof({ status: "locked", serverSeed: null, result: null, digest: null, settledAt: null });

function show(address: string, answers: FakeAnswers = {}) {
  fakeEventSource();
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /fairness": aFairness(),
    "GET /games/history": [],
    "GET /games/live": [aLiveGame()],
    "GET /spectator/chat": [aMessage()],
    "GET /games/{id}/proof": waitingProof(),
    ...answers,
  });
  renderSite(address);
  return api;
}
const tell = (topic: "coinflips" | "spectators", position: number) =>
  act(() => FakeEventSource.current.tell({ topic, position }));
const opened = () => act(() => FakeEventSource.current.onopen?.());
const panel = () => screen.findByRole("region", { name: "Selected game" });

afterEach(() => vi.restoreAllMocks());

describe("the list of live games", () => {
  it("shows players, stakes, watchers and state of each game", async () => {
    show("/spectator", {
      "GET /games/live": [
        aLiveGame(),
        aRunningGame({ id: OTHER }),
        aRunningGame({
          id: "0193a000-0000-7000-8000-000000000003",
          gameType: "limiteds_coinflip",
          estimatedEnd: new Date(Date.now() - 1).toISOString(),
        }),
      ],
    });
    const list = await screen.findByRole("list", { name: "Live games" });
    const [first, second, third] = within(list).getAllByRole("button");
    for (const text of ["bob vs nobody yet", "Currency Coinflip · 10.00 RBX", "0 spectators"])
      expect(first?.textContent).toContain(text);
    expect(first?.textContent).toContain("Waiting for an opponent");
    for (const text of ["bob vs alice", "20.00RBX", "3 spectators", "Game in Progress"])
      expect(second?.textContent).toContain(text);
    for (const text of ["Limiteds Coinflip", "Finishing..."]) expect(third?.textContent).toContain(text);
  });

  it("shows that there are none, and never invents one", async () => {
    show("/spectator", { "GET /games/live": [] });
    expect(await screen.findByText("No Live Games")).toBeTruthy();
  });

  it("shows that it could not be loaded, and tries again", async () => {
    const api = show("/spectator", { "GET /games/live": refused(503, "unavailable", "Not now.") });
    expect(await screen.findByText("Live games could not be loaded.")).toBeTruthy();
    api.answer("GET /games/live", [aLiveGame()]);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("list", { name: "Live games" })).toBeTruthy();
  });

  it("follows the games and their watchers by itself", async () => {
    const api = show("/spectator");
    await screen.findByText("0 spectators");
    api.answer("GET /games/live", [aLiveGame({ spectatorCount: 1 })]);
    tell("spectators", 7);
    expect(await screen.findByText("1 spectator")).toBeTruthy();
    // The watchers change while the log stands still.
    api.answer("GET /games/live", [aLiveGame({ spectatorCount: 2 })]);
    tell("spectators", 7);
    expect(await screen.findByText("2 spectators")).toBeTruthy();
    api.answer("GET /games/live", []);
    tell("coinflips", 8);
    expect(await screen.findByText("No Live Games")).toBeTruthy();
  });

  it("is polled every 2 s while the stream is down, and the chat every second", async () => {
    const api = show(`/spectator?game=${GAME}`);
    await screen.findByText(/is waiting for an opponent/);
    vi.useFakeTimers();
    act(() => FakeEventSource.current.onerror?.());
    await act(() => vi.advanceTimersByTimeAsync(100));
    const [games, chats] = [api.requestsOf("GET /games/live"), api.requestsOf("GET /spectator/chat")];
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(api.requestsOf("GET /games/live").length - games.length).toBe(2);
    expect(api.requestsOf("GET /spectator/chat").length - chats.length).toBe(4);
  });

  it("is sorted by watchers under Popular", async () => {
    show("/spectator?tab=popular", {
      "GET /games/largest": [aBet()],
      "GET /games/live": [
        aLiveGame({ player1: { ...aLiveGame().player1, username: "poor" } }),
        aRunningGame({ id: OTHER, player1: { ...aLiveGame().player1, username: "watched" } }),
        aLiveGame({
          id: "0193a000-0000-7000-8000-000000000003",
          totalValue: "900.00",
          player1: { ...aLiveGame().player1, username: "rich" },
        }),
      ],
    });
    await screen.findByRole("tab", { name: "Popular", selected: true });
    const names = within(await screen.findByRole("list", { name: "Live games" }))
      .getAllByRole("button")
      .map((button) => button.textContent?.split(" ")[0]);
    expect(names).toEqual(["watched", "rich", "poor"]);
    const largest = await screen.findByRole("list", { name: "Largest bets today" });
    expect(within(largest).getByRole("link").getAttribute("href")).toBe("/games/01JBET");
    expect(screen.getByRole("heading", { level: 2, name: "Largest bets today" })).toBeTruthy();
  });

  it("shows the largest bets once the games above them are known", async () => {
    const { promise, come } = laterAnswer([]);
    show("/spectator?tab=popular", { "GET /games/largest": [aBet()], "GET /games/live": () => promise });
    await screen.findByRole("tab", { name: "Popular", selected: true });
    expect(screen.queryByText("Largest bets today")).toBeNull();
    await come();
    expect(await screen.findByText("Largest bets today")).toBeTruthy();
  });
});

describe("a chosen game", () => {
  it("is loaded first, shown with its chat, kept in the address, and named to the live stream", async () => {
    const api = show("/spectator");
    expect(await screen.findByText("Select a Game")).toBeTruthy();
    await waitFor(() => expect(FakeEventSource.current.url).toBe("/api/live?watch="));
    fireEvent.click(await screen.findByRole("button", { name: /^bob vs nobody yet/ }));
    expect(await within(await panel()).findByText("Currency Coinflip")).toBeTruthy();
    expect(await screen.findByText("bob opened a coinflip and is waiting for an opponent.")).toBeTruthy();
    expect(window.location.search).toBe(`?game=${GAME}`);
    expect(api.requestsOf("GET /spectator/chat")[0]?.query.get("gameId")).toBe(GAME);
    expect(FakeEventSource.current.url).toBe(`/api/live?watch=${GAME}`);
    // The old stream is heard until the new one is there.
    act(() => FakeEventSource.current.onopen?.());
    expect(FakeEventSource.all.filter(({ closed }) => !closed)).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Watched game" }));
  });

  it("has a chat that nobody can write in", async () => {
    show(`/spectator?game=${GAME}`, {
      "GET /spectator/chat": [aMessage({ id: "2", username: "bob", message: "newest" }), aMessage()],
    });
    await screen.findByText("newest");
    expect(screen.getByText("Login to participate in spectator chat")).toBeTruthy();
    const log = screen.getByRole("log");
    expect(within(log).getAllByRole("listitem").at(-1)?.textContent).toContain("newest");
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("is joined, flies and lands while watched, and nothing reveals the result before", async () => {
    ownClock();
    const { result } = aSettledProof();
    const landed = aMessage({ id: "5", message: "landed", timestamp: aSettledProof().settledAt ?? "" });
    const api = show(`/spectator?game=${GAME}`);
    expect((await screen.findAllByText("Waiting for an opponent")).length).toBeGreaterThan(0);
    opened();
    api.answer("GET /games/live", [aRunningGame()]);
    api.answer("GET /games/{id}/proof", lockedProof());
    tell("coinflips", 20);
    expect(await screen.findByRole("img", { name: "Coin in the air" })).toBeTruthy();
    expect(await within(await panel()).findByText(/^[1-8]s$/)).toBeTruthy();
    api.answer("GET /games/live", []);
    api.answer("GET /spectator/chat", [landed, aMessage()]);
    api.answer("GET /games/{id}/proof", aSettledProof());
    tell("coinflips", 21);
    await screen.findByText("No Live Games");
    expect(screen.queryByText("landed")).toBeNull();
    expect(screen.queryByText("Winner")).toBeNull();
    await pass(FLIGHT_MS);
    const name = `Coin showing ${String(result).toUpperCase()}`;
    expect(await screen.findByRole("img", { name })).toBeTruthy();
    expect(screen.getByText("landed")).toBeTruthy();
    expect(screen.getByText(`${result === "rbx" ? "bob" : "alice"} wins it all.`)).toBeTruthy();
    const link = screen.getByRole("link", { name: "Verify this game" });
    expect(link.getAttribute("href")).toBe(`/games/${GAME}`);
  });

  it("shows its result if it was over before", async () => {
    show(`/spectator?game=${GAME}`, { "GET /games/live": [], "GET /games/{id}/proof": aSettledProof() });
    expect(await screen.findByText(/^The coin landed on (RBX|TIX)$/)).toBeTruthy();
    expect(screen.getByText("Finished")).toBeTruthy();
  });

  it.each([
    ["cancelled", "Cancelled by its creator. The stake was returned."],
    ["expired", "Nobody joined in time. The stake was returned."],
    ["void", "The beacon did not come. Both stakes were returned."],
  ] as const)("shows how it ended without a result: %s", async (status, text) => {
    show(`/spectator?game=${GAME}`, { "GET /games/{id}/proof": { ...waitingProof(), status } });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("shows items with their values, and marks those outside of custody", async () => {
    const betItems = [{ name: "Valkyrie Helm", value: "1500.00", inCustody: false }];
    const player1 = { ...aLiveGame().player1, betAmount: null, betItems };
    show(`/spectator?game=${GAME}`, {
      "GET /games/live": [aLiveGame({ gameType: "limiteds_coinflip", player1 })],
      "GET /games/{id}/proof": { ...waitingProof(), gameType: "limiteds_coinflip" },
    });
    const items = await screen.findByRole("list", { name: "Items of bob" });
    expect(items.textContent).toContain("Valkyrie Helm");
    expect(items.textContent).toContain("1.5K");
    expect(items.textContent).toContain("Not in custody");
  });

  it.each([
    ["an unknown id", OTHER],
    ["no id at all", "nonsense"],
  ])("is shown as missing for %s, and the stream stays open", async (_, id) => {
    show(`/spectator?game=${id}`, { "GET /games/{id}/proof": refused(404, "not_found", "Not here.") });
    expect(await screen.findByText("No Such Game")).toBeTruthy();
    expect(FakeEventSource.current.url).toBe(id === OTHER ? `/api/live?watch=${OTHER}` : "/api/live?watch=");
  });

  it("is unwatched when the page is left", async () => {
    show(`/spectator?game=${GAME}`);
    await screen.findByText(/is waiting for an opponent/);
    act(() => {
      window.history.pushState(null, "", "/nowhere");
    });
    await waitFor(() => expect(FakeEventSource.current.url).toBe("/api/live"));
  });
});

it("is for players: a visitor sees the sign-in", async () => {
  show("/spectator", { "GET /auth/user": unauthorized });
  expect(await screen.findByRole("heading", { name: "How to Play" })).toBeTruthy();
});

it("rounds a game's remaining time up to seconds, and shows its finish after that", () => {
  const end = "2026-01-01T00:00:10.000Z";
  expect(timeToEnd(end, Date.parse(end) - 1_001)).toBe("2s");
  expect(timeToEnd(end, Date.parse(end) - 1)).toBe("1s");
  expect(timeToEnd(end, Date.parse(end))).toBe("Finishing...");
});
