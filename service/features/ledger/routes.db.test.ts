import { createHash } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { FlipAnswer } from "#domain/features/house-flips/contract.ts";
import type { Head, LedgerEntry } from "#domain/features/ledger/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { verifyReceipt } from "#domain/ledger/receipt.ts";
import { balanceOfHoldings } from "#projections/features/ledger/balance-of-holdings.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(createHash("sha256").update(bytes).digest());

describeEachEngine("the ledger over HTTP", (engine) => {
  const site = siteOf(engine);
  const flips: FlipAnswer[] = [];

  const [alice, bob] = playersOf(site, "alice", "bob");
  beforeAll(async () => {
    for (let game = 0; game < 9; game += 1) {
      const betSide = game % 2 === 0 ? "rbx" : "tix";
      const answer = await alice.post("/api/games/coinflip", { betAmount: 5, betSide });
      flips.push(answer.as(endpoints.flip));
      await bob.post("/api/games/coinflip", { betAmount: 1, betSide });
    }
  });

  /** Reads a list to its end, page by page. */
  async function all<T>(
    visitor: Visitor,
    path: string,
    read: (answer: Answer) => { readonly items: readonly T[]; readonly next: string | null },
  ): Promise<{ readonly items: T[]; readonly pages: number }> {
    const items: T[] = [];
    for (let [pages, next] = [1, ""]; ; pages += 1) {
      const page = read(await visitor.get(`${path}${next}`));
      items.push(...page.items);
      if (page.next === null) return { items, pages };
      next = `&next=${page.next}`;
    }
  }

  const entriesOf = (visitor: Visitor, limit: number) =>
    all<LedgerEntry>(visitor, `/api/ledger?limit=${limit}`, (answer) => answer.as(endpoints.entries));

  it("shows players all their own entries and no others, each balance consistent with the one before", async () => {
    const { id } = await alice.user();
    const { items, pages } = await entriesOf(alice, 4);
    expect(pages).toBeGreaterThan(2);
    expect(new Set(items.map(({ account }) => account))).toEqual(new Set([`player:${id}`]));
    const balances = { RBX: 0n, TIX: 0n };
    for (const { asset, delta, balanceAfter } of inOrder(items)) {
      const currency = asset as keyof typeof balances;
      balances[currency] += signed(delta);
      expect(signed(balanceAfter)).toBe(balances[currency]);
    }
    const last = flips.at(-1);
    expect(balances).toEqual({ RBX: minor(last?.rbxBalance ?? ""), TIX: minor(last?.tixBalance ?? "") });
    const games = new Set(items.flatMap(({ gameId }) => (gameId === undefined ? [] : [gameId])));
    expect(games).toEqual(new Set(flips.map((flip) => flip.id)));
  });

  it.each([1, 2, 3, 200])(
    "shows the same entries in pages of %d, and no event on two of them",
    async (limit) => {
      const whole = await entriesOf(alice, 200);
      expect((await entriesOf(alice, limit)).items).toEqual(whole.items);
    },
  );

  it("shows everybody the chain of blocks back to its beginning, each naming the one before", async () => {
    const { items } = await all<Head>(site.visitor(), "/api/ledger/heads?limit=7", (answer) =>
      answer.as(endpoints.heads),
    );
    const { head } = await site.books();
    expect(items[0]).toMatchObject({
      number: Number(head.block),
      to: Number(head.position),
      hash: head.hash,
    });
    for (const [index, { number, from, previous }] of items.entries()) {
      const before = items[index + 1];
      expect(previous).toBe(before?.hash ?? "0".repeat(64));
      expect([number, from]).toEqual([(before?.number ?? 0) + 1, (before?.to ?? 0) + 1]);
    }
  });

  it("gives players receipts of their events, which anybody can verify with the published keys", async () => {
    const { keys } = (await site.visitor().get("/api/ledger/keys")).as(endpoints.keys);
    const flip = flips[3];
    const receipt = (await alice.get(`/api/ledger/receipts/${flip?.position}`)).as(endpoints.receipt);
    const check = await verifyReceipt(receipt, { keys, sha256, verifyEd25519 });
    expect(check).toMatchObject({ ok: true, event: { position: flip?.position, type: "CoinFlipped" } });
    const moved = { ...receipt, index: receipt.index + 1 };
    expect(await verifyReceipt(moved, { keys, sha256, verifyEd25519 })).toMatchObject({ ok: false });
    const forged = { ...receipt, head: { ...receipt.head, to: receipt.head.to + 1 } };
    expect(await verifyReceipt(forged, { keys, sha256, verifyEd25519 })).toMatchObject({ ok: false });
  });

  it("does not reveal whether a position is another player's, the bank's or none", async () => {
    const { position } = (await site.books()).head;
    const answers = [];
    for (const at of [flips[0]?.position, 1, Number(position) + 1])
      answers.push((await bob.get(`/api/ledger/receipts/${at}`)).problem());
    const [first, ...others] = answers.map(({ requestId: _own, ...problem }) => problem);
    expect(first?.code).toBe("not_found");
    for (const other of others) expect(other).toEqual(first);
  });

  it("balances: issuance equals the holdings of players, house and escrow", async () => {
    const balance = (await site.visitor().get("/api/ledger/trial-balance", NEWEST)).as(
      endpoints.trialBalance,
    );
    expect(balance.position).toBe(Number((await site.books()).head.position));
    expect(balance.assets.map(({ asset }) => asset)).toEqual(["RBX", "TIX", "USD"]);
    for (const { issued, players, escrow, house, creators, sum } of balance.assets) {
      expect(sum).toBe("0.00");
      const held = [players, escrow, house, creators].reduce((total, amount) => total + signed(amount), 0n);
      expect(held).toBe(signed(issued));
    }
    const reader = { sql: site.db, logId: site.service.deps.writer.logId };
    expect(balance).toEqual(await balanceOfHoldings(reader));
    const [alices, bobs] = [await alice.user(), await bob.user()];
    const rbx = minor(alices.rbxBalance) + minor(bobs.rbxBalance);
    expect(signed(balance.assets[0]?.players ?? "")).toBe(rbx);
  });
});

/** Minor units of a possibly negative amount. */
function signed(amount: string | number): bigint {
  const text = String(amount);
  return text.startsWith("-") ? -minor(text.slice(1)) : minor(text);
}

/** The oldest entry first, and the legs of one event in their order. */
const inOrder = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.toSorted((a, b) => a.position - b.position || a.leg - b.leg);
