import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { demoConfig } from "#service/demo/settings.ts";
import { seedPairs } from "#service/features/seed-pairs/feature.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, type SiteOptions } from "#service/lab/testing/site.ts";
import { createHeadSigner } from "#service/ledger/heads/head-signer.ts";
import { forgetOlderKeys, meetKeys } from "./known-keys.ts";

type Keys = NonNullable<SiteOptions["config"]>;

const sealKey = (id: string) => ({ id, bytes: randomBytes(32) });
const headKey = (keyId: string) => ({ keyId, privateKey: randomBytes(32).toString("base64") });
const [m1, m2, t1, t2, h1, h2] = [
  ...[sealKey("m1"), sealKey("m2"), sealKey("t1"), sealKey("t2")],
  ...[headKey("h1"), headKey("h2")],
] as const;
const used = {
  ...({ mode: "production", databaseUrl: null } as const),
  ...{ masterKeys: [m1], tokenKeys: [t1], headKeys: [h1], retiredHeadKeys: [] },
};
const demo = demoConfig({}, "http://localhost:3001/oauth/");
const published = createHeadSigner({ keys: [h1] }).publicKeys().keys[0]?.publicKey ?? "";

describeEachEngine("a database that was used with some keys", (engine) => {
  let db: OpenDatabase;
  beforeAll(async () => {
    db = await engine.fresh({ readModels: true });
    const site = await createSite(engine, { db, config: used });
    await site.player("alice");
    await site.close();
  });
  afterAll(() => db.close());

  const refusal = async (keys: Keys): Promise<string> => {
    const error = await meetKeys(db, { ...used, ...keys }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  };

  describe("keeps a service from starting", () => {
    it.each<[string, Keys]>([
      ["MASTER_KEYS: m1 is not the key", { masterKeys: [sealKey("m1")] }],
      ["MASTER_KEYS: m1 is not the key", { masterKeys: [m2, sealKey("m1")] }],
      ["MASTER_KEYS: m1 is missing", { masterKeys: [m2] }],
      ["TOKEN_KEYS: t1 is not the key", { tokenKeys: [sealKey("t1")] }],
      ["TOKEN_KEYS: t1 is missing", { tokenKeys: [t2] }],
      ["HEAD_KEYS: h1 is not the key", { headKeys: [headKey("h1")] }],
      [`add h1:${published} to RETIRED_HEAD_KEYS`, { headKeys: [h2] }],
    ])("%s", async (reason, keys) => {
      expect(await refusal(keys)).toContain(reason);
    });

    it("before anything is written with a wrong key", async () => {
      await expect(
        createSite(engine, { db, config: { ...used, masterKeys: [sealKey("m1")] } }),
      ).rejects.toThrow(ConfigError);
      await meetKeys(db, used);
    });

    it("and learns no name from one that it refused", async () => {
      await refusal({ masterKeys: [sealKey("m3")] });
      await meetKeys(db, { ...used, masterKeys: [m1, sealKey("m3")] });
    });
  });

  it("is used with new keys in front of the known ones, until all is sealed again", async () => {
    const both = {
      ...used,
      masterKeys: [m2, m1],
      tokenKeys: [t2, t1],
      headKeys: [h2],
      retiredHeadKeys: [{ keyId: "h1", publicKey: published }],
    };
    const newest = { ...both, masterKeys: [m2], tokenKeys: [t2] };
    const site = await createSite(engine, { db, config: both });
    const { config } = site.service.deps;
    await seedPairs.reseal?.(db, config);
    await site.close();
    await expect(meetKeys(db, newest)).rejects.toThrow("m1 is missing");
    await forgetOlderKeys(db, both);
    await meetKeys(db, both);
    await meetKeys(db, newest);
    await expect(meetKeys(db, used)).rejects.toThrow("m2 is missing");
  });
});

describeEachEngine("keys that nobody may mix", (engine) => {
  it("send a demo away from a database that a service uses", async () => {
    const db = await engine.fresh({ readModels: true });
    await meetKeys(db, used);
    await expect(meetKeys(db, { ...demo, databaseUrl: "postgres:" })).rejects.toThrow(
      /^DATABASE_URL: the database there is used with keys that the demo does not have; choose another$/,
    );
    await db.close();
  });

  it("send a service away from a database that the demo used, in one sentence that can be followed", async () => {
    const db = await engine.fresh({ readModels: true });
    await meetKeys(db, demo);
    await expect(meetKeys(db, used)).rejects.toThrow(
      /^DATA_DIR: the database there was used by the demo, whose keys everyone knows; choose an empty one$/,
    );
    await meetKeys(db, demo);
    await db.close();
  });

  it("are told one by one to a demo with a key of its own", async () => {
    const db = await engine.fresh({ readModels: true });
    await meetKeys(db, demo);
    await expect(meetKeys(db, { ...demo, masterKeys: [m1] })).rejects.toThrow("MASTER_KEYS: demo is missing");
    await db.close();
  });
});
