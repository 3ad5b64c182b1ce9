import { afterEach, expect, it } from "vitest";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { tokenPlace } from "#service/features/players/sign-in/identities.ts";
import { rewrapTokens } from "#service/features/players/sign-in/rewrap-tokens.ts";
import { createSealer, type SealKey } from "#service/keys/seal.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld, type World } from "#service/lab/testing/world.ts";
import { rewrapSeeds } from "./rewrap-seeds.ts";

const older: SealKey = { id: "older", bytes: new Uint8Array(32).fill(1) };
const newer: SealKey = { id: "newer", bytes: new Uint8Array(32).fill(2) };

describeEachEngine("sealing again under a new key", (engine) => {
  let world: World;
  afterEach(async () => {
    await world.stop();
    await world.db.close();
  });

  it("lets the older key be dropped, while games continue with the same seeds", async () => {
    world = await createWorld(engine, { writer: { sealer: createSealer({ keys: [older] }) } });
    const player = await world.register("alice");
    const before = await world.flip(player, "rbx", "1.00");
    await world.stop();
    expect(await rewrapSeeds(world.db, createSealer({ keys: [newer, older] }), LOG_ID)).toBe(2);
    const rows = await world.db.query<{ sealed: string }>("select sealed from sealed_seeds");
    expect(rows.every(({ sealed }) => sealed.startsWith("newer."))).toBe(true);
    const next = await createWorld(engine, {
      db: world.db,
      writer: { sealer: createSealer({ keys: [newer] }) },
    });
    expect(before).toMatchObject({ kind: "committed", answer: { nonce: 0 } });
    expect(await next.flip(player, "rbx", "1.00")).toMatchObject({ kind: "committed", answer: { nonce: 1 } });
    await next.stop();
  });

  it("changes nothing when a seed opens with none of the keys", async () => {
    world = await createWorld(engine, { writer: { sealer: createSealer({ keys: [older] }) } });
    await world.register("alice");
    const before = await world.db.query("select * from sealed_seeds order by commitment");
    await expect(rewrapSeeds(world.db, createSealer({ keys: [newer] }), LOG_ID)).rejects.toThrow(
      /opens with one of the keys/,
    );
    expect(await world.db.query("select * from sealed_seeds order by commitment")).toEqual(before);
  });

  it("seals the platform's tokens again, each bound to its player", async () => {
    world = await createWorld(engine);
    const player = await world.register("alice");
    const sealed = createSealer({ keys: [older] }).seal(Buffer.from("token"), tokenPlace(player));
    await world.db.query("update identities set access_token = $2 where player_id = $1", [player, sealed]);
    expect(await rewrapTokens(world.db, createSealer({ keys: [newer, older] }))).toBe(1);
    const [row] = await world.db.query<{ access_token: string; refresh_token: string | null }>(
      "select access_token, refresh_token from identities",
    );
    const opened = createSealer({ keys: [newer] }).open(row!.access_token, tokenPlace(player));
    expect(Buffer.from(opened!).toString()).toBe("token");
    expect(row!.refresh_token).toBeNull();
  });
});
