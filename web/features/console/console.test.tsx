// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/console/overview-page.tsx";
import "#web/features/audit/players-page.tsx";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Found, Overview } from "#domain/features/console/contract.ts";
import { alertsOf } from "#web/features/console/overview-page.tsx";
import { aFile } from "#web/testing/audit.ts";
import { pagesOf } from "#web/testing/blocks.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const AT = "2026-11-20T10:00:00.000Z";
const OVERVIEW: Overview = {
  position: 90,
  day: "2026-11-20",
  waiting: {
    deposits: { count: 100, isMore: true },
    cashouts: { count: 3, isMore: false },
    withdrawals: { count: 0, isMore: false },
    secondApprovals: { count: 2, isMore: false },
    proposals: { count: 1, isMore: false },
  },
  stakes: { halted: false, since: null, reason: null, lastCheck: null },
  custody: { seenElsewhere: { count: 0, isMore: false }, longest: [] },
  readModels: { count: 14, behind: 0, stopped: 0, lag: 0, waitedMs: 0 },
  bank: [
    { currency: "RBX", bank: "1000000.00", floor: "100000.00", state: "fine", escrow: "25.00" },
    { currency: "TIX", bank: "900000.00", floor: "100000.00", state: "fine", escrow: "0.00" },
  ],
  players: { count: 12, isMore: false },
  today: [
    { currency: "RBX", games: 4, wagered: "400.00", revenue: "-12.50" },
    { currency: "TIX", games: 1, wagered: "5.00", revenue: "5.00" },
  ],
};
const FOUND: Found = {
  players: [
    { id: "p_alice", username: "alice", displayName: "Alice A", profileImageUrl: null, platformId: "9" },
  ],
  items: [{ assetId: 1029025, name: "Alicorn" }],
  event: { position: 42, type: "CoinFlipped", at: AT },
  game: { id: "game_1", gameType: "coinflip", position: 42, at: AT },
  deposit: {
    ...{ id: "dep_1", status: "pending", position: 7 },
    player: { id: "p_alice", username: "alice", profileImageUrl: null },
  },
};
const NONE: Found = { players: [], items: [], event: null, game: null, deposit: null };

function show(answers: FakeAnswers = {}, address = "/admin") {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/overview": OVERVIEW,
    "GET /admin/search": FOUND,
    "GET /admin/players": pagesOf([aFile()]),
    "GET /admin/players/{id}": aFile(),
    ...answers,
  });
  return { api, ...renderSite(address) };
}

describe("the overview", () => {
  it("shows pending work and today's figures, each with a link to its page", async () => {
    show();
    const tile = async (name: RegExp) => (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await tile(/^Deposits to review\s*100\+$/)).toBe("/admin/review");
    expect(await tile(/^Cash-outs to review\s*3$/)).toBe("/admin/cashouts");
    expect(await tile(/^Withdrawals to review\s*0$/)).toBe("/admin/withdrawals");
    expect(await tile(/^Waiting for a second approval\s*2$/)).toBe("/admin/proposals");
    expect(await tile(/^Needs a second admin\s*1$/)).toBe("/admin/proposals");
    expect(await tile(/^Bank in RBX\s*1,000,000\.00$/)).toBe("/admin/house");
    expect(await tile(/^Open escrow in RBX\s*25\.00$/)).toBe("/admin/accounts");
    expect(await tile(/^Bets today in RBX\s*4\s*400\.00 wagered$/)).toBe("/admin/house");
    expect(await tile(/^Revenue today in RBX\s*-12\.50$/)).toBe("/admin/house");
    expect(await tile(/^Players\s*12$/)).toBe("/admin/players");
    expect(screen.getByText("Today is 2026-11-20, UTC.")).toBeTruthy();
    expect(screen.getByText("No alerts.")).toBeTruthy();
  });

  it("shows when it could not be loaded", async () => {
    const { api } = show({ "GET /admin/overview": refused(503, "unavailable", "Busy.") });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /admin/overview", OVERVIEW);
    fireEvent.click(again);
    expect(await screen.findByText("No alerts.")).toBeTruthy();
  });

  it("shows every alert", async () => {
    const now = Date.parse(AT);
    const check = { night: "2026-11-20", beganAt: AT, finishedAt: AT, position: 80, problem: null };
    const stakes = { halted: false, since: null, reason: null, lastCheck: check };
    const titles = (change: Partial<Overview>, at = now) =>
      alertsOf({ ...OVERVIEW, stakes, ...change }, at).map(({ title }) => title);
    expect(titles({})).toEqual([]);
    const halted = { ...stakes, halted: true, since: AT, reason: "Position 7 was changed." };
    expect(titles({ stakes: halted })).toEqual(["Stakes are halted"]);
    const wrong = { ...stakes, lastCheck: { ...check, problem: "Position 7 was changed." } };
    expect(titles({ stakes: wrong })).toEqual(["The nightly check of 2026-11-20 (UTC) found a problem"]);
    expect(titles({}, now + 37 * 3_600_000)).toHaveLength(1);
    const alice = { id: "p_alice", username: "alice", profileImageUrl: null };
    const longest = [
      { copy: "item:101:7", itemName: "Alicorn", player: alice, firstSeenAt: AT, lastSeenAt: AT },
      { copy: "item:101:8", itemName: "Alicorn", player: null, firstSeenAt: AT, lastSeenAt: AT },
    ];
    const custody = { seenElsewhere: { count: 2, isMore: false }, longest };
    const [missing] = alertsOf({ ...OVERVIEW, stakes, custody }, now);
    expect(missing).toMatchObject({
      title: "Items in custody that the platform shows in a player's inventory: 2",
      text: expect.stringMatching(/^Alicorn \(item:101:7\) at alice, .+ \(item:101:8\) at an erased player/),
    });
    const models = { count: 14, behind: 2, stopped: 0, lag: 30, waitedMs: 11_000 };
    expect(titles({ readModels: models })).toEqual(["Read models are 30 events behind"]);
    expect(titles({ readModels: { ...models, waitedMs: 1_000 } })).toEqual([]);
    expect(titles({ readModels: { ...models, stopped: 1 } })).toEqual(["1 read models have stopped"]);
    const [rbx, tix] = OVERVIEW.bank as [Overview["bank"][number], Overview["bank"][number]];
    expect(
      titles({
        bank: [
          { ...rbx, state: "near" },
          { ...tix, state: "stopped" },
        ],
      }),
    ).toEqual(["The RBX bank is near its floor", "No stakes in TIX: the bank is below its floor"]);
  });
});

