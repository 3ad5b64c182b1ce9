import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import "#web/features/jackpots/play-card.tsx";
import "#web/features/user-games/game-page.tsx";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { aUserGame } from "#domain/testing/shown/user-games.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { roundQuery, roundsQuery } from "#web/features/game-rounds/queries.ts";
import { MARKER_MS, RESULT_MS } from "#web/features/jackpots/use-shown-round.ts";
import * as sound from "#web/lib/effects/sound.ts";
import { ownClock, pass } from "#web/testing/clock.ts";
import { aDrawnJackpot, aJackpotRound, aRoundBet } from "#web/testing/examples/rounds.ts";
import { type FakeAnswers, fakeApi, lost, refused } from "#web/testing/fake-api.ts";
import { someLimits } from "#web/testing/fixtures.ts";
import { renderSite } from "#web/testing/render.tsx";

const GAME = aUserGame({ gameType: "jackpot", title: "Carol's pot" });
const now = (round: GameRound | null) => ({ serverTime: new Date().toISOString(), round });

function show(round: GameRound | null, answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /games/limits": someLimits(),
    "GET /user-games/{id}": GAME,
    "GET /user-games/{id}/round": now(round),
    "GET /user-games/{id}/rounds": { items: [], next: null },
    "GET /user-games/{id}/versions": [],
    ...answers,
  });
  return { api, ...renderSite(`/user-games/${GAME.id}`) };
}
/** The card of the pot, once its round is known. */
const pot = async () => {
  const card = await screen.findByRole("region", { name: "Pot" });
  await within(card).findByText(/^(You have no bet|Your share)/);
  return card;
};
const bet = async (amount: string) => {
  fireEvent.change(await screen.findByLabelText("Bet amount"), { target: { value: amount } });
  fireEvent.click(screen.getByRole("button", { name: "Place Bet" }));
};

