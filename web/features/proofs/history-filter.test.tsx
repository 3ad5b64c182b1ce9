import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import HistoryPage from "#web/features/proofs/history-page.tsx";
import { fakeApi } from "#web/testing/fake-api.ts";
import { aGame } from "#web/testing/fixtures.ts";
import { renderAs } from "#web/testing/render.tsx";

const crash = {
  gameType: "crash",
  currency: "TIX",
  games: 4,
  wins: 1,
  staked: "40.00",
  paid: "15.00",
  net: "-25.00",
  biggestWin: "5.00",
} as const;

describe("the history, filtered", () => {
  function showHistory(address: string) {
    const api = fakeApi({
      "GET /games/history": [aGame()],
      "GET /games/figures": { figures: [crash], isWhole: true },
    });
    window.history.replaceState(null, "", address);
    return { api, ...renderAs(aUser(), <HistoryPage />) };
  }

  it("loads no totals before the filter is opened", async () => {
    const { api } = showHistory("/history");
    await screen.findByText("Your games, newest first");
    expect(api.requestsOf("GET /games/figures")).toEqual([]);
  });

  it("lists, adds up and exports the same games", async () => {
    const { api } = showHistory("/history?game=crash&currency=TIX&result=lost");
    const totals = await screen.findByRole("table", { name: "Totals by game and currency" });
    expect(totals.textContent).toContain("-25.00");
    for (const route of ["GET /games/history", "GET /games/figures"] as const) {
      const { query } = api.requestsOf(route)[0]!;
      expect([query.get("game"), query.get("currency"), query.get("result")]).toEqual([
        "crash",
        "TIX",
        "lost",
      ]);
    }
    expect(screen.getByLabelText("Export your games as CSV").getAttribute("href")).toBe(
      "/api/games/history?game=crash&currency=TIX&result=lost&export=csv",
    );
  });

  it("keeps the filter in the address, starts at the newest page, and passes on nothing else", async () => {
    const { api } = showHistory("/history?before=9&game=none&result=toString");
    await screen.findByText("Your games, newest first");
    const { query } = api.requestsOf("GET /games/history")[0]!;
    expect([...query.keys()].toSorted()).toEqual(["before", "limit"]);
    fireEvent.change(await screen.findByLabelText("Currency"), { target: { value: "RBX" } });
    fireEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(window.location.search).toContain("currency=RBX");
    expect(window.location.search).not.toContain("before");
  });
});
