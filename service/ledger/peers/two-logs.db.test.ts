import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import { provePeerEvent } from "#domain/ledger/transit/peer-receipt.ts";
import { allProjections } from "#projections/features/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import { replay } from "#projections/replay.ts";
import { LogNumberError } from "#service/event-store/log-number.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { severalLogs } from "#service/lab/testing/logs/several-logs.ts";
import type { Site } from "#service/lab/testing/site.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";
import { receiptOf } from "#service/ledger/receipts.ts";
import { verifyLog } from "#service/ledger/verify.ts";

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> => createHash("sha256").update(bytes).digest();

async function newestReceipt({ service: { deps } }: Site): Promise<Receipt> {
  const { db, writer, signer, now } = deps;
  const receipt = await receiptOf(writer.head.position, { sql: db, logId: writer.logId, signer, now });
  if (receipt === null) throw new Error("there is no event");
  return receipt;
}

describeEachEngine("two services with a log each", (engine) => {
  const logs = severalLogs(engine, 2);
  beforeAll(async () => {
    for (const id of [1, 2]) await logs.start(id);
  });
  afterAll(() => logs.close());

  it("play, verify and replay separately; their heads and seals carry their log's number", async () => {
    for (const id of [1, 2]) {
      const site = logs.site(id);
      const alice = await site.player(logs.nameIn(id, "alice"));
      const flip = await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
      expect(flip.status).toBe(200);
      const { head } = await newestReceipt(site);
      expect(head.log).toBe(String(id));
      const { deps } = site.service;
      const options = { logId: id, model: logModel, keys: deps.signer.publicKeys().keys };
      expect(await verifyLog(site.db, options)).toMatchObject({ ok: true });
      expect(await verifyLog(site.db, { ...options, logId: 3 - id })).toMatchObject({ ok: false });
      const statements = new Statements(eventTypes);
      const compared = await replay({ db: site.db, logId: id, owner: "test", statements }, allProjections);
      expect(compared.length).toBeGreaterThan(0);
      expect(compared.filter(differs)).toEqual([]);
    }
  });

  it("reject each other's receipts under their own keys", async () => {
    const [one, two] = [logs.site(1), logs.site(2)];
    const keysOfLogs = new Map(logs.settings.all.map(({ id, keys }) => [id, keys]));
    const ports = { sha256, verifyEd25519, keysOfLogs };
    const own = await newestReceipt(two);
    expect(await provePeerEvent(own, ports)).toMatchObject({ ok: true, proved: { log: 2 } });
    // The same head, signed by the key of log 1 under the id that both keys share.
    const { at, ...unsigned } = own.head;
    const forged = one.service.deps.signer.signHead(unsigned, Date.parse(at));
    const receipt = { ...own, head: { ...own.head, ...forged } };
    expect(await provePeerEvent(receipt, ports)).toMatchObject({ ok: false });
  });

  it("refuse a database with the other log", async () => {
    const { db } = logs.site(2);
    await expect(logs.start(1, { db })).rejects.toThrow(LogNumberError);
    await expect(logs.start(1, { db })).rejects.toThrow("The database holds log 2, and LOG_ID says 1.");
  });
});
