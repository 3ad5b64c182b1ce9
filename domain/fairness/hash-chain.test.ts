import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "../kernel/bytes.ts";
import { forAll } from "../testing/properties/for-all.ts";
import { isNextLink, linkOf, terminalOf } from "./hash-chain.ts";

const file = new URL("../../docs/vectors/rounds.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as {
  readonly chain: {
    readonly root: string;
    readonly length: number;
    readonly links: { readonly [n: string]: string };
  };
  readonly public: { readonly rows: readonly { readonly link: string }[] };
};
const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array(0);
const root = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("a hash chain", () => {
  it("has the published links", () => {
    const { length, links } = vectors.chain;
    const chain = { root: bytes(vectors.chain.root), length };
    for (const [index, link] of Object.entries(links)) expect(toHex(linkOf(chain, Number(index)))).toBe(link);
    expect(toHex(terminalOf(chain))).toBe(links[0]);
  });

  it("equals that of another program from the same root, and of a well-known game", () => {
    forAll(root, fc.nat(20), (secret, steps) => {
      let link: Uint8Array = secret;
      for (let i = 0; i < steps; i += 1) link = createHash("sha256").update(link).digest();
      expect(toHex(terminalOf({ root: secret, length: steps }))).toBe(toHex(link));
    });
    const links = vectors.public.rows.map(({ link }) => bytes(link));
    for (const [i, link] of links.entries()) {
      const before = links[i + 1];
      if (before !== undefined) expect(isNextLink(link, before)).toBe(true);
    }
  });

  it("commits each link to the next, and to no other", () => {
    forAll(root, fc.integer({ min: 2, max: 20 }), (secret, length) => {
      const chain = { root: secret, length };
      for (let i = 1; i <= length; i += 1) {
        expect(isNextLink(linkOf(chain, i), linkOf(chain, i - 1))).toBe(true);
        expect(isNextLink(linkOf(chain, i - 1), linkOf(chain, i))).toBe(false);
      }
      // Skipping a link is detected.
      expect(isNextLink(linkOf(chain, 2), linkOf(chain, 0))).toBe(false);
    });
  });

  it("has no link outside, and none of another length", () => {
    const chain = { root: new Uint8Array(32), length: 3 };
    for (const index of [-1, 4, 0.5, Number.NaN])
      expect(() => linkOf(chain, index)).toThrow("between the terminal and the root");
    expect(() => linkOf({ ...chain, root: new Uint8Array(31) }, 0)).toThrow("32 bytes");
    expect(isNextLink(new Uint8Array(31), linkOf(chain, 0))).toBe(false);
  });
});
