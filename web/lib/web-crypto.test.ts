import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { toHex, utf8 } from "#domain/kernel/bytes.ts";
import { CannotCheckError, INSECURE_PAGE, NO_ED25519, webCrypto } from "#web/lib/web-crypto.ts";

const log = JSON.parse(readFileSync("docs/vectors/log.json", "utf8")) as { key: { publicKey: string } };
const publicKey = Uint8Array.from(Buffer.from(log.key.publicKey, "base64"));
const claim = { publicKey, message: utf8("said"), signature: new Uint8Array(64) };

afterEach(() => vi.unstubAllGlobals());

describe("the browser's cryptography", () => {
  it("hashes and signs like the published vectors", async () => {
    expect(toHex(await webCrypto.sha256(utf8("abc")))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    // RFC 4231, test case 2.
    expect(toHex(await webCrypto.hmacSha256(utf8("Jefe"), utf8("what do ya want for nothing?")))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });

  it("rejects an invalid signature, and bytes that are no key", async () => {
    expect(await webCrypto.verifyEd25519(claim)).toBe(false);
    expect(await webCrypto.verifyEd25519({ ...claim, publicKey: new Uint8Array(5) })).toBe(false);
  });

  it("reports an insecure page", async () => {
    vi.stubGlobal("crypto", { getRandomValues: () => undefined });
    for (const check of [
      () => webCrypto.sha256(utf8("")),
      () => webCrypto.hmacSha256(utf8(""), utf8("")),
      () => webCrypto.verifyEd25519(claim),
    ]) {
      await expect(check()).rejects.toThrow(new CannotCheckError(INSECURE_PAGE));
    }
  });

  it("reports a browser without Ed25519", async () => {
    const importKey = async () => {
      throw new DOMException("Unrecognized name.", "NotSupportedError");
    };
    vi.stubGlobal("crypto", { subtle: { importKey } });
    await expect(webCrypto.verifyEd25519(claim)).rejects.toThrow(new CannotCheckError(NO_ED25519));
  });
});
