import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import CasinoPage from "#web/features/house-flips/page.tsx";
import { celebrate } from "#web/lib/effects/confetti.ts";
import { playSound } from "#web/lib/effects/sound.ts";
import { leaveTo } from "#web/lib/page/leave.ts";
import { SiteContext, siteOf } from "#web/lib/site.ts";
import { type FakeAnswers, fakeApi, refused, unauthorized } from "#web/testing/fake-api.ts";
import { aBet, aFairness, aFlip, aGame, aLostFlip, someLimits, someStats } from "#web/testing/fixtures.ts";
import { renderAs } from "#web/testing/render.tsx";

vi.mock("#web/lib/page/leave.ts", async (original) => ({ ...(await original<object>()), leaveTo: vi.fn() }));
vi.mock("#web/lib/effects/sound.ts", () => ({ playSound: vi.fn() }));
vi.mock("#web/lib/effects/confetti.ts", () => ({ celebrate: vi.fn(() => () => undefined) }));

/** A site without other features on the page. */
const ALONE = siteOf([], []);

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const sounds = () => vi.mocked(playSound).mock.calls.map(([sound]) => sound);
const flipButton = () => screen.getByRole("button", { name: /^Flip/ }) as HTMLButtonElement;
const amount = () => screen.getByPlaceholderText("Enter RBX/TIX amount") as HTMLInputElement;
const enter = (text: string) => fireEvent.change(amount(), { target: { value: text } });

async function showPage(answers: FakeAnswers = {}, user = aUser()) {
  const api = fakeApi({
    "GET /auth/user": user,
    "GET /games/stats": someStats(),
    "GET /games/history": [aGame({ id: "01JOLD", position: 40 })],
    "GET /games/bets": [aBet()],
    "GET /fairness": aFairness(),
    "GET /games/limits": someLimits(),
    "POST /games/coinflip": aFlip(),
    ...answers,
  });
  const page = renderAs(
    user,
    <SiteContext value={ALONE}>
      <CasinoPage />
    </SiteContext>,
  );
  await pass(0);
  return { api, ...page };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});

describe("the coin-flip page", () => {
  it("shows its texts as specified", async () => {
    await showPage();
    for (const text of [
      "Choose your side and flip for double or nothing!",
      "2.5% House Edge, Fair & Transparent",
      "FLIP",
      "Your Stats",
      "How It Works",
      "Your Balance",
      "Statistics",
      "Recent Games",
    ]) {
      expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
    }
    expect([amount().type, amount().min, amount().step]).toEqual(["number", "1", "0.01"]);
    expect(screen.getByRole("button", { name: "RBX" }).getAttribute("aria-pressed")).toBe("true");
  });

  it("fills in quick bets, halves, doubles, and the full balance to the cent", async () => {
    await showPage({}, aUser({ rbxBalance: "987.65" }));
    for (const quick of ["10", "50", "100", "500"]) {
      fireEvent.click(screen.getByRole("button", { name: quick }));
      expect(amount().value).toBe(quick);
    }
    fireEvent.click(screen.getByRole("button", { name: "Half the bet" }));
    expect(amount().value).toBe("250");
    fireEvent.click(screen.getByRole("button", { name: "Double the bet" }));
    expect(amount().value).toBe("500");
    fireEvent.click(screen.getByRole("button", { name: "All-In" }));
    expect(amount().value).toBe("987.65");
  });

  it("shows the payout of a click and the long-run return", async () => {
    await showPage();
    enter("10");
    expect(screen.getByRole("button", { name: "19.75 RBX" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "98.75%" })).toBeTruthy();
    enter("1");
    expect(screen.getByRole("button", { name: "1.97 RBX" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "98.50%" })).toBeTruthy();
  });

  it.each([
    ["0", "Invalid Bet", "Please enter a valid bet amount"],
    ["", "Invalid Bet", "Please enter a valid bet amount"],
    ["1000.01", "Insufficient Balance", "You don't have enough RBX to place this bet"],
  ])("answers %j with a notice and sends nothing", async (text, title, description) => {
    const { api } = await showPage();
    enter(text);
    fireEvent.click(flipButton());
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.getByText(description)).toBeTruthy();
    await pass(5000);
    expect(api.requestsOf("POST /games/coinflip")).toEqual([]);
    expect(sounds()).toEqual([]);
  });
});

