import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import StatsPage from "#web/features/own-games/page.tsx";
import type { Answer } from "#web/lib/api/api.ts";
import { aPlay } from "#web/testing/examples/play.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { laterAnswer } from "#web/testing/later-answer.ts";
import { renderAs } from "#web/testing/render.tsx";

const SINCE = "2026-11-20T09:00:00.000Z";
const figures = {
  gameType: "crash",
  currency: "TIX",
  games: 4,
  wins: 1,
  staked: "40.00",
  paid: "15.00",
  net: "-25.00",
  biggestWin: "5.00",
} as const;
const course: Answer<"GET /games/course"> = {
  courses: [
    {
      currency: "RBX",
      games: 2,
      points: [
        { games: 1, at: SINCE, net: "-10.00" },
        { games: 2, at: SINCE, net: "9.75" },
      ],
    },
  ],
  streaks: { current: { won: true, games: 1 }, longestWin: 3, longestLoss: 2 },
};

function showStats(answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /games/figures": { figures: [figures], isWhole: true },
    "GET /games/course": course,
    "GET /responsible-play": aPlay({ session: { startedAt: SINCE, wagered: "40.00", net: "-25.00" } }),
    ...answers,
  });
  return { api, ...renderAs(aUser(), <StatsPage />) };
}

describe("the statistics", () => {
  it("show the net of this session, by game and currency", async () => {
    const { api } = showStats();
    const table = await screen.findByRole("table", { name: "This session by game and currency" });
    const [, row] = within(table).getAllByRole("row");
    expect(row?.textContent).toBe("CrashTIX425.0%40.005.00-25.00");
    const asked = api.requestsOf("GET /games/figures").map(({ query }) => query.get("from"));
    expect(asked.toSorted()).toEqual([SINCE, null].toSorted());
  });

  it("stand in a card each when they could not be loaded", async () => {
    const busy = refused(503, "unavailable", "Busy.");
    showStats({ "GET /games/figures": busy, "GET /games/course": busy });
    await screen.findByText("Your results could not be loaded.");
    for (const alert of await screen.findAllByRole("alert")) expect(alert.closest("section")).toBeTruthy();
  });

  it("load no figures of a session that has not begun", async () => {
    showStats({ "GET /responsible-play": aPlay() });
    expect(await screen.findByText("You are not playing at the moment.")).toBeTruthy();
    expect(screen.queryByRole("table", { name: /This session/ })).toBeNull();
  });

  it("draw the course of the net, and show it in figures", async () => {
    showStats();
    const plot = await screen.findByRole("img", { name: /Net over your last 2 rounds, in RBX: from -10.00/ });
    expect(plot.querySelectorAll("rect")).toHaveLength(2);
  });

  it("name the streaks", async () => {
    showStats();
    for (const text of ["1 round won", "3 rounds", "2 rounds"])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it("show no card before those above it have their heights", async () => {
    const [first, second] = [laterAnswer({ figures: [figures], isWhole: true }), laterAnswer(course)];
    showStats({ "GET /games/figures": () => first.promise, "GET /games/course": () => second.promise });
    const titles = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(titles()).toEqual(["This session"]);
    await first.come();
    await screen.findByRole("table", { name: "This session by game and currency" });
    expect(titles()).toEqual(["This session", "Net"]);
    await second.come();
    await screen.findByRole("heading", { name: "Streaks" });
    expect(titles()).toEqual(["This session", "Net", "Streaks", "By game"]);
  });

  it("have a text for a player without games", async () => {
    const streaks = { current: null, longestWin: 0, longestLoss: 0 };
    showStats({
      "GET /games/figures": { figures: [], isWhole: true },
      "GET /games/course": { courses: [], streaks },
      "GET /responsible-play": aPlay(),
    });
    expect(await screen.findByText("None yet")).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText(/No games played yet/)).toHaveLength(2));
  });

  it("show when they lack games", async () => {
    showStats({ "GET /games/figures": { figures: [figures], isWhole: false } });
    expect((await screen.findAllByText("Of your newest 20,000 games.")).length).toBeGreaterThan(0);
  });
});
