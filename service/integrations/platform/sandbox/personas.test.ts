import { createHash } from "node:crypto";

import { describe, expect, it } from "vitest";

import {
  crowdPersonas,
  isDemoName,
  personaOf,
  personas,
  subOf,
} from "#service/integrations/platform/sandbox/personas.ts";

describe("the known personas", () => {
  it("have names and ids that never change", () => {
    expect(Object.fromEntries(personas.map(({ username, sub }) => [username, sub]))).toEqual({
      alice: "1001",
      bob: "1002",
      carol: "1003",
      dave: "1004",
      whale: "1005",
      private: "1006",
      moderator: "1007",
      admin: "1008",
      admin2: "1009",
      newbie: "1010",
    });
  });

  it("are found under their names, in any case", () => {
    expect(subOf("admin")).toBe("1008");
    expect(subOf("ALICE")).toBe("1001");
    expect(personaOf("Alice")?.username).toBe("alice");
  });
});

describe("the demo players", () => {
  it("have one name, which marks them, and no other account has such a name", () => {
    expect(crowdPersonas.length).toBeGreaterThanOrEqual(10);
    for (const { sub, username, displayName } of crowdPersonas) {
      expect([username.slice(0, 5), isDemoName(displayName)]).toEqual(["demo_", true]);
      expect(displayName).toBe(username);
      expect(personaOf(username)?.sub).toBe(sub);
    }
    for (const { username, displayName } of personas)
      expect([username.startsWith("demo_"), isDemoName(displayName)]).toEqual([false, false]);
    expect(personaOf("demo_somebody")).toBeNull();
    expect(personaOf("Demo_Somebody")).toBeNull();
    expect(isDemoName(personaOf("zed_demo")?.displayName ?? "")).toBe(false);
  });

  it("have accounts of their own", () => {
    const subs = [...personas, ...crowdPersonas].map(({ sub }) => sub);
    expect(new Set(subs).size).toBe(subs.length);
  });
});

describe("a new name", () => {
  it("makes the same account every time, its id taken from the SHA-256 of the name", () => {
    const digest = createHash("sha256").update("zed_99").digest("hex");
    expect(subOf("zed_99")).toBe(String(10_000_000_000 + Number.parseInt(digest.slice(0, 12), 16)));
    expect(personaOf("zed_99")).toEqual(personaOf("zed_99"));
  });

  it("keeps its account in any case", () => {
    expect(personaOf("Zed_99")).toMatchObject({ sub: subOf("zed_99"), username: "Zed_99" });
  });

  it("has an id above the fixed ones that JSON numbers represent exactly", () => {
    const subs = Array.from({ length: 500 }, (_, i) => Number(subOf(`player_${i}`)));
    expect(new Set(subs).size).toBe(subs.length);
    for (const sub of subs) {
      expect(sub).toBeGreaterThan(1010);
      expect(Number.isSafeInteger(sub)).toBe(true);
    }
  });

  it("is refused when it is no valid user name", () => {
    for (const text of ["", "ab", "a".repeat(21), "with space", "<b>", "a.b", "naïve", "../admin"])
      expect(personaOf(text)).toBeNull();
  });
});