describe("a flip on the page", () => {
  it("sounds at once, leaves after 500 ms, and shows a win when the coin lands", async () => {
    const { api } = await showPage();
    enter("10");
    fireEvent.click(flipButton());
    expect(sounds()).toEqual(["bet-place"]);
    expect([flipButton().textContent, flipButton().disabled]).toEqual(["Flipping...", true]);
    expect(
      (screen.getByRole("button", { name: "All-In" }) as HTMLElement).closest("fieldset")?.disabled,
    ).toBe(true);

    await pass(499);
    expect(api.requestsOf("POST /games/coinflip")).toHaveLength(0);
    await pass(1);
    const [request] = api.requestsOf("POST /games/coinflip");
    expect(request!.body).toEqual({ betAmount: 10, betSide: "rbx" });
    expect(request!.headers.get("idempotency-key")).toMatch(/^[\w-]{21}$/);

    await pass(1999);
    expect(screen.queryByText("RBX WINS!")).toBeNull();
    await pass(1);
    expect(screen.getByText("RBX WINS!")).toBeTruthy();
    expect(screen.getByText(/The coin landed on RBX!/)).toBeTruthy();
    expect(screen.getByText("You Won!")).toBeTruthy();
    expect(screen.getByText("You won 19.75 RBX. House edge taken: 0.25 RBX.")).toBeTruthy();
    expect(screen.getByText("The coin landed on RBX. You won 19.75 RBX.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Verify this flip" }).getAttribute("href")).toBe(
      "/games/01JGAME",
    );
    expect(celebrate).toHaveBeenCalledOnce();
    expect(sounds()).toEqual(["bet-place", "coin-flip", "coin-land", "win"]);
    expect(amount().value).toBe("");
  });

  it("shows a loss", async () => {
    await showPage({ "POST /games/coinflip": aLostFlip() });
    enter("10");
    fireEvent.click(flipButton());
    await pass(2500);
    expect(screen.getByText("House Wins")).toBeTruthy();
    expect(screen.getByText("You lost 10.00 RBX. Better luck next time!")).toBeTruthy();
    expect(celebrate).not.toHaveBeenCalled();
  });

  it("shows an error and stops the coin", async () => {
    await showPage({ "POST /games/coinflip": refused(409, "stakes_halted", "Stakes are halted") });
    enter("10");
    fireEvent.click(flipButton());
    await pass(500);
    expect(screen.getByText("Game Error")).toBeTruthy();
    expect(screen.getByText("Stakes are halted")).toBeTruthy();
    expect(flipButton().disabled).toBe(false);
    expect(amount().value).toBe("10");
  });

  it("without a session says so and begins sign-in 500 ms later", async () => {
    await showPage({ "POST /games/coinflip": unauthorized });
    enter("10");
    fireEvent.click(flipButton());
    await pass(500);
    expect(screen.getByText("Unauthorized")).toBeTruthy();
    expect(screen.getByText("You are logged out. Logging in again...")).toBeTruthy();
    expect(screen.queryByText("Game Error")).toBeNull();
    await pass(499);
    expect(leaveTo).not.toHaveBeenCalled();
    await pass(1);
    expect(leaveTo).toHaveBeenCalledExactlyOnceWith("/api/login");
  });

  it("changes no figure before the coin lands, and all of them then", async () => {
    const { api, live } = await showPage();
    enter("10");
    fireEvent.click(flipButton());
    await pass(600);
    api.answer("GET /auth/user", aUser({ rbxBalance: "1009.75" }));
    api.answer("GET /games/stats", someStats({ gamesPlayed: 4 }));
    api.answer("GET /games/history", [aGame(), aGame({ id: "01JOLD", position: 40 })]);
    const own = aBet({
      id: "01JGAME",
      position: 42,
      player: { id: "01JPLAYER", username: "me", profileImageUrl: null },
    });
    const other = aBet({
      id: "01JNEW",
      position: 43,
      player: { id: "01JEVE", username: "eve", profileImageUrl: null },
    });
    api.answer("GET /games/bets", [other, own, aBet()]);
    live.changed(["balance", "games", "leaderboard", "bets"], 42);
    await pass(100);
    expect(screen.getByTestId("tile-rbx").textContent).toContain("1,000");
    expect(screen.getByRole("link", { name: "eve" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "me" })).toBeNull();

    await pass(1800);
    expect(screen.getByTestId("tile-rbx").textContent).toContain("1,010");
    await pass(50);
    expect(screen.getByRole("link", { name: "me" })).toBeTruthy();
    const stats = screen.getByRole("region", { name: "Your Stats" });
    expect(within(stats).getByText("4")).toBeTruthy();
  });

  it("stands among bets, of which those of items are marked", async () => {
    const player = { id: "01JEVE", username: "eve", profileImageUrl: null };
    const ofItems = aBet({ id: "01JITEMS", position: 43, gameType: "coinflip_vs_bot", player });
    await showPage({ "GET /games/bets": [ofItems, aBet()] });
    const rows = within(screen.getByRole("region", { name: "Live Bets" })).getAllByRole("row");
    expect(rows.map((row) => within(row).queryByText("Items") !== null)).toEqual([false, true, false]);
  });

  it("stands among bets, of which those in player-made games name the game", async () => {
    const inMade = aBet({ gameType: "user_coinflip", userGame: { id: "made", title: "Lucky Coin" } });
    await showPage({ "GET /games/bets": [inMade] });
    const bets = within(screen.getByRole("region", { name: "Live Bets" }));
    expect(bets.getByRole("link", { name: /bob in Lucky Coin$/ })).toBeTruthy();
  });

  it("uses a client seed of this browser's own from the first one on", async () => {
    const { api } = await showPage({
      "GET /fairness": aFairness({ clientSeedBy: "server", nonce: 0 }),
      "POST /fairness/rotate": ({ body }) => ({
        revealed: { serverSeed: "a".repeat(64), serverSeedHash: "b".repeat(64), clientSeed: "s", nonces: 0 },
        current: aFairness({ ...body, nonce: 0 }),
      }),
    });
    expect(screen.getByText(/The server chose this client seed/)).toBeTruthy();
    enter("10");
    fireEvent.click(flipButton());
    await pass(500);
    const order = api.requests.filter(({ route }) => route.startsWith("POST")).map(({ route }) => route);
    expect(order).toEqual(["POST /fairness/rotate", "POST /games/coinflip"]);
    expect(screen.getByText("Your own client seed is part of every flip.")).toBeTruthy();
  });
});

