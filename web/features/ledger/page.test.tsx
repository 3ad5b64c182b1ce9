// Lazy parts are loaded first, so that no test waits for them.
import "#web/features/ledger/check-blocks.ts";
import "#web/features/ledger/check-receipt.ts";
import "#web/features/ledger/page.tsx";
import "#web/features/ledger/receipt-dialog.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { LedgerEntry, TrialBalance } from "#domain/features/ledger/contract.ts";
import { aLimited } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { pagesOf, someBlocks, vectorKeys, vectorReceipt } from "#web/testing/blocks.ts";
import { type FakeAnswers, fakeApi, refused, unauthorized } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const RBX: TrialBalance["assets"][number] = {
  asset: "RBX",
  issued: "10001000.00",
  players: "990.25",
  escrow: "10.00",
  house: "9999999.75",
  creators: "0.00",
  transit: "0.00",
  peers: "0.00",
  sum: "0.00",
};

const entry = (position: number, change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  position,
  leg: 0,
  at: "2026-11-20T10:00:00.000Z",
  type: "CoinFlipped",
  account: "player:01JPLAYER",
  asset: "RBX",
  delta: "-10.00",
  balanceAfter: "990.00",
  gameId: `01JGAME${position}`,
  ...change,
});
const ENTRIES = [
  entry(60, { leg: 2, delta: "19.75", balanceAfter: "1009.75" }),
  ...Array.from({ length: 29 }, (_, index) => entry(60 - index)),
];

const blocks = someBlocks(40);

const showLedger = (answers: FakeAnswers = {}, address = "/ledger") => {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /ledger/trial-balance": { position: 80, assets: [RBX] },
    "GET /ledger/heads": pagesOf(blocks),
    "GET /ledger/keys": vectorKeys,
    "GET /ledger": pagesOf(ENTRIES),
    "GET /ledger/receipts/{position}": vectorReceipt,
    ...answers,
  });
  return { api, ...renderSite(address) };
};
const tableRows = async (caption: string) => [
  ...(await screen.findByText(caption)).closest("table")!.tBodies[0]!.rows,
];
const BLOCKS = "Blocks of the ledger, newest first";
const OWN = "Your entries, newest first";

describe("entries of items", () => {
  const ofItems = [
    entry(60, { type: "DepositCompleted", asset: "item:1029025:7", delta: 1, balanceAfter: 1 }),
    entry(59, {
      type: "CoinflipOpened",
      asset: "item:31:0189f7ea-ae2c-7cc0-9bd5-2e4f00000001",
      delta: -1,
      balanceAfter: 0,
    }),
  ];

  it("name the item and the copy, and an unlisted item by its number", async () => {
    showLedger({ "GET /ledger": pagesOf(ofItems), "GET /limiteds": [aLimited()] }, "/ledger?view=entries");
    expect(await screen.findByText("Valkyrie Helm #7")).toBeTruthy();
    expect(screen.getByText("Item 31 #0189f7ea…")).toBeTruthy();
  });

  it("stay readable while the catalogue cannot be loaded", async () => {
    showLedger(
      { "GET /ledger": pagesOf(ofItems), "GET /limiteds": refused(503, "unavailable", "Busy.") },
      "/ledger?view=entries",
    );
    expect(await screen.findByText("Item 1029025 #7")).toBeTruthy();
  });

  it("load the catalogue; entries of currencies alone do not", async () => {
    const { api } = showLedger({ "GET /limiteds": [aLimited()] }, "/ledger?view=entries");
    await tableRows(OWN);
    expect(api.requestsOf("GET /limiteds")).toEqual([]);
  });
});

describe("the trial balance", () => {
  it("is added up in the browser", async () => {
    showLedger({ "GET /auth/user": unauthorized });
    const balance = within(await screen.findByRole("region", { name: "Balance of RBX" }));
    expect(balance.getByText("Sum 0.00, added up in this browser")).toBeTruthy();
    for (const [name, figure] of [
      ["Issued", "10,001,000.00"],
      ["Players", "990.25"],
      ["House", "9,999,999.75"],
    ] as const) {
      expect(balance.getByText(name).parentElement?.textContent).toContain(figure);
    }
  });

  it("has a line for each currency, even for one that has not moved yet", async () => {
    showLedger();
    const balance = within(await screen.findByRole("region", { name: "Balance of USD" }));
    expect(balance.getByText("Sum 0.00, added up in this browser")).toBeTruthy();
  });

  it.each([
    ["the parts do not make up the whole", { house: "9999999.74" }, "off by -0.01"],
    ["the server's own sum is not zero", { sum: "0.01" }, "DOES NOT BALANCE"],
  ])("fails visibly when %s", async (_, change, text) => {
    showLedger({ "GET /ledger/trial-balance": { position: 80, assets: [{ ...RBX, ...change }] } });
    expect((await screen.findByText(/DOES NOT BALANCE/)).textContent).toContain(text);
  });
});

