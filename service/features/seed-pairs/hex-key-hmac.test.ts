import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "#domain/testing/properties/for-all.ts";
import { HexKeyHmac } from "./hex-key-hmac.ts";

const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
const messages = fc.oneof(fc.string({ unit: "binary" }), fc.string({ maxLength: 300 }));

it("gives the HMAC-SHA256 of every message under every key, in any sequence", () => {
  forAll(keys, fc.array(messages, { minLength: 1, maxLength: 5 }), (key, all) => {
    const hmac = new HexKeyHmac(key);
    for (const message of all) {
      const digest = Buffer.from(hmac.digest(message)).toString("hex");
      expect(digest).toBe(createHmac("sha256", key).update(message).digest("hex"));
    }
  });
});

it.each(["", "ab", "g".repeat(64), "A".repeat(64), "a".repeat(65)])("refuses the key '%s'", (key) => {
  expect(() => new HexKeyHmac(key)).toThrow("64 hex characters");
});