/** Loads the dialog's file first, on a machine that may be busy. */
const LOADED = { timeout: 20_000 };

describe("the hotkeys", () => {
  it("choose, set and flip", async () => {
    await showPage();
    fireEvent.keyDown(document.body, { key: "t" });
    expect(screen.getByRole("button", { name: "TIX" }).getAttribute("aria-pressed")).toBe("true");
    fireEvent.keyDown(document.body, { key: "a" });
    expect(amount().value).toBe("500.00");
    fireEvent.keyDown(document.body, { key: "h" });
    expect(amount().value).toBe("250");
    fireEvent.keyDown(document.body, { key: "d" });
    expect(amount().value).toBe("500");
    fireEvent.keyDown(document.body, { key: " " });
    expect(flipButton().textContent).toBe("Flipping...");
  });

  it("rest during typing", async () => {
    await showPage();
    fireEvent.keyDown(amount(), { key: "t" });
    fireEvent.keyDown(amount(), { key: "a" });
    expect(screen.getByRole("button", { name: "RBX" }).getAttribute("aria-pressed")).toBe("true");
    expect(amount().value).toBe("");
  });

  it("leave Space to the focused button, and combinations to the browser", async () => {
    await showPage();
    enter("10");
    fireEvent.keyDown(screen.getByRole("button", { name: "TIX" }), { key: " " });
    fireEvent.keyDown(document.body, { key: "t", ctrlKey: true });
    expect(flipButton().textContent).toBe("Flip Coin!");
    expect(screen.getByRole("button", { name: "RBX" }).getAttribute("aria-pressed")).toBe("true");
  });

  it("open their help, and rest while it is open", async () => {
    await showPage();
    fireEvent.keyDown(document.body, { key: "?" });
    // Not `getByRole`: each miss would compute the roles of the whole page for its message.
    await vi.waitFor(
      () => expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).not.toBeNull(),
      LOADED,
    );
    fireEvent.keyDown(document.body, { key: "a" });
    expect(amount().value).toBe("");
  });
});

describe("the last bet", () => {
  const repeat = () => screen.getByRole("button", { name: /^Repeat/ }) as HTMLButtonElement;
  const land = async () => {
    enter("10");
    fireEvent.click(flipButton());
    await pass(2500);
  };
  const bets = (api: Awaited<ReturnType<typeof showPage>>["api"]) =>
    api.requestsOf("POST /games/coinflip").map(({ body }) => body);
  const BET = { betAmount: 10, betSide: "rbx" };

  it("can be repeated once there is one, with its side and stake, and the input stays cleared", async () => {
    const { api } = await showPage();
    expect(repeat().disabled).toBe(true);
    await land();
    expect(amount().value).toBe("");
    fireEvent.keyDown(document.body, { key: "t" });
    expect(repeat().textContent).toContain("10.00 RBX");
    fireEvent.click(repeat());
    expect(repeat().disabled).toBe(true);
    await pass(2500);
    expect(bets(api)).toEqual([BET, BET]);
    expect(amount().value).toBe("");
    const keys = api.requestsOf("POST /games/coinflip").map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(2);
  });

  it("is repeated by R, but not before there is one, while typing, or with a modifier", async () => {
    const { api } = await showPage();
    fireEvent.keyDown(document.body, { key: "r" });
    await pass(2500);
    expect(bets(api)).toEqual([]);
    await land();
    fireEvent.keyDown(amount(), { key: "r" });
    for (const modifier of ["ctrlKey", "metaKey", "altKey", "shiftKey"])
      fireEvent.keyDown(document.body, { key: "r", [modifier]: true });
    await pass(2500);
    expect(bets(api)).toHaveLength(1);
    fireEvent.keyDown(document.body, { key: "r" });
    await pass(2500);
    expect(bets(api)).toEqual([BET, BET]);
  });

  it("is not repeated when the balance no longer covers it", async () => {
    const { api } = await showPage({ "POST /games/coinflip": aLostFlip({ rbxBalance: "5.00" }) });
    await land();
    fireEvent.click(repeat());
    expect(screen.getByText("Insufficient Balance")).toBeTruthy();
    await pass(2500);
    expect(bets(api)).toHaveLength(1);
  });
});

