import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import "#web/features/live-coinflips/create-dialog.tsx";
import { ownGamesQuery } from "#web/features/live-coinflips/queries.ts";
import ResultWatcher from "#web/features/live-coinflips/result-watcher.tsx";
import { showHere } from "#web/features/live-coinflips/shown-here.ts";
import { aCoinflip } from "#web/testing/coinflips.ts";
import { type FakeAnswers, fakeApi, lost } from "#web/testing/fake-api.ts";
import { aGame, aUser } from "#web/testing/fixtures.ts";
import { renderAs } from "#web/testing/render.tsx";

vi.mock("#web/lib/sound.ts", () => ({ playSound: vi.fn() }));

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

describe("the result of a coinflip that somebody joined", () => {
  it("is told wherever its creator is, with the proof and a rematch", async () => {
    const { tell } = await watch();
    tell(settled);
    expect(await screen.findByText("You Won!")).toBeTruthy();
    expect(screen.getByText("Result: RBX. You won 19.75 RBX.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Proof" }).getAttribute("href")).toBe(`/games/${flip.id}`);
    fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
    expect(((await screen.findByPlaceholderText("Enter amount")) as HTMLInputElement).value).toBe("10");
    expect(screen.queryByText("You Won!")).toBeNull();
  });

  it("is a loss as plainly, and can be closed", async () => {
    const { tell } = await watch();
    tell({ ...settled, won: false, result: "tix", winAmount: "0.00" });
    expect(await screen.findByText("Result: TIX. You lost 10.00 RBX. Better luck next time!")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Close result" }));
    expect(screen.queryByText("You Lost!")).toBeNull();
  });

  it("is told once, and not for games that were over before, are shown elsewhere, or were against the house", async () => {
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

  it("stays away when the game cannot be asked for", async () => {
    const { api, tell } = await watch({ "GET /live-coinflips/{id}": lost });
    tell(settled);
    await waitFor(() => expect(api.requestsOf("GET /live-coinflips/{id}")).toHaveLength(1));
    expect(screen.queryByText("You Won!")).toBeNull();
  });
});
