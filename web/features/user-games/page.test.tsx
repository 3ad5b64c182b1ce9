import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SEARCH_CHARS_MAX } from "#domain/kernel/search.ts";
import "#web/features/user-games/make/game-dialog.tsx";
import "#web/features/user-games/game-page.tsx";
import "#web/features/user-games/page.tsx";
import "#web/features/user-coinflips/play-card.tsx";
import { anOwnGame, aUserGame } from "#domain/testing/shown/user-games.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { ownClock, pass } from "#web/testing/clock.ts";
import { type FakeAnswers, fakeApi, lost, refused } from "#web/testing/fake-api.ts";
import { aFairness, aLostFlip, someLimits } from "#web/testing/fixtures.ts";
import { renderSite } from "#web/testing/render.tsx";
import { FLIGHT_MS } from "#web/ui/coin/coin.tsx";

const EARNED = {
  housePart: "0.00",
  unclaimed: { rbx: "12.50", tix: "0.00" },
  total: { rbx: "100.00", tix: "3.00" },
  games: [{ id: "g", title: "My coin", volume: "2000.00", earnings: "100.00" }],
};

const VERSION = {
  version: 1,
  houseEdge: "5.00",
  returnToPlayer: "95.00",
  minBet: "1.00",
  maxBet: "1000.00",
  since: "2026-01-31T12:00:00.000Z",
};
function show(address: string, answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /user-games": [aUserGame()],
    "GET /user-games/my": [anOwnGame()],
    "GET /user-games/earnings": EARNED,
    "GET /user-games/earnings/days": {
      items: [{ day: "2026-01-31", gameId: "g", rbx: "1.00", tix: "0.50", volume: "30.00" }],
    },
    "GET /games/limits": someLimits(),
    "GET /fairness": aFairness(),
    "POST /user-games": aUserGame(),
    "PATCH /user-games/{id}": aUserGame(),
    "GET /user-games/{id}": aUserGame(),
    "GET /user-games/{id}/versions": [VERSION],
    ...answers,
  });
  return { api, ...renderSite(address) };
}
const termOf = (card: HTMLElement, name: string) =>
  within(card).getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
const cardOf = async (title: string) =>
  (await screen.findByRole("heading", { level: 2, name: title })).closest("li") as HTMLElement;
const openDialog = async (button = "Create Game") => {
  fireEvent.click((await screen.findAllByRole("button", { name: button }))[0] as HTMLElement);
  return within(await screen.findByRole("dialog"));
};
const fill = (dialog: ReturnType<typeof within>, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });

describe("player-made games", () => {
  it("are browsed as cards, with terms and return to player", async () => {
    show("/user-games");
    const card = await cardOf("Carol's coin");
    expect(screen.getByRole("heading", { level: 1, name: "User Created Games" })).toBeTruthy();
    expect(within(card).getByText("by Carol")).toBeTruthy();
    expect(within(card).getByText("Coin Flip")).toBeTruthy();
    expect(within(card).getByText("Even odds, small edge.")).toBeTruthy();
    expect(
      ["Min Bet", "Max Bet", "House Edge", "Return to player", "Volume", "Times played"].map((name) =>
        termOf(card, name),
      ),
    ).toEqual(["1", "1,000", "5.0%", "95.00%", "1.2M", "1234"]);
    const play = within(card).getByRole("link", { name: "Play Game: Carol's coin" });
    expect(play.getAttribute("href")).toBe("/user-games/0193e3f0-0000-7000-8000-0000000000a1");
    expect(within(card).queryByText(/High edge/)).toBeNull();
  });

  it("warn of an edge above a quarter, and of none at a quarter", async () => {
    show("/user-games", {
      "GET /user-games": [
        aUserGame({ id: "a", title: "Greedy", houseEdge: "25.01", returnToPlayer: "74.99" }),
        aUserGame({ id: "b", title: "Quarter", houseEdge: "25.00", returnToPlayer: "75.00" }),
      ],
    });
    expect(within(await cardOf("Greedy")).getByText(/High edge/)).toBeTruthy();
    expect(within(await cardOf("Quarter")).queryByText(/High edge/)).toBeNull();
  });

  it("show six places while they load, and say when there are none or they fail to load", async () => {
    const { api } = show("/user-games", { "GET /user-games": refused(503, "unavailable", "Busy.") });
    expect(await screen.findAllByTestId("game-skeleton")).toHaveLength(6);
    const again = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /user-games", []);
    fireEvent.click(again);
    expect(await screen.findByText("No Games Available")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Create First Game" })).toBeTruthy();
  });

  it("are found by a word, a kind and an order", async () => {
    const { api } = show("/user-games");
    await cardOf("Carol's coin");
    api.answer("GET /user-games", []);
    expect(screen.getByLabelText("Search")).toHaveProperty("maxLength", SEARCH_CHARS_MAX);
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: " coin " } });
    fireEvent.change(screen.getByLabelText("Kind"), { target: { value: "coinflip" } });
    fireEvent.change(screen.getByLabelText("Sort"), { target: { value: "return" } });
    expect(await screen.findByText("No games match")).toBeTruthy();
    const asked = api.requests.filter(({ route }) => route === "GET /user-games").at(-1);
    expect(asked && Object.fromEntries(asked.query)).toMatchObject({
      search: "coin",
      gameType: "coinflip",
      sort: "return",
    });
  });
});

