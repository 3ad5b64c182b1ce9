// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/audit/player-page.tsx";
import "#web/features/user-games/ties-section.tsx";
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { MadeGameTies } from "#domain/features/user-games/contract.ts";
import { aFile } from "#web/testing/audit.ts";
import { pagesOf } from "#web/testing/blocks.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const TIE: MadeGameTies["players"][number] = {
  player: { id: "p_bob", username: "bob", profileImageUrl: null },
  games: 2,
  bets: 31,
  wagered: "1240.50",
  profit: "-62.00",
};
const PLAYERS = "Players of this player's games";
const CREATORS = "Games that this player plays";

function show(ties: NonNullable<FakeAnswers["GET /admin/players/{id}/made-games"]>) {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/players/{id}": aFile(),
    "GET /admin/accounts/{account}/entries": pagesOf([]),
    "GET /admin/accounts/{account}/balance": { position: 60, at: aFile().createdAt, holdings: [] },
    "GET /admin/players/{id}/made-games": ties,
  });
  return { api, ...renderSite("/admin/players/p_alice") };
}
const region = async (name: string) => within(await screen.findByRole("region", { name }));

describe("a player's file", () => {
  it("shows the players of the player's games, with amounts and results", async () => {
    const { api } = show({ players: [TIE], creators: [] });
    const players = await region(PLAYERS);
    const row = (await players.findByRole("link", { name: /bob/ })).closest("tr");
    expect([...(row?.cells ?? [])].slice(1).map(({ textContent }) => textContent)).toEqual([
      "2",
      "31",
      "1,240.50",
      "-62.00",
    ]);
    expect(players.getByRole("link", { name: /bob/ }).getAttribute("href")).toBe("/admin/players/p_bob");
    expect((await region(CREATORS)).getByText("This player has not played a player-made game.")).toBeTruthy();
    expect(api.requestsOf("GET /admin/players/{id}/made-games")[0]?.path).toContain("/p_alice/");
  });

  it("shows whose games the player plays, and that nobody plays theirs", async () => {
    show({ players: [], creators: [TIE] });
    const creators = await region(CREATORS);
    expect(await creators.findByRole("link", { name: /bob/ })).toBeTruthy();
    expect((await region(PLAYERS)).getByText("Nobody has played this player's games.")).toBeTruthy();
  });

  it("can load them again after an error", async () => {
    const { api } = show(refused(503, "unavailable", "Busy."));
    const again = (await screen.findAllByRole("button", { name: "Try again" }))[0] as HTMLElement;
    api.answer("GET /admin/players/{id}/made-games", { players: [TIE], creators: [] });
    fireEvent.click(again);
    expect(await (await region(PLAYERS)).findByRole("link", { name: /bob/ })).toBeTruthy();
  });
});
