import "#web/features/jackpots/watch.tsx";
import "#web/features/spectator/page.tsx";
import { readFileSync } from "node:fs";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { jackpotProofSchema } from "#domain/features/game-rounds/proof.ts";
import { aUserGame } from "#domain/testing/shown/user-games.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { watchedIn } from "#web/features/spectator/game.ts";
import { aLiveGame, aMessage } from "#web/testing/examples/live-games.ts";
import { aJackpotRound } from "#web/testing/examples/rounds.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { fakeEventSource } from "#web/testing/fake-event-source.ts";
import { aFairness } from "#web/testing/fixtures.ts";
import { renderSite } from "#web/testing/render.tsx";

const proof = jackpotProofSchema.parse(
  JSON.parse(readFileSync("docs/vectors/proofs.json", "utf8")).proofs.jackpot,
);
const game = aUserGame({ id: proof.gameId, gameType: "jackpot", title: "Carol's pot" });
const row = aLiveGame({
  id: proof.id,
  gameType: "jackpot",
  userGame: { id: game.id, title: game.title },
  playerCount: 4,
  totalValue: "40.00",
});

it("a round of a player-made game is listed by its title and watched without a bet form", async () => {
  fakeEventSource();
  fakeApi({
    "GET /auth/user": aUser(),
    "GET /fairness": aFairness(),
    "GET /games/history": [],
    "GET /games/live": [row],
    "GET /spectator/chat": [aMessage({ message: "bob opened round 1 with a bet of 10.00 RBX." })],
    "GET /games/{id}/proof": proof,
    "GET /user-games/{id}": game,
    "GET /user-games/{id}/round": { serverTime: new Date().toISOString(), round: aJackpotRound() },
    "GET /user-games/{id}/rounds": { items: [], next: null },
  });
  renderSite(`/spectator?game=${proof.id}`);
  await screen.findByRole("button", { name: /^bob and 3 others: Jackpot, Carol's pot, .*Bets are taken$/ });
  const panel = await screen.findByRole("region", { name: "Selected game" });
  expect(await within(panel).findByRole("region", { name: "Pot" })).toBeTruthy();
  expect(within(panel).queryByRole("button", { name: "Place Bet" })).toBeNull();
  expect(within(panel).getByRole("link", { name: "Play this game" }).getAttribute("href")).toBe(
    `/user-games/${game.id}`,
  );
  expect(within(panel).getByRole("link", { name: "Verify this round" }).getAttribute("href")).toBe(
    `/games/${proof.id}`,
  );
  expect(await screen.findByText("bob opened round 1 with a bet of 10.00 RBX.")).toBeTruthy();
});

it("a watcher of a round is counted for its game, and the stream is never opened with a flip's id", () => {
  expect(watchedIn([row], row.id)).toBe(game.id);
  expect(watchedIn([], row.id)).toBe(row.id);
  expect(watchedIn([], "game_01kahq3v5e7m2p9x4c0r8twd")).toBeNull();
});
