import { createHash } from "node:crypto";

import { describe, expect, it } from "vitest";

import {
  hashSessionToken,
  newSessionToken,
  SESSION_ABSOLUTE_MS,
  SESSION_IDLE_MS,
  sessionCookies,
  sessionState,
} from "#service/features/players/sessions/session-token.ts";

describe("a session token", () => {
  it("is 256 bits of text, never the same twice", () => {
    const tokens = Array.from({ length: 1_000 }, newSessionToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(32);
  });

  it("is stored as its SHA-256", () => {
    const token = newSessionToken();
    expect(hashSessionToken(token)).toBe(createHash("sha256").update(token).digest("hex"));
  });

  it("is not looked up unless well-formed", () => {
    const forged = ["", "x", `${newSessionToken()}A`, newSessionToken().replace(/^./, "="), "é".repeat(43)];
    for (const text of [null, ...forged]) expect(hashSessionToken(text)).toBeNull();
  });
});

describe("a session", () => {
  const start = 1_700_000_000_000;

  it("lives while it is used at least once a week", () => {
    expect(sessionState({ createdAt: start, lastSeenAt: start }, start)).toBe("live");
    expect(sessionState({ createdAt: start, lastSeenAt: start }, start + SESSION_IDLE_MS - 1)).toBe("live");
  });

  it("ends after seven days without use", () => {
    expect(sessionState({ createdAt: start, lastSeenAt: start }, start + SESSION_IDLE_MS)).toBe("expired");
  });

  it("ends after thirty days, however active", () => {
    const end = start + SESSION_ABSOLUTE_MS;
    expect(sessionState({ createdAt: start, lastSeenAt: end - 1 }, end - 1)).toBe("live");
    expect(sessionState({ createdAt: start, lastSeenAt: end - 1 }, end)).toBe("expired");
  });

  it("measures seven and thirty days", () => {
    expect(SESSION_IDLE_MS).toBe(604_800_000);
    expect(SESSION_ABSOLUTE_MS).toBe(2_592_000_000);
  });
});

describe("the session's cookies", () => {
  it("are a token hidden from scripts, and a hint visible to them", () => {
    expect(sessionCookies(new URL("http://localhost:3000")).set("abc")).toEqual([
      "florin_session=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax",
      "florin_hint=1; Max-Age=2592000; Path=/; SameSite=Lax",
    ]);
  });

  it("are Secure over https, the token bound to the host", () => {
    expect(sessionCookies(new URL("https://florin.example")).set("abc")).toEqual([
      "__Host-florin_session=abc; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax",
      "florin_hint=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax",
    ]);
  });

  it("are cleared together", () => {
    expect(sessionCookies(new URL("http://localhost:3000")).clear()).toEqual([
      "florin_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
      "florin_hint=; Max-Age=0; Path=/; SameSite=Lax",
    ]);
  });

  it("return the token that they were set with", () => {
    const cookies = sessionCookies(new URL("https://florin.example"));
    const token = newSessionToken();
    expect(cookies.read(`florin_hint=1; ${cookies.name}=${token}`)).toBe(token);
    expect(cookies.read(`florin_session=${token}`)).toBeNull();
  });
});
