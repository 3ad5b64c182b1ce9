// Lazy parts are loaded first, so that no test waits for them.
import "#web/features/ledger/check-receipt.ts";
import "#web/features/proofs/proof-page.tsx";
import { readFileSync } from "node:fs";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Receipt } from "#domain/ledger/proof.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { flipAnswers, playedFlips, SERVER_SEED } from "#web/testing/examples/flips.ts";
import { type FakeAnswers, fakeApi, refused, unauthorized } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const [flip] = playedFlips(6);
const { game, proof } = flip!;
const log = JSON.parse(readFileSync("docs/vectors/log.json", "utf8")) as {
  key: { keyId: string; publicKey: string };
  receipt: Receipt;
};
const keys = {
  keys: [{ keyId: log.key.keyId, algorithm: "Ed25519" as const, publicKey: log.key.publicKey }],
};

const showProof = (answers: FakeAnswers = {}) => {
  const api = fakeApi({
    "GET /auth/user": unauthorized,
    ...flipAnswers([flip!]),
    "GET /ledger/receipts/{position}": log.receipt,
    "GET /ledger/keys": keys,
    ...answers,
  });
  return { api, ...renderSite(`/games/${game.id}`) };
};
const verify = async () => fireEvent.click(await screen.findByRole("button", { name: "Verify" }));

afterEach(() => vi.restoreAllMocks());

describe("the proof of a flip", () => {
  it("shows a visitor every input", async () => {
    showProof();
    await screen.findByText(`Landed on ${proof.result.toUpperCase()}`);
    for (const text of [proof.id, "st1", proof.serverSeedHash, SERVER_SEED, proof.clientSeed])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText("Chosen by the player")).toBeTruthy();
    expect(screen.queryByText("Your receipt")).toBeNull();
  });

  it.each([
    ["server", "Chosen by the server"],
    ["kept", "Kept when the pair ran out"],
  ] as const)("shows when the client seed was %s", async (clientSeedBy, text) => {
    showProof({ "GET /games/{id}/proof": { ...proof, clientSeedBy } });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("is shown and verified in the same way for a game against the bot", async () => {
    showProof({ "GET /games/{id}/proof": { ...proof, gameType: "coinflip_vs_bot" } });
    await screen.findByText(`Landed on ${proof.result.toUpperCase()}`);
    await verify();
    expect(await screen.findByText("Verified in this browser")).toBeTruthy();
  });

  it("is verified step by step in the browser, without further requests", async () => {
    const { api } = showProof();
    await verify();
    expect(await screen.findByText("Verified in this browser")).toBeTruthy();
    expect(screen.getAllByLabelText("Holds")).toHaveLength(3);
    expect(api.requests.map(({ route }) => route)).not.toContain("GET /games/history");
  });

  it("is a visible mismatch when the seeds give something else", async () => {
    const result = proof.result === "rbx" ? "tix" : "rbx";
    showProof({ "GET /games/{id}/proof": { ...proof, result, won: result === "rbx" } });
    await verify();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("MISMATCH");
    expect(screen.getAllByLabelText("Does not hold")).toHaveLength(1);
  });

  it("shows what an insecure page cannot do", async () => {
    showProof();
    await screen.findByRole("button", { name: "Verify" });
    vi.stubGlobal("crypto", {});
    await verify();
    expect((await screen.findByRole("alert")).textContent).toContain("https or localhost");
  });

  it("has nothing to verify while its seed is secret", async () => {
    showProof({ "GET /games/{id}/proof": { ...proof, serverSeed: null } });
    expect(await screen.findByText("The server seed is not revealed yet")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Verify" })).toBeNull();
    expect(screen.queryByText("Verify it yourself")).toBeNull();
    expect(screen.queryByRole("link", { name: "Reveal by rotating" })).toBeNull();
  });

  it("shows that there is no such game", async () => {
    showProof({ "GET /games/{id}/proof": refused(404, "not_found", "There is no such game.") });
    expect(await screen.findByText("There is no such game")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
  });

  it("can be loaded again after an error", async () => {
    const { api } = showProof({ "GET /games/{id}/proof": refused(503, "unavailable", "Busy.") });
    const retry = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /games/{id}/proof", proof);
    fireEvent.click(retry);
    expect(await screen.findByText("What went in")).toBeTruthy();
  });
});

describe("the proof of a player's own flip", () => {
  it("leads to rotation while its seed is secret", async () => {
    showProof({ "GET /auth/user": aUser(), "GET /games/{id}/proof": { ...proof, serverSeed: null } });
    const link = await screen.findByRole("link", { name: "Reveal by rotating" });
    expect(link.getAttribute("href")).toBe("/fairness");
  });

  it("comes with a receipt that is checked in the browser", async () => {
    const { api } = showProof({ "GET /auth/user": aUser() });
    fireEvent.click(await screen.findByRole("button", { name: "Verify receipt" }));
    expect(await screen.findByText(/head carries a valid signature/)).toBeTruthy();
    expect(api.requestsOf("GET /ledger/receipts/{position}")[0]!.path).toBe(
      `/api/ledger/receipts/${proof.position}`,
    );
  });

  it("shows when the receipt proves nothing", async () => {
    const forged = { ...log.receipt, head: { ...log.receipt.head, at: "2026-01-01T00:00:00.000Z" } };
    showProof({ "GET /auth/user": aUser(), "GET /ledger/receipts/{position}": forged });
    fireEvent.click(await screen.findByRole("button", { name: "Verify receipt" }));
    expect((await screen.findByRole("alert")).textContent).toContain("proves nothing");
  });

  it("saves the receipt as a file", async () => {
    const saved: string[] = [];
    URL.createObjectURL = vi.fn(() => "blob:receipt");
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    showProof({ "GET /auth/user": aUser() });
    fireEvent.click(await screen.findByRole("button", { name: "Download receipt" }));
    await waitFor(() => expect(saved).toEqual([`florin-receipt-${proof.position}.json`]));
  });

  it("offers no receipt for another player's flip", async () => {
    const stranger = { ...game, id: "01JOTHER" };
    showProof({ "GET /auth/user": aUser(), "GET /games/history": [stranger] });
    await screen.findByText("What went in");
    await waitFor(() => expect(screen.queryByText("Your receipt")).toBeNull());
  });
});
