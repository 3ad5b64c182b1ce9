import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import "#web/features/crash/play-card.tsx";
import "#web/features/user-games/game-page.tsx";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { aUserGame } from "#domain/testing/shown/user-games.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { FREEZE_AFTER_MS } from "#web/features/crash/fly/flight.ts";
import { roundQuery, roundsQuery } from "#web/features/game-rounds/queries.ts";
import * as sound from "#web/lib/effects/sound.ts";
import { runningStakes } from "#web/lib/stakes/running-stake.ts";
import { changeDisplay } from "#web/lib/store/display-settings.ts";
import { aCrashRound } from "#web/testing/examples/rounds.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { FakeEventSource, fakeEventSource } from "#web/testing/fake-event-source.ts";
import { someLimits } from "#web/testing/fixtures.ts";
import { renderSite } from "#web/testing/render.tsx";

const GAME = aUserGame({ gameType: "crash", title: "Carol's rocket" });
const now = (round: GameRound | null) => ({ serverTime: new Date().toISOString(), round });

beforeEach(() => {
  fakeEventSource();
  HTMLCanvasElement.prototype.getContext = () => null;
});

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
  const page = renderSite(`/user-games/${GAME.id}`);
  const reread = async () => {
    await page.queryClient.invalidateQueries({ queryKey: roundQuery(GAME.id, "rbx").queryKey });
    await page.queryClient.invalidateQueries({ queryKey: roundsQuery(GAME.id).queryKey });
  };
  return { api, reread, ...page };
}
/** The card of a round, once it is known. */
const stage = async () => {
  const card = await screen.findByRole("region", { name: "Round" });
  await within(card).findByText(/^(No round|Betting|Bets closed|Running|Busted|Void)$/);
  return card;
};
const tell = (name: string, data: object) => act(async () => FakeEventSource.current.frame(name, data));
const figure = () => screen.getByTestId("multiplier").textContent;
const bet = async (amount: string, target = "") => {
  fireEvent.change(await screen.findByLabelText("Bet amount"), { target: { value: amount } });
  fireEvent.change(screen.getByLabelText("Auto cash-out"), { target: { value: target } });
  fireEvent.submit(screen.getByRole("form", { name: "Bet" }));
};
const round = aCrashRound();
const placed = {
  id: "b2",
  roundId: round.id,
  seq: 2,
  position: 70,
  rbxBalance: "990.00",
  tixBalance: "500.00",
  round,
};
const sentBets = ({ requestsOf }: ReturnType<typeof fakeApi>) =>
  requestsOf("POST /user-games/{id}/bets").map(({ body }) => body);

