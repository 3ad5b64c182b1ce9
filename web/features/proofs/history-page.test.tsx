import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import "#web/features/live-coinflips/prove/check-flip.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import HistoryPage, { First } from "#web/features/proofs/history-page.tsx";
import { WRONG_SEED } from "#web/features/seed-pairs/check-flip.ts";
import { WRONG_STEP } from "#web/layout/slots/proof-kinds.ts";
import { vectorKeys } from "#web/testing/blocks.ts";
import { aSettledProof } from "#web/testing/examples/coinflips.ts";
import { flipAnswers, playedFlips } from "#web/testing/examples/flips.ts";
import { type FakeAnswers, fakeApi, lost, refused } from "#web/testing/fake-api.ts";
import { aGame } from "#web/testing/fixtures.ts";
import { renderAs } from "#web/testing/render.tsx";

const flips = playedFlips(45);
const [newest] = flips;

const showHistory = (answers: FakeAnswers = {}, address = "/history") => {
  const api = fakeApi({ ...flipAnswers(flips), ...answers });
  window.history.replaceState(null, "", address);
  return { api, ...renderAs(aUser(), <HistoryPage />) };
};
const rows = async () => {
  const caption = await screen.findByText("Your games, newest first");
  return [...caption.closest("table")!.tBodies[0]!.rows];
};
// Queries by role are slow with many elements.
const button = (text: string) => screen.getByText(text).closest("button")!;
const verifyButton = (position: number) => screen.getByLabelText(`Verify the flip at position ${position}`);
const verifyNewest = async () => {
  await rows();
  fireEvent.click(verifyButton(newest!.game.position));
};

