import { createHash } from "node:crypto";

import { expect, it } from "vitest";

import { noFaults } from "#service/integrations/platform/sandbox/faults.ts";
import { personas } from "#service/integrations/platform/sandbox/personas.ts";
import { CODES_MAX, grantBook } from "#service/integrations/platform/sandbox/provider/grants.ts";

const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");
const redirectUri = "http://localhost:3000/api/callback";
const subject = { persona: personas[0], clientId: "florin", scopes: ["openid"] };

it("a book keeps a limited number of codes and drops the oldest", () => {
  const book = grantBook(() => 0);
  const binding = { redirectUri, challenge, nonce: null };
  const codes = Array.from({ length: CODES_MAX + 1 }, () => book.issueCode(subject, binding, noFaults));
  const redeem = (code = ""): boolean =>
    book.redeemCode({ code, clientId: "florin", redirectUri, verifier }) !== null;
  expect([redeem(codes[0]), redeem(codes[1]), redeem(codes.at(-1))]).toEqual([false, true, true]);
});

it("another client cannot use a code, which stays valid for its own", () => {
  const book = grantBook(() => 0);
  const code = book.issueCode(subject, { redirectUri, challenge, nonce: "n" }, noFaults);
  expect(book.redeemCode({ code, clientId: "another", redirectUri, verifier })).toBeNull();
  expect(book.redeemCode({ code, clientId: "florin", redirectUri, verifier })).toMatchObject({ nonce: "n" });
});
