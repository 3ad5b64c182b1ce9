import "#web/features/live-coinflips/prove/check-flip.ts";
import "#web/features/live-coinflips/prove/pvp-proof.tsx";
import "#web/features/proofs/proof-page.tsx";
import "#web/features/live-coinflips/join/join-dialog.tsx";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import { aCoinflip } from "#domain/testing/shown/coinflips.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { vectorKeys } from "#web/testing/blocks.ts";
import { aSettledProof } from "#web/testing/examples/coinflips.ts";
import { type FakeAnswers, fakeApi, unauthorized } from "#web/testing/fake-api.ts";
import { aFairness } from "#web/testing/fixtures.ts";
import { renderSite } from "#web/testing/render.tsx";

const proof = aSettledProof();
const unsettled = { result: null, serverSeed: null, digest: null, settledAt: null } as const;

function showProof(change: Partial<CoinflipProof> = {}, answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": unauthorized,
    "GET /games/{id}/proof": { ...proof, ...change },
    "GET /ledger/keys": vectorKeys,
    ...answers,
  });
  return { api, ...renderSite(`/games/${proof.id}`) };
}
const verify = async () => fireEvent.click(await screen.findByRole("button", { name: "Verify" }));

describe("the proof of a game between players", () => {
  it("shows a visitor every input", async () => {
    showProof();
    expect(await screen.findByText(`Landed on ${proof.result!.toUpperCase()}`)).toBeTruthy();
    const lines = proof.participants.map(({ line }) => line);
    for (const text of [proof.commitment, proof.serverSeed!, proof.beacon!.signature!, ...lines])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText("Operator-run")).toBeTruthy();
  });

  it("is verified in every step in the browser, including the beacon's signature", async () => {
    showProof();
    await verify();
    expect(await screen.findByText("Verified in this browser")).toBeTruthy();
    expect(screen.getAllByLabelText("Holds")).toHaveLength(7);
  });

  it("is a visible mismatch when a step fails", async () => {
    showProof({ result: proof.result === "rbx" ? "tix" : "rbx" });
    await verify();
    expect((await screen.findByRole("alert")).textContent).toContain("MISMATCH");
    expect(screen.getAllByLabelText("Does not hold")).toHaveLength(1);
  });

  it("changes by itself from open to settled", async () => {
    const { api, live } = showProof({ status: "locked", ...unsettled });
    expect(await screen.findByText("Waiting for the beacon")).toBeTruthy();
    expect(screen.getByText("Not decided yet")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Verify" })).toBeNull();
    expect(screen.queryByText(/League of Entropy/)).toBeNull();
    api.answer("GET /games/{id}/proof", proof);
    act(() => live.changed(["coinflips"], 61));
    expect(await screen.findByText(`Landed on ${proof.result!.toUpperCase()}`)).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Verify" })).toBeTruthy();
  });

  it.each([
    ["open", "Waiting for an opponent"],
    ["cancelled", "Taken back by its creator"],
    ["expired", "Nobody joined in time"],
    ["void", "Void: the beacon did not come for a day"],
  ] as const)("shows the outcome of a game that is %s", async (status, text) => {
    showProof({
      status,
      ...unsettled,
      beacon: null,
      receipt: null,
      participants: proof.participants.slice(0, 1),
    });
    const outcome = within(await screen.findByRole("region", { name: "Outcome" }));
    expect(outcome.getByText(text)).toBeTruthy();
  });

  it("shows the result that a void game would have had", async () => {
    showProof({ status: "void" });
    expect(await screen.findByText(`Void; it would have been ${proof.result!.toUpperCase()}`)).toBeTruthy();
    await verify();
    expect(await screen.findByText(/the void game would have had/)).toBeTruthy();
  });
});

describe("the link of an open game", () => {
  const openProof = {
    status: "open",
    ...unsettled,
    beacon: null,
    receipt: null,
    participants: proof.participants.slice(0, 1),
  } as const;

  it("shows a visitor the stake, and a sign-in that returns to it", async () => {
    showProof(openProof, { "GET /live-coinflips/{id}": aCoinflip() });
    const link = await screen.findByRole("link", { name: "Sign in to join" });
    expect(link.getAttribute("href")).toBe(`/api/login?returnTo=${encodeURIComponent(`/games/${proof.id}`)}`);
    expect(
      within(screen.getByRole("list", { name: "Open game" })).getByText("10.00 RBX on RBX"),
    ).toBeTruthy();
  });

  it("shows a player the join button", async () => {
    showProof(openProof, {
      "GET /auth/user": aUser(),
      "GET /fairness": aFairness(),
      "GET /games/history": [],
      "GET /live-coinflips/{id}": aCoinflip(),
    });
    fireEvent.click(await screen.findByRole("button", { name: /^Join Bob/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Join Coinflip" }));
    expect(dialog.getByRole("button", { name: "Join for 10.00 RBX" })).toBeTruthy();
  });

  it("hides the result from the joiner until the dialog with the coin is closed", async () => {
    const { api, live } = showProof(openProof, {
      "GET /auth/user": aUser(),
      "GET /fairness": aFairness(),
      "GET /games/history": [],
      "GET /live-coinflips/{id}": aCoinflip(),
    });
    fireEvent.click(await screen.findByRole("button", { name: /^Join Bob/ }));
    await screen.findByRole("dialog", { name: "Join Coinflip" });
    api.answer("GET /games/{id}/proof", proof);
    act(() => live.changed(["coinflips"], 61));
    await waitFor(() => expect(api.requestsOf("GET /games/{id}/proof")).toHaveLength(2));
    const landed = `Landed on ${proof.result!.toUpperCase()}`;
    expect(screen.queryByText(landed)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(await screen.findByText(landed)).toBeTruthy();
  });

  it("has no join button once the game is over", async () => {
    showProof();
    await screen.findByText(`Landed on ${proof.result!.toUpperCase()}`);
    expect(screen.queryByText("This game is open")).toBeNull();
  });
});
