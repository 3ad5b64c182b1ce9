import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ledgerKeysSchema } from "#domain/ledger/proof.ts";
import { headProblem, type SignedHead } from "#domain/ledger/receipt.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";
import { createHeadSigner, type UnsignedHead } from "./head-signer.ts";

const file = new URL("../../../docs/vectors/log.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as {
  readonly key: { readonly keyId: string; readonly privateKey: string; readonly publicKey: string };
  readonly heads: readonly { readonly head: SignedHead }[];
};
const { keyId, privateKey, publicKey } = vectors.key;

const head: UnsignedHead = { log: "1", number: 3, to: 5, hash: "ab".repeat(32) };
const at = Date.parse("2026-01-01T00:00:00.123Z");
const pem = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();

describe("a head signer", () => {
  it.each(vectors.heads)("signs the head of block $head.number as published", ({ head: published }) => {
    const signer = createHeadSigner({ keys: [{ keyId, privateKey }] });
    const signed = signer.signHead(published, Date.parse(published.at));
    expect({ ...published, ...signed }).toEqual(published);
  });

  it("lists the public half of its key, as the API answers it", () => {
    const signer = createHeadSigner({ keys: [{ keyId, privateKey }] });
    expect(ledgerKeysSchema.parse(signer.publicKeys())).toEqual({
      keys: [{ keyId, algorithm: "Ed25519", publicKey }],
    });
  });

  it("signs with the newest key, and its signatures verify by the listed keys", async () => {
    const signer = createHeadSigner({
      keys: [
        { keyId: "h2", privateKey: pem },
        { keyId, privateKey },
      ],
    });
    const signature = signer.signHead(head, at);
    expect(signature).toMatchObject({ keyId: "h2", at: "2026-01-01T00:00:00.123Z" });
    const { keys } = signer.publicKeys();
    expect(keys.map((key) => key.keyId)).toEqual(["h2", keyId]);
    expect(await headProblem({ ...head, ...signature }, { keys, verifyEd25519 })).toBeNull();
    const late = { ...head, ...signature, to: 6 };
    expect(await headProblem(late, { keys, verifyEd25519 })).toContain("not valid");
  });

  it("still lists a retired key", async () => {
    const older = createHeadSigner({ keys: [{ keyId, privateKey }] }).signHead(head, at);
    const signer = createHeadSigner({
      keys: [{ keyId: "h2", privateKey: pem }],
      retired: [{ keyId, publicKey }],
    });
    const { keys } = signer.publicKeys();
    expect(await headProblem({ ...head, ...older }, { keys, verifyEd25519 })).toBeNull();
  });

  it("reads a key from PEM and from raw bytes, and nothing else", () => {
    expect(() => createHeadSigner({ keys: [{ keyId: "h2", privateKey: pem }] })).not.toThrow();
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const wrong = [
      "",
      "not a key",
      Buffer.alloc(31).toString("base64"),
      Buffer.alloc(64).toString("base64"),
      rsa.export({ format: "pem", type: "pkcs8" }).toString(),
    ];
    for (const text of wrong)
      expect(() => createHeadSigner({ keys: [{ keyId, privateKey: text }] })).toThrow();
  });

  it("never repeats an unreadable key", () => {
    const text = `${pem.slice(0, 60)}!!${pem.slice(62)}`;
    expect(() => createHeadSigner({ keys: [{ keyId, privateKey: text }] })).toThrow(
      /^A private key is PEM or the base64 of its raw bytes$/,
    );
  });

  it("requires a key, and valid ids that are unique", () => {
    expect(() => createHeadSigner({ keys: [] })).toThrow("a key to sign heads with");
    const twice = { keyId, privateKey };
    expect(() => createHeadSigner({ keys: [twice, twice] })).toThrow("given once");
    expect(() => createHeadSigner({ keys: [twice], retired: [{ keyId, publicKey }] })).toThrow("given once");
    expect(() => createHeadSigner({ keys: [{ keyId: "a b", privateKey }] })).toThrow("letters, digits");
    const retired = [{ keyId: "h0", publicKey: "AAAA" }];
    expect(() => createHeadSigner({ keys: [twice], retired })).toThrow("base64 of 32 bytes");
  });
});
