import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concatBytes, toHex, utf8 } from "../kernel/bytes.ts";
import { forAllAsyncIn } from "../testing/properties/for-all.ts";
import { blockBytes, GENESIS_HASH, headText } from "./block.ts";
import { type LedgerKeys, type Receipt, receiptSchema } from "./proof.ts";
import { headProblem, type ReceiptPorts, verifyReceipt } from "./receipt.ts";

const file = new URL("../../docs/vectors/log.json", import.meta.url);
const log = JSON.parse(readFileSync(file, "utf8")) as {
  readonly key: LedgerKeys["keys"][number] & { readonly privateKey: string };
  readonly receipt: Receipt;
};
const { privateKey, ...key } = log.key;

const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const nodePorts: ReceiptPorts = {
  keys: [key],
  sha256: async (bytes) => createHash("sha256").update(bytes).digest(),
  verifyEd25519: async ({ publicKey, message, signature }) => {
    const der = Buffer.concat([SPKI_PREFIX, publicKey]);
    return verify(null, message, createPublicKey({ key: der, format: "der", type: "spki" }), signature);
  },
};
const webPorts: ReceiptPorts = {
  keys: [key],
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)),
  verifyEd25519: async ({ publicKey, message, signature }) => {
    const imported = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    return crypto.subtle.verify("Ed25519", imported, signature, message);
  },
};

const problemOf = async (receipt: Receipt, ports: ReceiptPorts = nodePorts): Promise<string | null> => {
  const check = await verifyReceipt(receipt, ports);
  return check.ok ? null : check.problem;
};

/** A receipt for a block of one event, valid in every step, with any bytes and numbers. */
function forged(
  bytes: Uint8Array,
  change: { readonly from?: number; readonly to?: number; readonly log?: string } = {},
): Receipt {
  const hash = (...parts: Uint8Array[]) =>
    createHash("sha256")
      .update(concatBytes(...parts))
      .digest();
  const leaf = hash(Uint8Array.of(0), bytes);
  const { from = 1, to = 1 } = change;
  const columns = { number: 1, from, to, previous: GENESIS_HASH, root: leaf };
  const block = {
    ...columns,
    previous: toHex(GENESIS_HASH),
    root: toHex(leaf),
    hash: toHex(hash(blockBytes(columns))),
  };
  const head = { log: change.log ?? "1", number: 1, to, hash: block.hash, at: "2026-01-01T00:00:00.000Z" };
  const der = Buffer.concat([PKCS8_PREFIX, Buffer.from(privateKey, "base64")]);
  const signer = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const signature = sign(null, utf8(headText(head)), signer).toString("base64");
  const event = Buffer.from(bytes).toString("base64");
  return {
    event,
    leaf: toHex(leaf),
    index: 0,
    path: [],
    block,
    head: { ...head, signature, keyId: key.keyId },
  };
}