describe("the chain of blocks", () => {
  it("shows the head and the newest blocks, and links to older ones", async () => {
    showLedger({ "GET /auth/user": unauthorized });
    expect(await tableRows(BLOCKS)).toHaveLength(15);
    expect(screen.getByText(blocks[0]!.hash)).toBeTruthy();
    fireEvent.click(screen.getByText("Older"));
    await screen.findByText("Page 2");
    expect(window.location.search).toBe("?block=c15");
    expect(await screen.findByTitle(blocks[15]!.hash)).toBeTruthy();
  });

  it("says before which block the last signature stands when no shown block has one", async () => {
    const plain = blocks.map(({ signed: _, ...block }) => block);
    showLedger({ "GET /ledger/heads": pagesOf(plain) as never });
    expect((await screen.findByText("Last signed")).nextSibling?.textContent).toBe("Before block 26");
  });

  it("says that nothing is signed yet when every block is shown", async () => {
    const plain = blocks.slice(0, 3).map(({ signed: _, ...block }) => block);
    showLedger({ "GET /ledger/heads": pagesOf(plain) as never });
    expect((await screen.findByText("Last signed")).nextSibling?.textContent).toBe("No block yet");
  });

  it("is verified in the browser", async () => {
    showLedger();
    fireEvent.click(await screen.findByRole("button", { name: "Verify these blocks" }));
    expect(await screen.findByText(/Blocks 26 to 40: every hash recomputed/)).toBeTruthy();
    expect(screen.getByText(/3 signatures are valid/)).toBeTruthy();
  });

  const change = (index: number, block: object) => blocks.with(index, { ...blocks[index]!, ...block });
  it.each([
    ["a hash is wrong", change(3, { root: "ab".repeat(32) }), "do not give its hash"],
    ["a block is missing", blocks.toSpliced(4, 1), "does not follow"],
    ["a signature is wrong", change(0, { signed: { ...blocks[5]!.signed } }), "is not valid"],
    ["a key is not known", change(5, { signed: { ...blocks[5]!.signed, keyId: "k9" } }), "not known"],
  ])("shows as broken when %s", async (_, changed, problem) => {
    showLedger({ "GET /ledger/heads": pagesOf(changed) as never });
    fireEvent.click(await screen.findByRole("button", { name: "Verify these blocks" }));
    expect((await screen.findByText("The chain is broken")).parentElement?.textContent).toContain(problem);
  });

  it("can be loaded again after an error", async () => {
    const { api } = showLedger({ "GET /ledger/heads": refused(503, "unavailable", "Busy.") });
    const [retry] = await screen.findAllByText("Try again");
    api.answer("GET /ledger/heads", pagesOf(blocks));
    fireEvent.click(retry!);
    expect(await tableRows(BLOCKS)).toHaveLength(15);
  });
});

describe("a player's own entries", () => {
  it("are absent for visitors", async () => {
    showLedger({ "GET /auth/user": unauthorized }, "/ledger?view=entries");
    await tableRows(BLOCKS);
    expect(screen.queryByText("Your entries")).toBeNull();
  });

  it("show the change, its time, and the balance after it", async () => {
    showLedger({}, "/ledger?view=entries");
    const [payout, stake] = await tableRows(OWN);
    expect(payout!.textContent).toContain("Coin flip, pay-out");
    expect(payout!.textContent).toContain("+19.75");
    expect(payout!.textContent).toContain("1,009.75");
    expect(stake!.textContent).toContain("Coin flip, stake");
    expect(stake!.textContent).toContain("-10.00");
    expect(stake!.textContent).toContain("You");
    expect(within(stake!).getByText("Coin flip, stake").getAttribute("href")).toBe("/games/01JGAME60");
  });

  it("are paged by the server's cursors", async () => {
    showLedger({}, "/ledger?view=entries");
    expect(await tableRows(OWN)).toHaveLength(20);
    fireEvent.click(screen.getByText("Older"));
    await waitFor(async () => expect(await tableRows(OWN)).toHaveLength(10));
    expect(window.location.search).toBe("?view=entries&entry=c20");
  });

  it("say that nothing has moved yet", async () => {
    showLedger({ "GET /ledger": { items: [], next: null } }, "/ledger?view=entries");
    expect(await screen.findByText("Nothing has moved on your account yet.")).toBeTruthy();
  });

  it("come with receipts", async () => {
    const { api } = showLedger({}, "/ledger?view=entries");
    await tableRows(OWN);
    fireEvent.click(screen.getByLabelText("Receipt for position 59"));
    fireEvent.click(await screen.findByText("Verify receipt"));
    expect(await screen.findByText(/head carries a valid signature/)).toBeTruthy();
    expect(api.requestsOf("GET /ledger/receipts/{position}")[0]!.path).toBe("/api/ledger/receipts/59");
  });

  it("say when there is no receipt", async () => {
    showLedger(
      { "GET /ledger/receipts/{position}": refused(404, "not_found", "There is no such receipt.") },
      "/ledger?view=entries",
    );
    await tableRows(OWN);
    fireEvent.click(screen.getByLabelText("Receipt for position 59"));
    fireEvent.click(await screen.findByText("Verify receipt"));
    expect(await screen.findByText("There is no such receipt.")).toBeTruthy();
  });
});

describe("a receipt from a file", () => {
  const choose = async (content: string) => {
    showLedger({ "GET /auth/user": unauthorized }, "/ledger?view=verify");
    const input = await screen.findByLabelText("Choose a receipt file");
    const file = new File([content], "receipt.json", { type: "application/json" });
    fireEvent.change(input, { target: { files: [file] } });
  };

  it("is verified without an account", async () => {
    await choose(JSON.stringify(vectorReceipt));
    expect(await screen.findByText("Verified in this browser")).toBeTruthy();
    expect(screen.getByText("Position 4")).toBeTruthy();
    expect(screen.getByText("-1.00 RBX")).toBeTruthy();
  });

  it.each([
    ["was changed", JSON.stringify({ ...vectorReceipt, index: 0 }), /path does not lead/],
    ["is something else", '{"a":1}', /not a receipt of the ledger/],
    ["is not JSON", "hello", /is not JSON/],
    ["is too large", "x".repeat(1_000_001), /too large/],
  ])("proves nothing when it %s", async (_, content, problem) => {
    await choose(content);
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(screen.queryByText("Verified in this browser")).toBeNull();
  });
});