describe("a jackpot", () => {
  it("says that the first bet opens a round when there is none", async () => {
    show(null);
    expect(await within(await pot()).findByText("No round is open. The first bet opens one.")).toBeTruthy();
  });

  it("says nothing of a round that is not known yet, in a card of its final size", async () => {
    show(null, { "GET /user-games/{id}/round": () => new Promise<never>(() => undefined) });
    const card = within(await screen.findByRole("region", { name: "Pot" }));
    expect(within(card.getByRole("region", { name: "Entries" })).getByRole("status").textContent).toBe(
      "Loading...",
    );
    expect(card.getByTestId("pot-strip")).toBeTruthy();
    for (const early of [/No round/, /no bet/, /Nobody/]) expect(card.queryByText(early)).toBeNull();
  });

  it("waits for a second player without a clock", async () => {
    show(aJackpotRound({ status: "waiting", closesAt: null, pot: "25.00", bets: [aRoundBet()] }));
    const card = await pot();
    expect(await within(card).findByText(/Waiting for a second player/)).toBeTruthy();
    expect(within(card).queryByRole("timer")).toBeNull();
    expect(within(card).getByText("You have no bet in this round.")).toBeTruthy();
  });

  it("waits for a smaller share, not for a player, once two of them are in", async () => {
    show(aJackpotRound({ status: "waiting", closesAt: null }));
    const status = (await screen.findByText(/^The countdown starts when nobody holds more than 80%/))
      .textContent;
    expect(status).not.toContain("second player");
  });

  it("does not count the players behind hidden entries", async () => {
    const hidden = aRoundBet({ player: { id: null, username: "Hidden player", profileImageUrl: null } });
    const bets = [hidden, { ...hidden, id: "b9", seq: 2, betAmount: "175.00" }];
    show(aJackpotRound({ status: "waiting", closesAt: null, pot: "200.00", bets }));
    await screen.findByText(/^The countdown starts when nobody holds more than 80%/);
    expect(screen.queryByText(/second player/)).toBeNull();
  });

  it("shows every entry with its tickets and odds, and the player's own part", async () => {
    show(aJackpotRound());
    const entries = within(await screen.findByRole("region", { name: "Entries, 2" })).getAllByRole(
      "listitem",
    );
    expect(entries.map((entry) => entry.textContent)).toEqual([
      expect.stringContaining("Tickets 0.00 to 24.99 of 100.0025.0025.00%"),
      expect.stringContaining("alice (you)Tickets 25.00 to 99.99 of 100.0075.0075.00%"),
    ]);
    expect(screen.getByTestId("own-part").textContent).toBe("Your share: 75.00 RBX, 75.00% of the pot.");
  });

  it("draws each entry as wide as its share of the pot", async () => {
    show(aJackpotRound());
    await screen.findByRole("region", { name: "Entries, 2" });
    const [strip] = screen.getByTestId("pot-strip").children;
    const widths = [...(strip?.children ?? [])].map((part) => (part as HTMLElement).style.width);
    expect(widths).toEqual(["25%", "75%"]);
  });

  it("counts down by the service's clock, whatever the browser's shows", async () => {
    const hour = 3_600_000;
    const serverTime = new Date(Date.now() - hour).toISOString();
    // Far enough away for a page that is slow on a busy machine.
    const closesAt = new Date(Date.now() - hour + 59_000).toISOString();
    show(null, { "GET /user-games/{id}/round": { serverTime, round: aJackpotRound({ closesAt }) } });
    expect((await screen.findByRole("timer")).textContent).toMatch(/^0:[345]\d$/);
  });

  it("uses the terms of the open round, and shows that the game's have changed", async () => {
    const { api } = show(aJackpotRound({ version: 1 }), {
      "GET /user-games/{id}": { ...GAME, version: 2 },
      "POST /user-games/{id}/bets": refused(409, "round_closed", "Too late."),
    });
    expect(await screen.findByText(/^This round keeps the terms it began with/)).toBeTruthy();
    await bet("5");
    await screen.findByText("Too late.");
    expect(api.requestsOf("POST /user-games/{id}/bets")[0]?.body).toMatchObject({ version: 1 });
  });

  it("shows the new terms after a bet was refused because of them, and keeps the input", async () => {
    const { api } = show(null, {
      "POST /user-games/{id}/bets": refused(409, "game_changed", "The rules of this game have changed."),
    });
    await screen.findByLabelText("Bet amount");
    api.answer("GET /user-games/{id}", { ...GAME, version: 2, houseEdge: "7.50", maxBet: "500.00" });
    await bet("5");
    const notice = await screen.findByText("The creator has changed this game");
    expect(notice.parentElement?.textContent).toContain("House Edge: 5.00%, now 7.50%");
    expect(notice.parentElement?.textContent).toContain("Max Bet: 1,000.00, now 500.00");
    expect((screen.getByLabelText("Bet amount") as HTMLInputElement).value).toBe("5");
    fireEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(screen.queryByText("The creator has changed this game")).toBeNull();
  });

  it("takes no bets while the winner is drawn, and says so", async () => {
    const { api } = show(aJackpotRound({ status: "locked" }));
    expect(await screen.findByText("Bets are closed until the winner is drawn.")).toBeTruthy();
    await bet("5");
    expect(api.requestsOf("POST /user-games/{id}/bets")).toEqual([]);
  });

  it("shows the drawn ticket at its true place, and the winner with the amount", async () => {
    const drawn = aDrawnJackpot();
    show(null, { "GET /user-games/{id}/rounds": { items: [drawn], next: null } });
    expect(await screen.findByText("bob won 95.00 RBX.")).toBeTruthy();
    expect(screen.getByTestId("drawn-ticket").style.left).toBe("10%");
    const strip = within(screen.getByRole("region", { name: "Last rounds" }));
    expect(strip.getByRole("link", { name: /bob/ }).getAttribute("href")).toBe(`/games/${drawn.id}`);
  });

  it("shows the winner that they won", async () => {
    const drawn = aDrawnJackpot({ ticket: "99.99", winner: "01JPLAYER" });
    const bets = drawn.bets.map((one) => ({ ...one, winAmount: one.seq === 1 ? "95.00" : "0.00" }));
    show(null, { "GET /user-games/{id}/rounds": { items: [{ ...drawn, bets }], next: null } });
    expect(await screen.findByText("You won 95.00 RBX.")).toBeTruthy();
  });

  it("shows that stakes came back from a void round", async () => {
    const ended = aJackpotRound({ status: "void", endedAt: "2026-01-31T12:01:00.000Z" });
    show(null, { "GET /user-games/{id}/rounds": { items: [ended], next: null } });
    expect(await screen.findByText("The round is void. Every stake was returned.")).toBeTruthy();
  });

  it("keeps the round in view between its end and its place in the list", async () => {
    const { api, queryClient } = show(aJackpotRound({ status: "locked" }));
    await screen.findByText("Bets are closed. The beacon draws the winner.");
    api.answer("GET /user-games/{id}/round", now(null));
    await queryClient.invalidateQueries({ queryKey: roundQuery(GAME.id, "rbx").queryKey });
    expect(within(await pot()).getByText("100.00")).toBeTruthy();
  });

  it("names the winner once the marker has reached the ticket, and shows that before another round", async () => {
    ownClock();
    const { api, queryClient } = show(aJackpotRound({ status: "locked" }));
    await screen.findByText("Bets are closed. The beacon draws the winner.");
    api.answer("GET /user-games/{id}/round", now(aJackpotRound({ id: "next", pot: "7.00", bets: [] })));
    api.answer("GET /user-games/{id}/rounds", { items: [aDrawnJackpot()], next: null });
    await queryClient.invalidateQueries({ queryKey: roundQuery(GAME.id, "rbx").queryKey });
    await queryClient.invalidateQueries({ queryKey: roundsQuery(GAME.id).queryKey });
    await screen.findByText("The ticket is drawn. The marker moves to it.");
    const strip = within(screen.getByRole("region", { name: "Last rounds" }));
    expect(strip.queryByText("bob")).toBeNull();
    expect(screen.getByTestId("drawn-ticket").style.left).toBe("10%");
    await pass(MARKER_MS - 500);
    expect(screen.queryByText("bob won 95.00 RBX.")).toBeNull();
    await pass(500);
    expect(screen.getByText("bob won 95.00 RBX.")).toBeTruthy();
    expect(strip.getByText("bob")).toBeTruthy();
    await pass(RESULT_MS);
    expect(within(await pot()).getByText("7.00")).toBeTruthy();
  });

  it("keeps the balance as it was until the marker has reached the ticket", async () => {
    ownClock();
    const { api, queryClient, live } = show(aJackpotRound({ status: "locked" }));
    await screen.findByText("Bets are closed. The beacon draws the winner.");
    const asked = () => api.requestsOf("GET /auth/user").length;
    const before = asked();
    live.changed(["balance"], 900);
    api.answer("GET /user-games/{id}/round", now(null));
    api.answer("GET /user-games/{id}/rounds", { items: [aDrawnJackpot()], next: null });
    await queryClient.invalidateQueries({ queryKey: roundQuery(GAME.id, "rbx").queryKey });
    await queryClient.invalidateQueries({ queryKey: roundsQuery(GAME.id).queryKey });
    await screen.findByText("The ticket is drawn. The marker moves to it.");
    expect(asked()).toBe(before);
    await pass(MARKER_MS);
    await waitFor(() => expect(asked()).toBe(before + 1));
  });

  const mine = aDrawnJackpot({
    ticket: "99.99",
    winner: "01JPLAYER",
    bets: aDrawnJackpot().bets.map((one) => ({ ...one, winAmount: one.seq === 1 ? "95.00" : "0.00" })),
  });
  it.each([
    ["is lost", aDrawnJackpot(), ["lose"]],
    ["is won", mine, ["win"]],
    ["of others is drawn", aDrawnJackpot({ bets: aDrawnJackpot().bets.slice(0, 1) }), []],
    ["is void", aJackpotRound({ status: "void", endedAt: "2026-01-31T12:01:00.000Z" }), []],
  ] as const)(
    "sounds once the marker has reached the ticket, when a pot %s",
    async (_what, ended, sounds) => {
      ownClock();
      const play = vi.spyOn(sound, "playSound").mockImplementation(() => {});
      const { api, queryClient } = show(aJackpotRound({ status: "locked" }));
      await screen.findByText("Bets are closed. The beacon draws the winner.");
      api.answer("GET /user-games/{id}/round", now(null));
      api.answer("GET /user-games/{id}/rounds", { items: [ended], next: null });
      await queryClient.invalidateQueries({ queryKey: roundQuery(GAME.id, "rbx").queryKey });
      await queryClient.invalidateQueries({ queryKey: roundsQuery(GAME.id).queryKey });
      await screen.findByText(ended.ticket === null ? /^The round is void/ : /^The ticket is drawn/);
      await pass(MARKER_MS - 500);
      expect(play).not.toHaveBeenCalled();
      await pass(500);
      await pass(RESULT_MS);
      expect(play.mock.calls.flat()).toEqual(sounds);
      play.mockRestore();
    },
  );

  it("names the winner at once with reduced motion", async () => {
    vi.stubGlobal("matchMedia", () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    const { api, queryClient } = show(aJackpotRound({ status: "locked" }));
    await screen.findByText("Bets are closed. The beacon draws the winner.");
    api.answer("GET /user-games/{id}/round", now(null));
    api.answer("GET /user-games/{id}/rounds", { items: [aDrawnJackpot()], next: null });
    await queryClient.invalidateQueries({ queryKey: roundQuery(GAME.id, "rbx").queryKey });
    await queryClient.invalidateQueries({ queryKey: roundsQuery(GAME.id).queryKey });
    expect(await screen.findByText("bob won 95.00 RBX.")).toBeTruthy();
  });

  it("does not show the last round of the other currency", async () => {
    show(null, {
      "GET /user-games/{id}/rounds": { items: [aDrawnJackpot({ currency: "TIX" })], next: null },
    });
    await screen.findByRole("region", { name: "Last rounds" });
    expect(await within(await pot()).findByText("No round is open. The first bet opens one.")).toBeTruthy();
  });

  it("sends the bet in the chosen currency", async () => {
    const { api } = show(aJackpotRound(), {
      "POST /user-games/{id}/bets": {
        id: "b2",
        roundId: "r",
        seq: 2,
        position: 70,
        rbxBalance: "1000.00",
        tixBalance: "487.50",
        round: aJackpotRound(),
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: "TIX" }));
    await bet("12.50");
    expect(await screen.findByText("12.50 TIX is in the round.")).toBeTruthy();
    expect(api.requestsOf("POST /user-games/{id}/bets").map(({ body }) => body)).toEqual([
      { betAmount: 12.5, currency: "tix", version: 1 },
    ]);
  });

  it("shows why a bet was refused, and keeps the input", async () => {
    show(aJackpotRound(), {
      "POST /user-games/{id}/bets": refused(
        409,
        "share_too_large",
        "You would hold more than 80% of the pot.",
      ),
    });
    await bet("500");
    expect(await screen.findByText("You would hold more than 80% of the pot.")).toBeTruthy();
    expect((screen.getByLabelText("Bet amount") as HTMLInputElement).value).toBe("500");
  });

  it("sends nothing below the game's smallest bet or above the balance", async () => {
    const { api } = show(aJackpotRound());
    await bet("0.50");
    await bet("1000.01");
    expect(api.requestsOf("POST /user-games/{id}/bets")).toEqual([]);
  });

  it("has no bet for the creator of the game", async () => {
    show(aJackpotRound(), { "GET /user-games/{id}": { ...GAME, creatorId: "01JPLAYER" } });
    expect(await screen.findByText(/This is your own game/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Place Bet" })).toBeNull();
  });

  it("can be loaded again after an error", async () => {
    const { api } = show(null, { "GET /user-games/{id}/round": lost });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /user-games/{id}/round", now(aJackpotRound()));
    fireEvent.click(again);
    await waitFor(async () => expect(within(await pot()).getByText("100.00")).toBeTruthy());
  });
});