describe("the reason why an amount is no bet", () => {
  const note = () => {
    const id = amount().getAttribute("aria-describedby");
    return id === null ? null : document.getElementById(id)?.textContent;
  };

  it.each([
    ["0.99", "The minimum bet is 1.00 RBX."],
    ["0", "The minimum bet is 1.00 RBX."],
    ["1000.01", "You have 1,000.00 RBX."],
    ["600000", "The maximum bet is 100,000.00 RBX at the moment."],
    ["1.001", "Enter an amount with at most two decimals."],
  ])("stands under the field for %s", async (text, reason) => {
    await showPage();
    enter(text);
    expect([note(), amount().getAttribute("aria-invalid")]).toEqual([reason, "true"]);
  });

  it("is absent for a possible bet, and before anything is entered", async () => {
    await showPage();
    for (const text of ["", "1", "1000"]) {
      enter(text);
      expect([note(), amount().getAttribute("aria-invalid")]).toEqual(["1.00 to 100,000.00 RBX", null]);
    }
  });

  it("follows the house's largest stake, in each currency", async () => {
    const bank = { RBX: { largestStake: "50.00" }, TIX: { largestStake: "0.00" } };
    await showPage({ "GET /games/limits": { ...someLimits(), bank } });
    enter("50.01");
    expect(note()).toBe("The maximum bet is 50.00 RBX at the moment.");
    fireEvent.keyDown(document.body, { key: "t" });
    expect(note()).toBe("No TIX bets are taken at the moment.");
  });
});

describe("the recent games", () => {
  it("name the staked currency, the game and the opponent, and the net figure in a note", async () => {
    const bob = { id: "p_bob", username: "bob", profileImageUrl: null };
    await showPage({
      "GET /games/history": [
        // Alice held RBX in a game that Bob opened for TIX.
        aGame({ id: "g1", gameType: "live_coinflip", currency: "TIX", opponent: bob }),
        aGame({ id: "g2", gameType: "coinflip_vs_bot", won: false, result: "tix", winAmount: "0.00" }),
        aGame({ id: "g3", gameType: "user_coinflip", userGame: { id: "made", title: "Lucky Coin" } }),
      ],
    });
    const recent = within(screen.getByRole("region", { name: "Recent Games" }));
    const [ends, list] = recent.getAllByRole("list");
    expect(
      within(ends!)
        .getAllByRole("listitem")
        .map((end) => end.textContent),
    ).toEqual(["WWon", "LLost", "WWon"]);
    expect(recent.getByText("2 of the last 3 won")).toBeTruthy();
    const [pvp, bot, made] = within(list!).getAllByRole("listitem");
    expect(pvp?.textContent).toContain("RBXTIX+19.75Live coinflip vs bob");
    expect(bot?.textContent).toContain("RBXItems-10.00Bot game vs the bot");
    expect(made?.textContent).toContain("Lucky Coin vs the house");
    expect(within(pvp!).getByRole("link").getAttribute("href")).toBe("/games/g1");
    fireEvent.click(within(pvp!).getByRole("button", { name: "+19.75" }));
    expect(screen.getByRole("tooltip").textContent).toBe(
      "Pay-out 19.75 TIX, bet of 10.00 TIX included. Net +9.75 TIX.",
    );
  });
});

it("shows a loss of nothing as 0.00, not -0.00", async () => {
  await showPage({ "GET /games/stats": { ...someStats(), totalLost: "0.00" } });
  expect(document.body.textContent).not.toContain("-0.00");
});

describe("a new player's view", () => {
  it("is invited to play", async () => {
    await showPage({ "GET /games/history": [], "GET /games/bets": [] });
    expect(screen.getByText("No games played yet. Start flipping to see your history!")).toBeTruthy();
  });

  it("has no stats card when there are no stats", async () => {
    await showPage({ "GET /games/stats": refused(500, "internal", "Oops") });
    expect(screen.queryByText("Your Stats")).toBeNull();
    expect(screen.getByText("Statistics")).toBeTruthy();
  });
});
