import "#web/features/crash/prove/proof-view.tsx";
import "#web/features/jackpots/proof-view.tsx";
import "#web/features/proofs/proof-page.tsx";
import "#domain/features/crash/check-proof.ts";
import "#domain/features/jackpots/check-proof.ts";
import { readFileSync } from "node:fs";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { crashProofSchema, jackpotProofSchema, type RoundProof } from "#domain/features/game-rounds/proof.ts";
import { ledgerKeysSchema } from "#domain/ledger/proof.ts";
import { fakeApi, unauthorized } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const vectors = JSON.parse(readFileSync("docs/vectors/proofs.json", "utf8"));
const keys = ledgerKeysSchema.parse({ keys: vectors.keys });
const jackpot = jackpotProofSchema.parse(vectors.proofs.jackpot);
const alone = jackpotProofSchema.parse(vectors.proofs.alone);
const crash = crashProofSchema.parse(vectors.proofs.crash);

function showProof(proof: RoundProof) {
  const api = fakeApi({
    "GET /auth/user": unauthorized,
    "GET /games/{id}/proof": proof,
    "GET /ledger/keys": keys,
  });
  return { api, ...renderSite(`/games/${proof.id}`) };
}
const verify = async () => fireEvent.click(await screen.findByRole("button", { name: "Verify" }));

describe("the proof of a round", () => {
  it.each([
    ["a jackpot", jackpot, 9, /^Ticket .* won/],
    ["a jackpot that was given up", alone, 5, /^Void: nobody else joined/],
    ["a crash round", crash, 9, /^Ended at \d+\.\d\d×$/],
  ] as const)("is verified in every step in the browser: %s", async (_what, proof, steps, headline) => {
    showProof(proof);
    expect(await screen.findByText(headline)).toBeTruthy();
    expect(screen.getAllByText(proof.commitment).length).toBeGreaterThan(0);
    await verify();
    expect(await screen.findByText("Verified in this browser")).toBeTruthy();
    expect(screen.getAllByLabelText("Holds")).toHaveLength(steps);
  });

  it("offers the check before the long list of what went in", async () => {
    showProof(jackpot);
    await screen.findByRole("button", { name: "Verify" });
    const titles = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(titles.indexOf("Verify in this browser")).toBeLessThan(titles.indexOf("What went in"));
  });

  it.each([
    ["another ticket", { ...jackpot, ticket: "0.00" }],
    ["another pay-out", { ...jackpot, payout: "1.00" }],
    ["another point", { ...crash, point: "1.00" }],
    ["another seed", { ...crash, serverSeed: "ab".repeat(32) }],
    ["a bet paid more", { ...crash, bets: crash.bets.map((bet) => ({ ...bet, winAmount: "50.00" })) }],
  ] as const)("is a loud mismatch with %s", async (_what, proof) => {
    showProof(proof);
    await verify();
    expect((await screen.findByRole("alert")).textContent).toContain("MISMATCH");
    expect(screen.getAllByLabelText("Does not hold").length).toBeGreaterThan(0);
  });

  it("has nothing to verify before the end, and follows it by itself", async () => {
    const { chain, opened } = jackpot.receipts;
    const open: RoundProof = {
      ...jackpot,
      status: "waiting",
      beacon: null,
      endedAt: null,
      serverSeed: null,
      digest: null,
      ticket: null,
      winnerSeq: null,
      payout: null,
      rake: null,
      share: null,
      carried: null,
      receipts: { chain, opened, countdown: null, lastEntry: null, ended: null },
    };
    const { api, live } = showProof(open);
    expect(await screen.findByText("Not decided yet")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Verify" })).toBeNull();
    api.answer("GET /games/{id}/proof", jackpot);
    act(() => live.changed(["user-games"], 61));
    expect(await screen.findByRole("button", { name: "Verify" })).toBeTruthy();
  });

  it("lists all stakes and payments, without a name", async () => {
    showProof(crash);
    const table = within(await screen.findByRole("table", { name: "Bets in their order" }));
    expect(table.getAllByRole("row")).toHaveLength(crash.bets.length + 1);
    expect(table.getByText(/by hand$/)).toBeTruthy();
    expect(table.getByText(/by its target$/)).toBeTruthy();
  });
});