describe("a crash round", () => {
  it("says that the first bet opens one when there is none", async () => {
    show(null);
    expect(await within(await stage()).findByText("No round is open. The first bet opens one.")).toBeTruthy();
  });

  it("says nothing of a round that is not known yet, in a card of its final size", async () => {
    show(null, { "GET /user-games/{id}/round": () => new Promise<never>(() => undefined) });
    const card = within(await screen.findByRole("region", { name: "Round" }));
    expect(within(card.getByRole("region", { name: "Players" })).getByRole("status").textContent).toBe(
      "Loading...",
    );
    expect(card.getByText("Forced cash-out")).toBeTruthy();
    for (const early of [/No round/, /no bet/, /Nobody/]) expect(card.queryByText(early)).toBeNull();
  });

  it("counts down while bets are taken, and shows force, beacon and own bet", async () => {
    // Far enough away for a page that is slow on a busy machine.
    const closesAt = new Date(Date.now() + 59_000).toISOString();
    const you = { ...(round.you as NonNullable<GameRound["you"]>), autoCashOut: "2.00" };
    show(aCrashRound({ status: "betting", closesAt, you }));
    const card = within(await stage());
    expect((await card.findByRole("timer")).textContent).toMatch(/^0:[345]\d$/);
    expect(card.getByText("28.57×")).toBeTruthy();
    expect(card.getByText("4711")).toBeTruthy();
    expect(card.getByText("Your bet: 10.00 RBX, auto cash-out at 2.00×.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Cash Out/ })).toBeNull();
  });

  it("shows the multiplier of the ticks, and stands still without them", async () => {
    const you = { ...(round.you as NonNullable<GameRound["you"]>), autoCashOut: "9000.00" };
    show({ ...round, you });
    await screen.findByTestId("multiplier");
    await tell("tick", { round: round.id, t: 11_553 });
    await waitFor(() => expect(Number.parseFloat(figure() ?? "")).toBeGreaterThanOrEqual(2));
    expect(await screen.findByText("Reconnecting. Your auto cash-out still applies.")).toBeTruthy();
    const stood = figure();
    await new Promise((resolve) => setTimeout(resolve, FREEZE_AFTER_MS / 4));
    expect(figure()).toBe(stood);
  });

  it("promises no auto cash-out to a player who set none", async () => {
    show(round);
    await screen.findByTestId("multiplier");
    await tell("tick", { round: round.id, t: 11_553 });
    expect(await screen.findByText("Reconnecting.")).toBeTruthy();
  });

  it("has the way out of the running bet as its one primary button", async () => {
    show(round);
    await screen.findByRole("button", { name: /^Cash Out/ });
    const primary = screen.getAllByRole("button").filter(({ className }) => /\bbg-action\b/.test(className));
    expect(primary.map(({ textContent }) => textContent?.slice(0, 8))).toEqual(["Cash Out"]);
  });

  it("is not moved by ticks of another round", async () => {
    show(aCrashRound({ startsAt: new Date(Date.now()).toISOString() }));
    await screen.findByTestId("multiplier");
    await tell("tick", { round: "another", t: 60_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(Number.parseFloat(figure() ?? "")).toBeLessThan(2);
  });

  it("lists its bettors, the player first, and follows as others come and leave", async () => {
    show(round);
    const players = within(await screen.findByRole("region", { name: "Players, 2" }));
    const names = () => players.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(names()).toEqual(["aalice (you)10.00In", "bbob25.00In"]);
    await tell("cashouts", { round: round.id, cashouts: [[0, "1.40", "35.00", "auto"]], force: "90.00" });
    expect(names()).toEqual(["aalice (you)10.00In", "bbob25.001.40×+35.00"]);
    expect(screen.getByText("90.00×")).toBeTruthy();
  });

  it("writes high multipliers with separators, and shows them where amounts are hidden", async () => {
    changeDisplay({ hidesAmounts: true });
    show(round);
    const card = within(await stage());
    await tell("cashouts", {
      round: round.id,
      cashouts: [[1, "1234.50", "12345.00", "manual"]],
      force: null,
    });
    expect(card.getAllByText("You left at 1,234.50×: ••• RBX for ••• RBX.").length).toBeGreaterThan(0);
    expect(card.getByText("1,234.50×")).toBeTruthy();
    await tell("bust", { round: round.id, point: "2345.67", t: 110_000 });
    expect(figure()).toBe("2,345.67×");
    changeDisplay({ hidesAmounts: false });
  });

  it("announces to screen readers the start, the bust, and the bet's outcome", async () => {
    show(round);
    const card = within(await stage());
    expect((await card.findByRole("status")).textContent).toBe("The curve has started.");
    await tell("bust", { round: round.id, point: "1.56", t: 7_500 });
    expect(card.getByRole("status").textContent).toBe("The curve broke at 1.56×. You lost 10.00 RBX.");
    expect(figure()).toBe("1.56×");
    expect(card.getAllByText("Busted").length).toBeGreaterThan(0);
  });

  it("shows the round-trip time to the service, by the quickest of the last answers", async () => {
    let heard = (_list: { getEntries: () => object[] }): void => undefined;
    vi.stubGlobal(
      "PerformanceObserver",
      class {
        constructor(hear: typeof heard) {
          heard = hear;
        }
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    show(round);
    const card = within(await stage());
    expect(card.getByText("Connection –")).toBeTruthy();
    const waited = (ms: number, path = "/api/user-games") => ({
      name: `http://localhost${path}`,
      requestStart: 100,
      responseStart: 100 + ms,
    });
    // Stream and picture requests do not measure how long a cash-out takes.
    const list = [waited(230), waited(48.2), waited(3, "/api/live?topics=x"), waited(2, "/a.svg")];
    act(() => heard({ getEntries: () => list }));
    expect(card.getByText("Connection 48 ms")).toBeTruthy();
    act(() => heard({ getEntries: () => Array.from({ length: 10 }, () => waited(90)) }));
    expect(card.getByText("Connection 90 ms")).toBeTruthy();
  });

  it("keeps the result in view when the round is over, and above the next one", async () => {
    const { api, reread } = show(round);
    await screen.findByTestId("multiplier");
    await tell("cashouts", { round: round.id, cashouts: [[1, "1.40", "14.00", "manual"]], force: null });
    await tell("bust", { round: round.id, point: "1.56", t: 7_500 });
    const left = "You left at 1.40×: 14.00 RBX for 10.00 RBX.";
    expect(screen.getAllByText(left).length).toBeGreaterThan(0);
    api.answer("GET /user-games/{id}/round", now(null));
    await reread();
    expect(figure()).toBe("1.56×");
    expect(screen.getAllByText(left).length).toBeGreaterThan(0);
    api.answer("GET /user-games/{id}/round", now(aCrashRound({ id: "next", status: "betting", you: null })));
    await reread();
    expect(await screen.findByText(`Your last bet: ${left}`)).toBeTruthy();
  });

  it("lists the last twenty rounds, each with a link to its proof", async () => {
    const items = Array.from({ length: 20 }, (_, n) =>
      aCrashRound({ id: `r${n}`, status: "settled", point: `${n + 1}.00` }),
    );
    const { api } = show(null, { "GET /user-games/{id}/rounds": { items, next: null } });
    const strip = within(await screen.findByRole("region", { name: "Last rounds" }));
    expect((await strip.findAllByRole("link")).map((link) => link.getAttribute("href"))).toEqual(
      items.map(({ id }) => `/games/${id}`),
    );
    expect(api.requestsOf("GET /user-games/{id}/rounds")[0]?.query.get("limit")).toBe("20");
  });

  it("explains how it is played, and which time of a cash-out counts", async () => {
    show(null);
    expect(await screen.findByRole("heading", { name: "How to play" })).toBeTruthy();
    expect(
      screen.getByText(/What counts is when your cash-out reaches our server, not when you press/),
    ).toBeTruthy();
    for (const rule of [
      /^The first bet opens a round/,
      /^An auto cash-out pays exactly/,
      /^At the forced cash-out/,
    ])
      expect(screen.getByText(rule)).toBeTruthy();
  });

  it("leaves out the point of a round of the other currency", async () => {
    show(null, {
      "GET /user-games/{id}/rounds": {
        items: [aCrashRound({ status: "settled", currency: "TIX", point: "3.20" })],
        next: null,
      },
    });
    const strip = within(await screen.findByRole("region", { name: "Last rounds" }));
    expect(await strip.findByText("3.20×")).toBeTruthy();
    expect(within(await stage()).getByText("No round is open. The first bet opens one.")).toBeTruthy();
  });
});

describe("cashing out", () => {
  const CASH_OUT = "POST /user-games/{id}/cash-out";
  const answer = {
    betId: "b1",
    multiplier: "1.87",
    winAmount: "18.70",
    cause: "manual",
    position: 80,
    rbxBalance: "1008.70",
    tixBalance: "500.00",
  } as const;
  const press = async () =>
    fireEvent.pointerDown(await screen.findByRole("button", { name: /^Cash Out/ }), { button: 0 });

  it("is sent when the button is pressed, once, and answered", async () => {
    const { api } = show(round, { [CASH_OUT]: answer });
    await press();
    fireEvent.click(screen.getByRole("button", { name: /^Cash/ }), { detail: 1 });
    expect((await screen.findAllByText("You left at 1.87×: 18.70 RBX for 10.00 RBX.")).length).toBe(2);
    expect(api.requestsOf(CASH_OUT).map(({ body }) => body)).toEqual([{ roundId: round.id }]);
    expect(screen.queryByRole("button", { name: /^Cash Out/ })).toBeNull();
  });

  it.each([
    ["18.70", ["win"]],
    ["10.00", []],
  ])("of 10.00 that pays %s sounds so, and is not celebrated", async (winAmount, sounds) => {
    const play = vi.spyOn(sound, "playSound").mockImplementation(() => {});
    show(round, { [CASH_OUT]: { ...answer, winAmount } });
    await press();
    await screen.findAllByText(new RegExp(`: ${winAmount} RBX for`));
    expect(play.mock.calls.flat()).toEqual(sounds);
    play.mockRestore();
  });

  it("holds back a reality check until the bet has left", async () => {
    show(round, { [CASH_OUT]: answer });
    await screen.findByRole("button", { name: /^Cash Out/ });
    expect(runningStakes.get()).toBe(1);
    await press();
    await screen.findAllByText(/^You left at 1\.87×/);
    expect(runningStakes.get()).toBe(0);
  });

  it("is sent by keys as well", async () => {
    const { api } = show(round, { [CASH_OUT]: answer });
    fireEvent.click(await screen.findByRole("button", { name: /^Cash Out/ }), { detail: 0 });
    await waitFor(() => expect(api.requestsOf(CASH_OUT)).toHaveLength(1));
  });

  it("that came too late is answered with the point", async () => {
    const late = "The round ended at 1.56x before your cash-out reached us.";
    show(round, { [CASH_OUT]: refused(409, "busted", late) });
    await press();
    expect(await screen.findByText(late)).toBeTruthy();
  });

  it("that was refused may be tried again", async () => {
    const { api } = show(round, {
      [CASH_OUT]: refused(409, "not_running", "You can cash out from 1.01x."),
    });
    await press();
    expect(await screen.findByText("You can cash out from 1.01x.")).toBeTruthy();
    api.answer(CASH_OUT, answer);
    await press();
    expect((await screen.findAllByText(/^You left at 1\.87×/)).length).toBe(2);
  });

  it("is not offered once the bet has left or the curve bust", async () => {
    show(round);
    await screen.findByRole("button", { name: /^Cash Out/ });
    await tell("bust", { round: round.id, point: "1.01", t: 200 });
    expect(screen.queryByRole("button", { name: /^Cash Out/ })).toBeNull();
  });
});

describe("a crash bet", () => {
  it("goes with its auto cash-out", async () => {
    const { api } = show(null, { "POST /user-games/{id}/bets": placed });
    await bet("10", "2.50");
    expect(await screen.findByText("10.00 RBX is in the round.")).toBeTruthy();
    expect(sentBets(api)).toEqual([{ betAmount: 10, currency: "rbx", version: 1, autoCashOut: 2.5 }]);
  });

  it.each(["1", "1.001", "10000.01", "two"])("is not sent with an auto cash-out of %s", async (target) => {
    const { api } = show(null);
    await bet("10", target);
    expect(
      (await screen.findAllByText("Auto cash-out must be 1.01 to 10000 with at most two decimals.")).length,
    ).toBeGreaterThan(0);
    expect(sentBets(api)).toEqual([]);
  });

  it("waits for the next round while one runs, alone, and is sent when that opens", async () => {
    const { api, reread } = show(aCrashRound({ you: null }), { "POST /user-games/{id}/bets": placed });
    await screen.findByRole("button", { name: "Bet on Next Round" });
    await bet("10", "2");
    expect(await screen.findByText("Next round: 10.00 RBX, out at 2.00×")).toBeTruthy();
    await bet("20");
    expect(sentBets(api)).toEqual([]);
    api.answer("GET /user-games/{id}/round", now(null));
    await reread();
    await waitFor(() =>
      expect(sentBets(api)).toEqual([{ betAmount: 10, currency: "rbx", version: 1, autoCashOut: 2 }]),
    );
    expect(screen.queryByText(/^Next round:/)).toBeNull();
  });

  it("that waits can be cancelled", async () => {
    const { api, reread } = show(aCrashRound({ you: null }));
    await screen.findByRole("button", { name: "Bet on Next Round" });
    await bet("10");
    fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    api.answer("GET /user-games/{id}/round", now(null));
    await reread();
    await screen.findByRole("button", { name: "Place Bet" });
    expect(sentBets(api)).toEqual([]);
  });
});

it("with reduced motion the figure shows without the curve", async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  show(round);
  await screen.findByTestId("multiplier");
  expect(document.querySelector("canvas")).toBeNull();
  await tell("tick", { round: round.id, t: 11_553 });
  await waitFor(() => expect(Number.parseFloat(figure() ?? "")).toBeGreaterThanOrEqual(2));
});