describe("the player's own games", () => {
  it("are counted, and show their earnings and whether they are active", async () => {
    show("/user-games?tab=mine", {
      "GET /user-games/my": [anOwnGame(), anOwnGame({ id: "b", title: "Paused coin", isActive: false })],
    });
    expect(await screen.findByRole("tab", { name: "My Games (2)" })).toBeTruthy();
    const card = await cardOf("My coin");
    expect(
      ["Total Played", "Total Volume", "House Edge", "Your Earnings"].map((name) => termOf(card, name)),
    ).toEqual(["1234", "1.2M", "5.0%", "61,728.39"]);
    expect(within(card).getByText("Active")).toBeTruthy();
    expect(within(await cardOf("Paused coin")).getByText("Inactive")).toBeTruthy();
    expect(within(card).getByRole("link", { name: "View My coin" })).toBeTruthy();
  });

  it("show three places while they load, and invite to make the first", async () => {
    const { api } = show("/user-games?tab=mine", {
      "GET /user-games/my": refused(503, "unavailable", "Busy."),
    });
    expect(await screen.findAllByTestId("game-skeleton")).toHaveLength(3);
    const again = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /user-games/my", []);
    fireEvent.click(again);
    expect(await screen.findByText("No Games Created")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Create First Game" })).toBeTruthy();
  });

  it("pay out the unclaimed share, once", async () => {
    const { api } = show("/user-games?tab=mine", {
      "POST /user-games/earnings/claim": {
        rbx: "12.50",
        tix: "0.00",
        rbxBalance: "112.50",
        tixBalance: "50.00",
        position: 90,
      },
    });
    expect(await screen.findByText("12.50 RBX + 0.00 TIX")).toBeTruthy();
    api.answer("GET /user-games/earnings", { ...EARNED, unclaimed: { rbx: "0.00", tix: "0.00" } });
    fireEvent.click(screen.getByRole("button", { name: "Claim" }));
    expect(await screen.findByText("12.50 RBX + 0.00 TIX is in your balance.")).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Claim" }).getAttribute("aria-disabled")).toBe("true"),
    );
  });

  it("show that an admin stopped one, which its creator cannot resume", async () => {
    show("/user-games?tab=mine", {
      "GET /user-games/my": [anOwnGame({ isActive: false, isHalted: true })],
    });
    expect(await screen.findByText("Stopped")).toBeTruthy();
    const dialog = await openDialog("Edit My coin");
    expect(dialog.queryByRole("button", { name: /Pause Game|Resume Game/ })).toBeNull();
  });

  it("are edited and paused in the dialog", async () => {
    const { api } = show("/user-games?tab=mine", {
      "PATCH /user-games/{id}": aUserGame({ isActive: false }),
    });
    const dialog = await openDialog("Edit My coin");
    expect((dialog.getByLabelText("Maximum Bet") as HTMLInputElement).value).toBe("1000");
    expect(dialog.queryByLabelText("Game Type")).toBeNull();
    fireEvent.click(dialog.getByRole("button", { name: "Pause Game" }));
    expect(await screen.findByText("The game takes no more bets.")).toBeTruthy();
    expect(api.requests.find(({ route }) => route === "PATCH /user-games/{id}")?.body).toEqual({
      isActive: false,
    });
  });
});