describe("a receipt", () => {
  for (const [name, ports] of Object.entries({ "node:crypto": nodePorts, WebCrypto: webPorts })) {
    it(`of the published vectors proves its event with ${name}`, async () => {
      const check = await verifyReceipt(log.receipt, ports);
      expect(check).toMatchObject({
        ok: true,
        event: {
          position: 4,
          stream: "player:p_alice",
          version: 3,
          type: "CoinFlipped",
          recordedAt: Date.parse("2026-01-01T00:00:02.000Z"),
          payload: { gameId: "game_c", result: "tix", payout: "0" },
          postings: [
            { account: "player:p_alice", asset: "RBX", delta: -100n },
            { account: "house", asset: "RBX", delta: 100n },
          ],
        },
      });
    });
  }

  it("of the published vectors of format 2 proves an event of several streams", async () => {
    const path = new URL("../../docs/vectors/log-2.json", import.meta.url);
    const { receipt } = JSON.parse(readFileSync(path, "utf8")) as { readonly receipt: Receipt };
    const event = { position: 9, alsoIn: ["player:p_bob", "player:p_alice"] };
    expect(await verifyReceipt(receipt, nodePorts)).toMatchObject({ ok: true, event });
    const text = Buffer.from(receipt.event, "base64").toString("utf8");
    const fewer = Buffer.from(text.replace('"player:p_bob",', "")).toString("base64");
    expect(await problemOf({ ...receipt, event: fewer })).toContain("do not give the leaf");
  });

  it("is the API's answer", () => {
    expect(receiptSchema.parse(log.receipt)).toEqual(log.receipt);
  });

  const { block, head, path } = log.receipt;
  const other = "ab".repeat(32);
  const [first = "", ...rest] = path;
  const changes: readonly [string, Receipt, string][] = [
    ["event", { ...log.receipt, event: log.receipt.event.replace(/^e/, "f") }, "do not give the leaf"],
    ["event's spelling", { ...log.receipt, event: `${log.receipt.event}=` }, "not base64"],
    ["leaf", { ...log.receipt, leaf: other }, "do not give the leaf"],
    ["index", { ...log.receipt, index: 0 }, "path does not lead"],
    ["index beyond the block", { ...log.receipt, index: 3 }, "not within its block"],
    ["index below the block", { ...log.receipt, index: -1 }, "not numbers"],
    ["path", { ...log.receipt, path: [other, ...rest] }, "path does not lead"],
    ["path's order", { ...log.receipt, path: path.toReversed() }, "path does not lead"],
    ["path's length", { ...log.receipt, path: rest }, "path does not lead"],
    ["path's spelling", { ...log.receipt, path: [first.toUpperCase(), ...rest] }, "64 hex characters"],
    ["block's number", { ...log.receipt, block: { ...block, number: 4 } }, "do not give its hash"],
    ["block's from", { ...log.receipt, block: { ...block, from: 2 } }, "do not give its hash"],
    ["block's to", { ...log.receipt, block: { ...block, to: 6 } }, "do not give its hash"],
    ["block's size", { ...log.receipt, block: { ...block, to: 7 } }, "path does not lead"],
    ["block's previous", { ...log.receipt, block: { ...block, previous: other } }, "do not give its hash"],
    ["block's root", { ...log.receipt, block: { ...block, root: other } }, "path does not lead"],
    ["block's hash", { ...log.receipt, block: { ...block, hash: other } }, "do not give its hash"],
    ["head's log", { ...log.receipt, head: { ...head, log: "2" } }, "another log"],
    ["head's number", { ...log.receipt, head: { ...head, number: 4 } }, "not that of the event's block"],
    ["head's to", { ...log.receipt, head: { ...head, to: 6 } }, "not that of the event's block"],
    ["head's hash", { ...log.receipt, head: { ...head, hash: other } }, "not that of the event's block"],
    ["head's at", { ...log.receipt, head: { ...head, at: "2026-01-01T00:01:00.001Z" } }, "not valid"],
    ["head's key", { ...log.receipt, head: { ...head, keyId: "k9" } }, '"k9", which is not known'],
    ["head's signature", { ...log.receipt, head: { ...head, signature: "AAAA" } }, "not valid"],
  ];
  it.each(changes)("proves nothing once its %s is changed", async (_, receipt, problem) => {
    expect(await problemOf(receipt)).toContain(problem);
  });

  it("names each of its fields among those changes", () => {
    const named = changes.map(([name]) => name);
    const fields = Object.keys(log.receipt).filter((name) => name !== "block" && name !== "head");
    for (const field of fields) expect(named).toContain(field);
    for (const field of Object.keys(block)) expect(named).toContain(`block's ${field}`);
    for (const field of Object.keys(head).filter((name) => name !== "keyId"))
      expect(named).toContain(`head's ${field}`);
  });

  it("proves nothing once any one character of any one text is changed", async () => {
    const places = textsOf(log.receipt);
    const place = fc.constantFrom(...places).chain(({ at, text }) =>
      fc.record({
        at: fc.constant(at),
        index: fc.nat(text.length - 1),
        to: fc.constantFrom(..."0aAZ+=\n é"),
      }),
    );
    await forAllAsyncIn({ numRuns: 1_000 })(place, async ({ at, index, to }) => {
      const changed = structuredClone(log.receipt);
      const text = at.reduce((value, key) => (value as never)[key], changed as unknown) as string;
      const after = text.slice(0, index) + to + text.slice(index + 1);
      const holder = at.slice(0, -1).reduce((value, key) => (value as never)[key], changed as unknown);
      (holder as Record<string, string>)[at.at(-1) as string] = after;
      expect((await problemOf(changed)) === null).toBe(after === text);
    });
  });

  it("proves nothing by a key that is not known or not one's own", async () => {
    expect(await problemOf(log.receipt, { ...nodePorts, keys: [] })).toContain("not known");
    const wrong = { ...key, publicKey: Buffer.alloc(32, 9).toString("base64") };
    expect(await problemOf(log.receipt, { ...nodePorts, keys: [wrong] })).toContain("not valid");
    const broken = { ...key, publicKey: "?" };
    expect(await problemOf(log.receipt, { ...nodePorts, keys: [broken] })).toContain("not valid");
  });

  it("accepts an event only in the canonical spelling, even if all hashes and signatures are valid", async () => {
    const text = Buffer.from(log.receipt.event, "base64").toString("utf8");
    expect(await problemOf(forged(utf8(text)))).toBeNull();
    const spellings = [
      ` ${text}`,
      text.replace('"log":1', '"log":1.0'),
      text.replace('"delta":"100"', '"delta":"0100"'),
      text.replace('"nonce":1', '"nonce":0.5'),
      text.replace('{"actor"', '{"actor":"x","actor"'),
      text.replace('"version":3', '"version":3,"z":1'),
      text.replace("tix", "\\u0074ix"),
      "null",
      "[]",
      "",
    ];
    for (const spelling of spellings) {
      expect(spelling).not.toBe(text);
      expect(await problemOf(forged(utf8(spelling)))).toContain("not those of an event");
    }
    const broken = Buffer.concat([utf8(text).slice(0, 20), Buffer.of(0xff), utf8(text).slice(21)]);
    expect(await problemOf(forged(broken))).toContain("not those of an event");
  });

  it("is bound to its log and its position", async () => {
    const bytes = Buffer.from(log.receipt.event, "base64");
    expect(await problemOf(forged(bytes, { log: "2" }))).toContain("another log");
    expect(await problemOf(forged(bytes, { from: 0, to: 0 }))).toContain("not within its block");
    const check = await verifyReceipt(forged(bytes, { from: 9, to: 9 }), nodePorts);
    expect(check).toMatchObject({ ok: true, event: { position: 9 } });
  });

  it("passes on the failure of a port, which tells nothing about the receipt", async () => {
    const away = { ...nodePorts, verifyEd25519: () => Promise.reject(new Error("no Ed25519 here")) };
    await expect(verifyReceipt(log.receipt, away)).rejects.toThrow("no Ed25519 here");
  });
});

describe("a signed head", () => {
  it("is valid by any known key", async () => {
    const older = { ...key, keyId: "older", publicKey: Buffer.alloc(32, 9).toString("base64") };
    expect(await headProblem(log.receipt.head, { ...nodePorts, keys: [older, key] })).toBeNull();
  });
});

/** Every text in a value, by its path. */
function textsOf(value: unknown, at: readonly string[] = []): { at: readonly string[]; text: string }[] {
  if (typeof value === "string") return [{ at, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, [...at, key]));
}
