// Lazy parts are loaded first, so that no test waits for them.
import "#web/features/seed-pairs/page.tsx";
import "#web/features/seed-pairs/rotate-dialog.tsx";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { ASK_AGAIN_AFTER_MS } from "#web/lib/api/commands/command.ts";
import { ownClock, pass } from "#web/testing/clock.ts";
import { CLIENT_SEED, flipAnswers, playedFlips, SERVER_SEED } from "#web/testing/examples/flips.ts";
import { type FakeAnswers, fakeApi, lost, refused, unauthorized } from "#web/testing/fake-api.ts";
import { aFairness } from "#web/testing/fixtures.ts";
import { renderSite } from "#web/testing/render.tsx";

const flips = playedFlips(5);
const revealed = {
  serverSeed: SERVER_SEED,
  serverSeedHash: flips[0]!.proof.serverSeedHash,
  clientSeed: CLIENT_SEED,
  nonces: flips.length,
};
const current = aFairness({ serverSeedHash: "cd".repeat(32), nextServerSeedHash: "ef".repeat(32), nonce: 0 });

const showFairness = (answers: FakeAnswers = {}) => {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /fairness": aFairness({ nonce: 347 }),
    "POST /fairness/rotate": { revealed, current },
    ...flipAnswers(flips),
    ...answers,
  });
  return { api, ...renderSite("/fairness") };
};
const openDialog = async () => {
  fireEvent.click(await screen.findByText("Rotate"));
  return (await screen.findByLabelText("Your client seed")) as HTMLInputElement;
};
const enter = (input: HTMLInputElement, text: string) => fireEvent.change(input, { target: { value: text } });
const send = () => fireEvent.click(screen.getByText("Rotate and reveal"));

describe("the fairness page", () => {
  it("explains the scheme to a visitor, with the numbers of the code", async () => {
    showFairness({ "GET /auth/user": unauthorized });
    await screen.findByText("How a flip is decided");
    expect(screen.getByText("A pair serves 1,000 flips")).toBeTruthy();
    expect(screen.getByText("Your browser rotates earlier, at nonce 900")).toBeTruthy();
    expect(screen.getByText("clientSeed:7:0")).toBeTruthy();
    expect(screen.queryByText("Your pair of seeds")).toBeNull();
  });

  it("shows a player both commitments, the client seed and how much of the pair is used", async () => {
    showFairness();
    await screen.findByText(aFairness().serverSeedHash);
    expect(screen.getByText(aFairness().nextServerSeedHash)).toBeTruthy();
    expect(screen.getByText(aFairness().clientSeed)).toBeTruthy();
    expect(screen.getByText("Chosen by the player")).toBeTruthy();
    expect(screen.getByText("of 1,000 used").parentElement?.textContent).toBe("347 of 1,000 used");
  });

  it("can be loaded again after an error", async () => {
    const { api } = showFairness({ "GET /fairness": refused(503, "unavailable", "Busy.") });
    const retry = await screen.findByText("Try again");
    api.answer("GET /fairness", aFairness());
    fireEvent.click(retry);
    expect(await screen.findByText(aFairness().serverSeedHash)).toBeTruthy();
  });
});

describe("the rotate dialog", () => {
  it("starts with a random client seed, and draws another", async () => {
    showFairness();
    const input = await openDialog();
    const first = input.value;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    fireEvent.click(screen.getByText("Random"));
    expect(input.value).toMatch(/^[0-9a-f]{32}$/);
    expect(input.value).not.toBe(first);
  });

  it.each([
    ["a seed", "A space cannot be part of a client seed."],
    ["x".repeat(65), "A client seed has at most 64 characters. This one has 65."],
  ])("rejects the client seed %j at once, and sends nothing", async (text, problem) => {
    const { api } = showFairness();
    const input = await openDialog();
    enter(input, text);
    expect(screen.getByText(problem)).toBeTruthy();
    expect(input.getAttribute("aria-invalid")).toBe("true");
    send();
    expect(api.requestsOf("POST /fairness/rotate")).toEqual([]);
  });

  it("requires a client seed", async () => {
    const { api } = showFairness();
    const input = await openDialog();
    enter(input, "");
    expect(input.getAttribute("aria-invalid")).toBeNull();
    send();
    expect(screen.getByText("Enter a client seed, or let this browser draw one.")).toBeTruthy();
    expect(api.requestsOf("POST /fairness/rotate")).toEqual([]);
  });

  it("sends the client seed, then shows the revealed pair and the new one", async () => {
    const { api } = showFairness();
    enter(await openDialog(), "my-own_seed");
    api.answer("GET /fairness", current);
    send();
    expect(await screen.findByText("Revealed pair")).toBeTruthy();
    expect(api.requestsOf("POST /fairness/rotate")[0]!.body).toEqual({ clientSeed: "my-own_seed" });
    expect(screen.getByText(SERVER_SEED)).toBeTruthy();
    expect(await screen.findByText(current.nextServerSeedHash)).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText("Your client seed")).toBeNull());
  });

  it("stays open with the reason when it is refused", async () => {
    showFairness({ "POST /fairness/rotate": refused(429, "too_many", "Too fast. Wait a second.") });
    await openDialog();
    send();
    expect(await screen.findByText("Too fast. Wait a second.")).toBeTruthy();
    expect(screen.getByLabelText("Your client seed")).toBeTruthy();
  });

  it("repeats an unanswered attempt under the same key, and another seed under another", async () => {
    const { api } = showFairness({ "POST /fairness/rotate": lost });
    const input = await openDialog();
    ownClock();
    const attempt = async () => {
      const before = api.requestsOf("POST /fairness/rotate").length;
      send();
      await pass(ASK_AGAIN_AFTER_MS.reduce((sum, ms) => sum + ms, 100));
      await screen.findByText(/it cannot be applied twice/);
      const sent = api.requestsOf("POST /fairness/rotate").slice(before);
      return new Set(sent.map(({ headers }) => headers.get("idempotency-key")));
    };
    const first = await attempt();
    expect(await attempt()).toEqual(first);
    enter(input, "another");
    expect(await attempt()).not.toEqual(first);
  });
});

describe("a revealed pair", () => {
  const reveal = async (answers: FakeAnswers = {}) => {
    showFairness(answers);
    await openDialog();
    send();
    fireEvent.click(await screen.findByText("Check all games of this pair"));
  };

  it("is checked with all its games", async () => {
    await reveal();
    expect(await screen.findByText(/gives the result of every one of 5 games/)).toBeTruthy();
  });

  it("is a visible mismatch when a game had another payout", async () => {
    const [first, ...rest] = flips;
    const result = first!.game.result === "rbx" ? "tix" : "rbx";
    const changed = { ...first!, game: { ...first!.game, result } as const };
    await reveal(flipAnswers([changed, ...rest]));
    expect(await screen.findByText("MISMATCH")).toBeTruthy();
    expect(screen.getByText("See the game").getAttribute("href")).toBe(`/games/${first!.game.id}`);
  });

  it("shows when it could not be checked", async () => {
    await reveal({ "GET /games/history": refused(503, "unavailable", "Busy.") });
    expect(await screen.findByText("Not checked")).toBeTruthy();
  });
});