describe("the search", () => {
  const box = () => screen.findByRole("searchbox", { name: "Search the console" });
  const type = async (text: string) => fireEvent.change(await box(), { target: { value: text } });

  it("is reached by the key /, and finds everything by one text", async () => {
    const { api } = show();
    const field = await box();
    fireEvent.keyDown(document.body, { key: "/" });
    expect(document.activeElement).toBe(field);
    await type(" al ");
    const list = within(await screen.findByRole("list", { name: "Search results" }));
    expect(list.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/admin/players/p_alice",
      "/admin/catalogue?search=1029025",
      "/admin/events/42",
      "/games/game_1",
      "/admin/events/7",
    ]);
    expect(api.requestsOf("GET /admin/search").map(({ query }) => query.get("q"))).toEqual(["al"]);
    expect(screen.getByText("5 results")).toBeTruthy();
  });

  it("is navigated by arrows, left by Escape, and opens the first result by Enter", async () => {
    show();
    const field = await box();
    act(() => field.focus());
    await type("al");
    const links = within(await screen.findByRole("list", { name: "Search results" })).getAllByRole("link");
    fireEvent.keyDown(field, { key: "ArrowDown" });
    expect(document.activeElement).toBe(links[0]);
    fireEvent.keyDown(links[0] as HTMLElement, { key: "ArrowDown" });
    expect(document.activeElement).toBe(links[1]);
    fireEvent.keyDown(links[1] as HTMLElement, { key: "ArrowUp" });
    fireEvent.keyDown(links[0] as HTMLElement, { key: "ArrowUp" });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: "Escape" });
    expect(screen.queryByRole("list", { name: "Search results" })).toBeNull();
    await type("al");
    await screen.findByRole("list", { name: "Search results" });
    fireEvent.submit(field.closest("form") as HTMLFormElement);
    await waitFor(() => expect(window.location.pathname).toBe("/admin/players/p_alice"));
  });

  it("says when nothing is found, and when it failed", async () => {
    const { api } = show({ "GET /admin/search": NONE });
    await type("nobody");
    expect(await screen.findByText("No results.")).toBeTruthy();
    api.answer("GET /admin/search", refused(503, "unavailable", "Busy."));
    await type("again");
    expect(await screen.findByText("The search failed. Try again.")).toBeTruthy();
  });
});

describe("the links to the other screens", () => {
  it("are folded on a phone, except the current screen's", async () => {
    show();
    const ways = within(await screen.findByRole("navigation", { name: "Admin console" }));
    const isFolded = (name: string) => ways.getByRole("link", { name }).classList.contains("max-sm:hidden");
    expect([isFolded("Overview"), isFolded("Players")]).toEqual([false, true]);
    const unfold = ways.getByRole("button", { name: "All screens" });
    expect(unfold.getAttribute("aria-expanded")).toBe("false");
    fireEvent.click(unfold);
    expect(isFolded("Players")).toBe(false);
  });
});

describe("names", () => {
  it("stand beside ids, loaded in one call", async () => {
    const { api } = show(
      {
        "GET /admin/names": {
          players: [{ id: "p_bob", username: "bobby", profileImageUrl: null }],
          items: [{ assetId: 7, name: "Clockwork" }],
        },
        "GET /admin/players/{id}": aFile({
          holdings: [{ asset: "item:7:c1", amount: 1 }],
          standing: { suspended: true, reason: "Fraud", by: "p_bob", at: AT, owes: [] },
        }),
        "GET /admin/accounts/{account}/entries": pagesOf([]),
        "GET /admin/accounts/{account}/balance": { position: 60, at: AT, holdings: [] },
      },
      "/admin/players/p_alice",
    );
    expect(await screen.findByText("bobby")).toBeTruthy();
    expect(screen.getByText("Clockwork")).toBeTruthy();
    const [asked, ...more] = api.requestsOf("GET /admin/names");
    expect([asked?.query.get("players"), asked?.query.get("items"), more]).toEqual(["p_bob", "7", []]);
  });
});