describe("the dialog for a new game", () => {
  it("starts with the usual terms, and shows payouts and earnings", async () => {
    show("/user-games");
    const dialog = await openDialog();
    const values = ["Minimum Bet", "Maximum Bet", "House Edge (%)"].map(
      (label) => (dialog.getByLabelText(label) as HTMLInputElement).value,
    );
    expect(values).toEqual(["1", "1000", "5"]);
    expect((dialog.getByLabelText("Game Type") as HTMLSelectElement).value).toBe("coinflip");
    expect(dialog.getByText("A bet of 100.00 pays 190.00 on a win.")).toBeTruthy();
    expect(
      await dialog.findByText(/You earn 5\.00 of every 100\.00 .* The house keeps nothing of your share/),
    ).toBeTruthy();
    fill(dialog, "House Edge (%)", "30");
    expect(dialog.getByText("A bet of 100.00 pays 140.00 on a win.")).toBeTruthy();
    expect(dialog.getByText(/High edge/)).toBeTruthy();
  });

  it("shows the house's part before a game is made, and subtracts it from the earnings", async () => {
    show("/user-games", { "GET /user-games/earnings": { ...EARNED, housePart: "12.50" } });
    const dialog = await openDialog();
    expect(
      await dialog.findByText(/You earn 4\.37 of every 100\.00 .* The house keeps 12\.50%/),
    ).toBeTruthy();
    expect(dialog.getByText("A bet of 100.00 pays 190.00 on a win.")).toBeTruthy();
  });

  it.each([
    ["Title", "  ", "Title is required"],
    ["Minimum Bet", "0", "Minimum bet must be at least 0.01"],
    ["Minimum Bet", "1.001", "Enter a number with at most two decimals"],
    ["Minimum Bet", "2000", "Minimum bet must be at most the maximum bet"],
    ["Maximum Bet", "0.5", "Maximum bet must be at least 1"],
    ["House Edge (%)", "50.01", "House edge must be between 0-50%"],
    ["House Edge (%)", "-1", "House edge must be between 0-50%"],
    ["House Edge (%)", "", "Enter a number with at most two decimals"],
  ])("answers the %s %j with: %s", async (label, value, message) => {
    const { api } = show("/user-games");
    const dialog = await openDialog();
    fill(dialog, "Title", "Mine");
    fill(dialog, label, value);
    fireEvent.click(dialog.getByRole("button", { name: "Create Game" }));
    expect((await dialog.findByRole("alert")).textContent).toBe(message);
    expect(api.requests.some(({ route }) => route === "POST /user-games")).toBe(false);
  });

  it("sends the game under one key, however often its answer is lost", async () => {
    const { api } = show("/user-games", { "POST /user-games": lost });
    const dialog = await openDialog();
    fill(dialog, "Title", " Mine ");
    fill(dialog, "Description", "Fair.");
    fireEvent.click(dialog.getByRole("button", { name: "Create Game" }));
    api.answer("POST /user-games", aUserGame());
    expect(await screen.findByText("Game created successfully!")).toBeTruthy();
    const sent = api.requests.filter(({ route }) => route === "POST /user-games");
    expect(sent.at(-1)?.body).toEqual({
      title: "Mine",
      description: "Fair.",
      gameType: "coinflip",
      minBet: 1,
      maxBet: 1000,
      houseEdge: 5,
    });
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  it("shows why a game was refused", async () => {
    const detail = "You can have at most 20 active games. Pause one first.";
    show("/user-games", { "POST /user-games": refused(409, "too_many_games", detail) });
    const dialog = await openDialog();
    fill(dialog, "Title", "Mine");
    fireEvent.click(dialog.getByRole("button", { name: "Create Game" }));
    expect(await screen.findByText(detail)).toBeTruthy();
  });
});

describe("the page of a game", () => {
  const GAME = "/user-games/0193e3f0-0000-7000-8000-0000000000a1";

  it("explains how it is played, and pays by its own edge", async () => {
    show(GAME);
    expect(await screen.findByRole("heading", { level: 1, name: "Carol's coin" })).toBeTruthy();
    expect(screen.getByText(/A correct call pays twice your stake, less the edge/)).toBeTruthy();
    fireEvent.change(await screen.findByLabelText("Bet amount"), { target: { value: "100" } });
    expect(screen.getByText("190.00 RBX")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Bet amount"), { target: { value: "1000.01" } });
    expect(screen.getByText(/The maximum bet is 1,000.00 RBX/)).toBeTruthy();
  });

  it("cannot be played by its creator, nor while it is paused", async () => {
    const { unmount } = show(GAME, { "GET /user-games/{id}": aUserGame({ creatorId: aUser().id }) });
    expect(await screen.findByText(/This is your own game/)).toBeTruthy();
    expect(screen.queryByLabelText("Bet amount")).toBeNull();
    unmount();
    show(GAME, { "GET /user-games/{id}": aUserGame({ isActive: false }) });
    expect(await screen.findByText(/The creator has paused this game/)).toBeTruthy();
  });

  it("shows the creator's share beside the result", async () => {
    ownClock();
    const answer = { ...aLostFlip(), creatorShare: "0.50" };
    const { api } = show(GAME, { "POST /user-games/{id}/play": answer });
    fireEvent.change(await screen.findByLabelText("Bet amount"), { target: { value: "10" } });
    fireEvent.click(screen.getByRole("button", { name: "Flip Coin!" }));
    await pass(FLIGHT_MS);
    await pass(FLIGHT_MS);
    expect(await screen.findByText("Creator's share: 0.50 RBX")).toBeTruthy();
    expect(api.requestsOf("POST /user-games/{id}/play")[0]?.body).toMatchObject({ version: 1 });
  });

  it("shows its present and past terms, and their times", async () => {
    const versions = [
      {
        ...VERSION,
        version: 2,
        houseEdge: "7.50",
        returnToPlayer: "92.50",
        since: "2026-02-03T09:30:00.000Z",
      },
      VERSION,
    ];
    show(GAME, { "GET /user-games/{id}/versions": versions });
    const list = within(await screen.findByRole("list", { name: "Versions" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^27\.50% house edge, 1\.00 to 1,000\.003 Feb/),
      expect.stringMatching(/^15\.00% house edge, 1\.00 to 1,000\.0031 Jan/),
    ]);
  });

  it("shows its earnings to the creator, and to nobody else", async () => {
    const own = anOwnGame({ creatorId: aUser().id });
    const { unmount } = show(GAME, {
      "GET /user-games/{id}": own,
      "GET /user-games/my": [own],
    });
    const card = (await screen.findByText("Your Earnings")).closest("section, div[class*=rounded]");
    expect(await screen.findByText("12.50 RBX + 0.00 TIX")).toBeTruthy();
    expect(card).toBeTruthy();
    expect(screen.getByText("61,728.39")).toBeTruthy();
    unmount();
    const { api } = show(GAME, { "GET /user-games/{id}": aUserGame() });
    await screen.findByText("The game");
    expect(screen.queryByText("Your Earnings")).toBeNull();
    expect(api.requestsOf("GET /user-games/my")).toEqual([]);
  });

  it("shows titles and descriptions as text", async () => {
    const { container } = show(GAME, {
      "GET /user-games/{id}": aUserGame({ title: "<b id=evil>x</b>", description: "<i id=evil>y</i>" }),
    });
    expect(await screen.findByText("<i id=evil>y</i>")).toBeTruthy();
    expect(container.querySelector("#evil")).toBeNull();
  });

  it("shows when there is no such game", async () => {
    show(GAME, { "GET /user-games/{id}": refused(404, "not_found", "There is nothing here.") });
    expect(await screen.findByRole("heading", { level: 1, name: "No such game" })).toBeTruthy();
  });
});
