import { beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#service/db/database.ts";
import { players } from "#service/features/players/feature.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";
import type { SignIn } from "#service/integrations/platform/sign-in/sign-in.ts";
import { createSealer } from "#service/keys/seal.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import { PlatformTokenStore, REFRESH_LEASE_MS, TOKEN_MARGIN_MS } from "./platform-tokens.ts";

const ACCESS_MS = 899_000;

describeEachEngine("the platform's tokens of a player", (engine) => {
  const site = siteOf(engine);
  let others: OpenDatabase;
  let asked: string[] = [];

  beforeAll(async () => {
    others = (await engine.another(site.db)) ?? site.db;
  });

  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

  /** The token store of a process with its own database handle. */
  const storeOn = (db: OpenDatabase, refresh?: SignIn["refresh"]): PlatformTokenStore => {
    const real = players.of(site.service.deps).signIn;
    return new PlatformTokenStore({
      db,
      sealer: createSealer({ keys: site.service.deps.config.tokenKeys }),
      signIn: {
        refresh: async (token) => {
          asked.push(token);
          if (refresh !== undefined) return refresh(token);
          if (real === null) throw new Error("Sign-in is configured");
          return real.refresh(token);
        },
      },
      now: () => site.clock.now,
      sleep: pause,
    });
  };
  const signedIn = async (name: string): Promise<string> => {
    asked = [];
    return (await (await site.player(name)).user()).id;
  };
  const troubleOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.catch((thrown: unknown) => thrown);
    return error instanceof PlatformTrouble ? error.kind : String(error);
  };

  it("are used while they are valid", async () => {
    const id = await signedIn("alice");
    site.clock.now += ACCESS_MS - TOKEN_MARGIN_MS - 1_000;
    const { platformId, accessToken } = await storeOn(site.db).of(id);
    expect([platformId, site.platformTokens.includes(accessToken), asked]).toEqual(["1001", true, []]);
  });

  it("are refreshed once for all concurrent requests in all processes", async () => {
    const id = await signedIn("bob");
    for (let round = 0; round < 3; round += 1) {
      site.clock.now += ACCESS_MS;
      const stores = [storeOn(site.db), storeOn(others), storeOn(site.db), storeOn(others)];
      const all = stores.flatMap((store) => Array.from({ length: 8 }, () => store.of(id)));
      const heard = new Set((await Promise.all(all)).map(({ accessToken }) => accessToken));
      expect(heard.size).toBe(1);
      expect(asked).toHaveLength(round + 1);
    }
    expect(new Set(asked).size).toBe(3);
  });

  it("are refreshed when the platform rejects the current one", async () => {
    const id = await signedIn("carol");
    const store = storeOn(site.db);
    const { accessToken } = await store.of(id);
    expect((await store.of(id, accessToken)).accessToken).not.toBe(accessToken);
    expect(asked).toHaveLength(1);
  });

  it("are deleted once the platform refuses to refresh them, and not requested again", async () => {
    const id = await signedIn("dave");
    site.clock.now += ACCESS_MS;
    const refused: SignIn["refresh"] = async () => ({
      ok: false,
      error: "code_expired",
      trouble: "code_refused",
      message: "",
      startedAt: "/",
    });
    const store = storeOn(site.db, refused);
    expect(await troubleOf(store.of(id))).toBe("unauthorized");
    expect(await troubleOf(store.of(id))).toBe("unauthorized");
    expect(asked).toHaveLength(1);
    await signedIn("dave");
    expect((await store.of(id)).platformId).toBe("1004");
  });

  it("stay unchanged while the platform is unavailable", async () => {
    const id = await signedIn("whale");
    site.clock.now += ACCESS_MS;
    const away: SignIn["refresh"] = async () => ({
      ok: false,
      error: "auth_failed",
      trouble: "unreachable",
      message: "",
      startedAt: "/",
    });
    expect(await troubleOf(storeOn(site.db, away).of(id))).toBe("away");
    expect((await storeOn(site.db).of(id)).platformId).toBe("1005");
  });

  it("are refreshed by another process if the first one dies", async () => {
    const id = await signedIn("newbie");
    site.clock.now += ACCESS_MS;
    const lease = (ms: number) =>
      site.db.query(
        "update identities set refreshing_until = clock_timestamp() + $2::int * interval '1 millisecond' where player_id = $1",
        [id, ms],
      );
    await lease(REFRESH_LEASE_MS);
    expect(await troubleOf(storeOn(others).of(id))).toBe("away");
    expect(asked).toEqual([]);
    await lease(-1);
    expect((await storeOn(others).of(id)).platformId).toBe("1010");
  });

  it("of a sign-in meanwhile are not replaced by older ones", async () => {
    const id = await signedIn("moderator");
    site.clock.now += ACCESS_MS;
    const slow: SignIn["refresh"] = async () => {
      await site.player("moderator");
      const expiresAt = site.clock.now + ACCESS_MS;
      return { ok: true, tokens: { accessToken: "older", refreshToken: "older", expiresAt } };
    };
    expect((await storeOn(site.db, slow).of(id)).accessToken).not.toBe("older");
  });

  it("are stored nowhere in the clear", async () => {
    const rows = await site.db.query<{ row: string }>("select i::text as row from identities i");
    for (const token of site.platformTokens) for (const { row } of rows) expect(row).not.toContain(token);
  });
});
