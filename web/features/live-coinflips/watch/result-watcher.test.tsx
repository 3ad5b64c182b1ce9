import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import "#web/features/live-coinflips/create/create-dialog.tsx";
import { aCoinflip } from "#domain/testing/shown/coinflips.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import LiveCoinflipsPanel from "#web/features/live-coinflips/panel.tsx";
import { ownGamesQuery } from "#web/features/live-coinflips/queries.ts";
import ResultWatcher from "#web/features/live-coinflips/watch/result-watcher.tsx";
import { showHere } from "#web/features/live-coinflips/watch/shown-here.ts";
import { aSettledProof } from "#web/testing/examples/coinflips.ts";
import { type FakeAnswers, fakeApi, lost } from "#web/testing/fake-api.ts";
import { aGame } from "#web/testing/fixtures.ts";
import { renderAs } from "#web/testing/render.tsx";

vi.mock("#web/lib/effects/sound.ts", () => ({ playSound: vi.fn() }));

vi.mock("#web/lib/effects/confetti.ts", () => ({ celebrate: vi.fn(() => () => undefined) }));
// With reduced motion the face shows at once: no test waits for the coin.
const fakeCalm = () => vi.stubGlobal("matchMedia", () => ({ matches: true }));

const flip = aCoinflip({ creatorId: aUser().id, status: "settled" });
const old = aGame({ id: "old", position: 10, gameType: "live_coinflip" });
const settled = aGame({ id: flip.id, position: 60, gameType: "live_coinflip" });

async function watch(answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /games/history": [old],
    "GET /live-coinflips/{id}": flip,
    "GET /user/limiteds": [],
    ...answers,
  });
  const page = renderAs(aUser(), <ResultWatcher />);
  const known = () => page.queryClient.getQueryData(ownGamesQuery.queryKey);
  await waitFor(() => expect(known()).toHaveLength(1));
  const tell = (...games: (typeof old)[]) => {
    api.answer("GET /games/history", [...games, old]);
    act(() => page.live.changed(["games"], 60));
  };
  return { api, tell, ...page };
}

beforeEach(() => vi.clearAllMocks());

describe("the result of a joined coinflip", () => {
  it("is shown on any page of its creator, with the proof and a rematch", async () => {
    const { tell } = await watch();
    tell(settled);
    expect(await screen.findByText("You Won!")).toBeTruthy();
    expect(screen.getByText("Result: RBX. You won 19.75 RBX.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Proof" }).getAttribute("href")).toBe(`/games/${flip.id}`);
    fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
    expect(((await screen.findByPlaceholderText("Enter amount")) as HTMLInputElement).value).toBe("10");
    expect(screen.queryByText("You Won!")).toBeNull();
  });

  it("shows a loss as plainly, and can be closed", async () => {
    const { tell } = await watch();
    tell({ ...settled, won: false, result: "tix", winAmount: "0.00" });
    expect(await screen.findByText("Result: TIX. You lost 10.00 RBX. Better luck next time!")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Close result" }));
    expect(screen.queryByText("You Lost!")).toBeNull();
  });

  it("is shown once, and not for games that ended before, are shown elsewhere, or were against the house", async () => {
    const { api, tell } = await watch();
    const unshow = showHere("joined-here");
    tell(
      { ...settled, id: "joined-here", position: 59 },
      { ...settled, id: "house", position: 58, gameType: "coinflip" },
    );
    await waitFor(() => expect(api.requestsOf("GET /games/history")).toHaveLength(2));
    expect(api.requestsOf("GET /live-coinflips/{id}")).toEqual([]);
    unshow();
  });

  it("stays away when the game cannot be loaded", async () => {
    const { api, tell } = await watch({ "GET /live-coinflips/{id}": lost });
    tell(settled);
    await waitFor(() => expect(api.requestsOf("GET /live-coinflips/{id}")).toHaveLength(1));
    expect(screen.queryByText("You Won!")).toBeNull();
  });
});

/** A page with the list of coinflips, until its reader goes to another one. */
function OnePage() {
  const [isHere, setHere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setHere(false)}>
        Another page
      </button>
      {isHere && <LiveCoinflipsPanel />}
    </>
  );
}