describe("the history", () => {
  it("names no sides of a game without sides", async () => {
    const { game } = flips[0]!;
    showHistory({ "GET /games/history": [{ ...game, gameType: "crash" }] });
    const [row] = within(await screen.findByRole("table"))
      .getAllByRole("row")
      .slice(1);
    expect(within(row!).getAllByText("-")).toHaveLength(2);
  });

  it("shows the newest games, each with a link to its proof", async () => {
    showHistory();
    expect(await rows()).toHaveLength(20);
    const { id, position } = newest!.game;
    const link = screen.getByLabelText(`Proof of the flip at position ${position}`);
    expect(link.getAttribute("href")).toBe(`/games/${id}`);
  });

  it("names the game, the opponent, and the staked side, bet and currency", async () => {
    const opponent = { id: "p_bob", username: "bob", profileImageUrl: null };
    const game = { ...newest!.game, gameType: "live_coinflip", currency: "TIX", opponent } as const;
    showHistory({ "GET /games/history": [game] });
    const [row] = await rows();
    for (const text of ["Live coinflip", "vs bob", "RBX", "10.00", "TIX", "13 XP"])
      expect(row?.textContent).toContain(text);
    // Shown in narrow views in place of missing columns.
    const narrow = [...row!.querySelectorAll(".sm\\:hidden")].map(({ textContent }) => textContent);
    expect(narrow).toContain("RBXBet 10.00TIX");
  });

  it("shows where a game of another log is proved, and offers no proof of it here", async () => {
    const { game } = newest!;
    const { api } = showHistory({ "GET /games/history": [{ ...game, gameType: "away_coinflip" }] });
    const [row] = await rows();
    expect(row?.textContent).toContain("Proved in its own log");
    expect(row?.querySelector("a, button")).toBeNull();
    fireEvent.click(button("Verify this page"));
    await waitFor(() => expect(button("Verify this page").getAttribute("aria-disabled")).not.toBe("true"));
    expect(api.requestsOf("GET /games/{id}/proof")).toEqual([]);
  });

  it("is paged by position, and the page stays in the address", async () => {
    const { api } = showHistory();
    await rows();
    expect(button("Newer").getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(button("Older"));
    await screen.findByText("Page 2");
    const cursor = String(flips[19]!.game.position);
    expect(window.location.search).toBe(`?before=${cursor}`);
    expect(api.requestsOf("GET /games/history").at(-1)!.query.get("before")).toBe(cursor);
    await waitFor(() => verifyButton(flips[20]!.game.position));

    fireEvent.click(button("Older"));
    await screen.findByText("Page 3");
    await waitFor(async () => expect(await rows()).toHaveLength(5));
    expect(button("Older").getAttribute("aria-disabled")).toBe("true");

    fireEvent.click(button("Newer"));
    expect(window.location.search).toBe(`?before=${cursor}`);
    fireEvent.click(button("Newer"));
    expect(window.location.search).toBe("");
  });

  it("opens at the page of its address", async () => {
    showHistory({}, `/history?before=${flips[19]!.game.position}`);
    await rows();
    expect(verifyButton(flips[20]!.game.position)).toBeTruthy();
    expect(screen.getByText("Page 2")).toBeTruthy();
  });

  it("has no pages if one holds everything", async () => {
    showHistory(flipAnswers(flips.slice(0, 20)));
    await rows();
    expect(screen.queryByText("Older")).toBeNull();
  });

  it("has its button and its rows' places from the first drawing on", () => {
    renderAs(aUser(), <First />);
    expect(button("Verify this page").getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByRole("region", { name: "Your games" }).textContent).toBe("Loading...");
  });

  it("shows that there is nothing yet, and moves nothing by it", async () => {
    showHistory({ "GET /games/history": [] });
    expect(await screen.findByText(/No games played yet/)).toBeTruthy();
    expect(button("Verify this page").getAttribute("aria-disabled")).toBe("true");
  });

  it("can be loaded again after an error", async () => {
    const { api } = showHistory({ "GET /games/history": refused(503, "unavailable", "Busy.") });
    const retry = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /games/history", [newest!.game]);
    fireEvent.click(retry);
    expect(await rows()).toHaveLength(1);
  });
});

describe("a game of the history", () => {
  it("is verified by one click", async () => {
    const { api } = showHistory();
    await verifyNewest();
    expect(await screen.findByText("Verified")).toBeTruthy();
    expect(api.requestsOf("GET /games/{id}/proof")).toHaveLength(1);
  });

  it("whose seed is in use links to rotation", async () => {
    showHistory({ "GET /games/{id}/proof": { ...newest!.proof, serverSeed: null } });
    await verifyNewest();
    expect(await screen.findByText("Not revealed yet")).toBeTruthy();
    expect(screen.getByLabelText("Reveal by rotating").getAttribute("href")).toBe("/fairness");
  });

  it.each([
    ["has another seed", { serverSeed: "ab".repeat(32) }],
    ["is about another game", { position: 7 }],
    ["tells of another side", { side: "tix" as const }],
  ])("is a visible mismatch when its proof %s", async (_, change) => {
    showHistory({ "GET /games/{id}/proof": { ...newest!.proof, ...change } });
    await verifyNewest();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("MISMATCH");
    const steps = within(alert).getByRole("link", { name: "See every step" });
    expect(steps.getAttribute("href")).toBe(`/games/${newest!.game.id}`);
  });

  it("that could not be checked shows why, and can be tried again", async () => {
    const { api } = showHistory({ "GET /games/{id}/proof": lost });
    await verifyNewest();
    expect((await screen.findByRole("alert")).textContent).toContain("Not checked");
    api.answer("GET /games/{id}/proof", newest!.proof);
    fireEvent.click(verifyButton(newest!.game.position));
    expect(await screen.findByText("Verified")).toBeTruthy();
  });

  it("is verified with all others of the page, once", async () => {
    const { api } = showHistory();
    await verifyNewest();
    await screen.findByText("Verified");
    fireEvent.click(button("Verify this page"));
    await waitFor(() => expect(screen.getAllByText("Verified")).toHaveLength(20));
    expect(api.requestsOf("GET /games/{id}/proof")).toHaveLength(20);
  });
});

describe("a game against the bot in the history", () => {
  const [flip] = flips;
  const game = {
    ...flip!.game,
    gameType: "coinflip_vs_bot",
    betSide: "tix",
    won: flip!.game.result === "tix",
  } as const;
  const proof = { ...flip!.proof, gameType: "coinflip_vs_bot", side: "tix", won: game.won } as const;
  const showGame = (change: Partial<typeof proof> = {}) =>
    showHistory({ "GET /games/history": [game], "GET /games/{id}/proof": { ...proof, ...change } });

  it("is checked from the player's own seeds, and counts in RBX for either side", async () => {
    showGame();
    expect((await rows())[0]?.textContent).toContain("RBX");
    fireEvent.click(verifyButton(game.position));
    expect(await screen.findByText("Verified")).toBeTruthy();
  });

  it("is a mismatch when its seeds do not give its result", async () => {
    showGame({ serverSeed: "ab".repeat(32) });
    await rows();
    fireEvent.click(verifyButton(game.position));
    expect(await screen.findByText(new RegExp(WRONG_SEED))).toBeTruthy();
  });
});

describe("a flip by another player's rules in the history", () => {
  const [flip] = flips;
  const userGame = { id: "made", title: "Lucky Coin" };
  const game = { ...flip!.game, gameType: "user_coinflip", userGame };

  it("is named by its title, and checked from the player's own seeds", async () => {
    const proof = { ...flip!.proof, gameType: "user_coinflip" };
    showHistory({ "GET /games/history": [game], "GET /games/{id}/proof": proof });
    expect((await rows())[0]?.textContent).toContain("Lucky Coinvs the house");
    fireEvent.click(verifyButton(game.position));
    expect(await screen.findByText("Verified")).toBeTruthy();
  });
});

describe("a game between players in the history", () => {
  const proof = aSettledProof();
  const result = proof.result!;
  const game = aGame({ id: proof.id, position: 61, gameType: "live_coinflip", betSide: result, result });
  const showGame = (change: Partial<typeof proof> = {}) =>
    showHistory({
      "GET /games/history": [game],
      "GET /games/{id}/proof": { ...proof, ...change },
      "GET /ledger/keys": vectorKeys,
    });

  it("is checked with all its inputs", async () => {
    showGame();
    await rows();
    fireEvent.click(verifyButton(61));
    expect(await screen.findByText("Verified")).toBeTruthy();
  });

  it("is a mismatch when a step fails", async () => {
    showGame({ commitment: "cd".repeat(32) });
    await rows();
    fireEvent.click(verifyButton(61));
    expect(await screen.findByText(new RegExp(WRONG_STEP))).toBeTruthy();
  });
});
