import { describe, expect, it } from "vitest";

import { readProfile } from "#service/integrations/platform/sign-in/profile.ts";

const alice = {
  sub: "1516563360",
  name: "Alice A.",
  nickname: "Alice",
  preferred_username: "alice",
  created_at: 1_584_682_495,
  profile: "https://www.roblox.com/users/1516563360/profile",
  picture: "https://tr.rbxcdn.com/150/150/AvatarHeadshot/Png",
};

describe("a profile", () => {
  it("is read from the platform's answer", () => {
    expect(readProfile(alice, false)).toEqual({
      sub: "1516563360",
      username: "alice",
      displayName: "Alice",
      pictureUrl: "https://tr.rbxcdn.com/150/150/AvatarHeadshot/Png",
      email: null,
    });
  });

  it("shows the next best name when one is missing or empty", () => {
    expect(readProfile({ ...alice, nickname: undefined }, false)?.displayName).toBe("Alice A.");
    expect(readProfile({ ...alice, nickname: " ", name: null }, false)?.displayName).toBe("alice");
  });

  it("has no picture when there is none or it cannot be shown", () => {
    for (const picture of [null, undefined, 7, "", "not a url", "javascript:alert(1)", "data:image/png,x"])
      expect(readProfile({ ...alice, picture }, true)?.pictureUrl).toBeNull();
    expect(
      readProfile({ ...alice, picture: `https://a.example/${"a".repeat(2_048)}` }, true)?.pictureUrl,
    ).toBeNull();
  });

  it("has a picture without TLS only from a platform on this machine", () => {
    const local = { ...alice, picture: "http://127.0.0.1:3001/avatars/alice.svg" };
    expect(readProfile(local, false)?.pictureUrl).toBeNull();
    expect(readProfile(local, true)?.pictureUrl).toBe("http://127.0.0.1:3001/avatars/alice.svg");
  });

  it("has an email address only when the platform gives a real one", () => {
    expect(readProfile({ ...alice, email: "alice@example.com" }, false)?.email).toBe("alice@example.com");
    for (const email of [null, "", "alice", `${"a".repeat(250)}@example.com`, 1])
      expect(readProfile({ ...alice, email }, false)?.email).toBeNull();
  });

  it("keeps names showable: no control characters, no reversed text, limited length", () => {
    expect(readProfile({ ...alice, nickname: "Al\u202eice\u0000\n\u2066" }, false)?.displayName).toBe(
      "Alice",
    );
    expect(readProfile({ ...alice, nickname: "👩‍🚀 Ada" }, false)?.displayName).toBe("👩‍🚀 Ada");
    expect(readProfile({ ...alice, nickname: "😀".repeat(100) }, false)?.displayName).toBe("😀".repeat(64));
  });

  it("is refused without an id or a user name", () => {
    const bad = [
      null,
      "x",
      {},
      { ...alice, sub: undefined },
      { ...alice, sub: 7 },
      { ...alice, sub: "" },
      { ...alice, sub: "a b" },
      { ...alice, preferred_username: undefined },
      { ...alice, preferred_username: "\u0000" },
    ];
    for (const userInfo of bad) expect(readProfile(userInfo, true)).toBeNull();
  });
});