describe("the coin of a coinflip joined while its creator watches", () => {
  const own = aCoinflip({ creatorId: aUser().id });
  const proof = aSettledProof();
  const locked = { ...proof, status: "locked", result: null, serverSeed: null, digest: null } as const;

  async function lookOn(now: CoinflipProof) {
    fakeCalm();
    const api = fakeApi({
      "GET /auth/user": aUser(),
      "GET /games/history": [old],
      "GET /live-coinflips": [own],
      "GET /live-coinflips/{id}": flip,
      "GET /games/{id}/proof": now,
      "GET /user/limiteds": [],
    });
    const page = renderAs(
      aUser(),
      <>
        <OnePage />
        <ResultWatcher />
      </>,
    );
    await screen.findByRole("button", { name: "Your Game" });
    const leave = () => {
      api.answer("GET /live-coinflips", []);
      act(() => page.live.changed(["coinflips"], 55));
    };
    const settle = () => {
      api.answer("GET /games/{id}/proof", proof);
      api.answer("GET /games/history", [settled, old]);
      act(() => page.live.changed(["coinflips", "games", "balance"], 60));
    };
    return { api, leave, settle, ...page };
  }

  it("is in the air from the join on, and lands with the result, which is shown once", async () => {
    const { api, leave, settle, live } = await lookOn(locked);
    leave();
    expect(await screen.findByRole("img", { name: "Coin in the air" })).toBeTruthy();
    expect(live.isHeld("balance")).toBe(true);
    expect(screen.queryByText(/^You (Won|Lost)!$/)).toBeNull();
    settle();
    const told = proof.result === own.betSide ? "You Won!" : "You Lost!";
    expect(await screen.findByText(told)).toBeTruthy();
    expect(live.isHeld("balance")).toBe(false);
    await waitFor(() => expect(api.requestsOf("GET /games/history").length).toBeGreaterThan(1));
    expect(screen.getAllByText(told)).toHaveLength(1);
  });

  it("is in the air on every further page of its creator, and nothing is requested once it is over", async () => {
    const { api, leave, settle, live } = await lookOn(locked);
    fireEvent.click(screen.getByRole("button", { name: "Another page" }));
    expect(screen.queryByRole("button", { name: "Your Game" })).toBeNull();
    leave();
    expect(await screen.findByRole("img", { name: "Coin in the air" })).toBeTruthy();
    settle();
    expect(await screen.findByText(proof.result === own.betSide ? "You Won!" : "You Lost!")).toBeTruthy();
    const asked = api.requestsOf("GET /live-coinflips").length;
    act(() => live.changed(["coinflips"], 70));
    await act(async () => {});
    expect(api.requestsOf("GET /live-coinflips")).toHaveLength(asked);
  });

  it("shows its result in a message when it is closed before it has landed", async () => {
    const { leave, settle, live } = await lookOn(locked);
    leave();
    await screen.findByRole("img", { name: "Coin in the air" });
    fireEvent.click(screen.getByRole("button", { name: "Close result" }));
    expect(live.isHeld("balance")).toBe(false);
    settle();
    expect(await screen.findByText("You Won!")).toBeTruthy();
  });

  it("does not fly for a game that was cancelled, and holds nothing back", async () => {
    const { api, leave, live } = await lookOn({ ...locked, status: "cancelled" });
    leave();
    await waitFor(() => expect(api.requestsOf("GET /games/{id}/proof")).toHaveLength(1));
    await waitFor(() => expect(live.isHeld("balance")).toBe(false));
    expect(screen.queryByRole("img", { name: "Coin in the air" })).toBeNull();
  });
});

describe("the place of the results", () => {
  const boxOf = (element: Element, box: Partial<DOMRect>) =>
    vi.spyOn(element, "getBoundingClientRect").mockReturnValue({ ...new DOMRect(), ...box } as DOMRect);

  it.each([
    ["at the foot", { top: 100, bottom: 150, left: 20, right: 300 }, "bottom-4"],
    ["at the top while Flip Coin is at the foot", { top: 700, bottom: 750, left: 20, right: 300 }, "top-18"],
    ["at the foot beside Flip Coin", { top: 700, bottom: 750, left: 500, right: 800 }, "bottom-4"],
  ])("is %s", async (_where, box, expected) => {
    const button = document.createElement("div");
    button.dataset.keepClear = "true";
    document.body.append(button);
    boxOf(button, box);
    const { tell } = await watch();
    const list = screen.getByRole("list", { name: "Results of your coinflips" });
    boxOf(list, { left: 16, right: 368, height: 120 });
    tell(settled);
    await screen.findByText("You Won!");
    await waitFor(() => expect(list.className).toContain(expected));
    button.remove();
  });
});
