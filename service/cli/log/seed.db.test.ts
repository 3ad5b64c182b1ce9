import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { DAY_MS } from "#domain/kernel/time.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { unpackPgliteFolder } from "#service/lab/testing/databases/pglite-folders.ts";
import { runTool, startTool } from "#service/lab/testing/rehearsals/tools.ts";
import { replayTool } from "./replay-tool.ts";
import { seedTool } from "./seed-tool.ts";
import { verifyTool } from "./verify-tool.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-seed-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const env = { DATA_DIR: join(folder, "data"), LOG_LEVEL: "silent" };

it("fills an empty database with games at their own times, which verify and replay accept; a demo's log only by force", {
  timeout: 180_000,
}, async () => {
  // Unpacked, since initialising an empty one takes several times as long.
  await unpackPgliteFolder(env.DATA_DIR, "empty");
  const filled = await startTool("seed", ["--days", "0.4"], env);
  expect(filled).toMatchObject({ code: 0, error: "" });
  expect(filled.out).toContain("100 %\nFilled in ");
  const db = await openPglite(env.DATA_DIR);
  const [times] = await db.query<{ first: bigint; last: bigint; distinct: bigint }>(
    `select min(recorded_at) as first, max(recorded_at) as last, count(distinct recorded_at) as distinct from events`,
  );
  const [games] = await db.query<{ flips: bigint; coinflips: bigint; players: bigint }>(
    `select count(*) filter (where type = 'CoinFlipped') as flips,
      count(*) filter (where type = 'CoinflipOpened') as coinflips,
      count(*) filter (where type = 'PlayerRegistered') as players from events`,
  );
  await db.close();
  const { first = 0n, last = 0n, distinct = 0n } = times ?? {};
  expect(Number(last - first)).toBeGreaterThan(DAY_MS * 0.3);
  expect(Number(last)).toBeLessThanOrEqual(Date.now());
  expect(distinct).toBeGreaterThan(15n);
  expect(games?.players).toBe(10n);
  // The number of each is random: thirteen flips in one run, two in another.
  expect((games?.flips ?? 0n) + (games?.coinflips ?? 0n)).toBeGreaterThan(0n);
  expect(await runTool(verifyTool, [], env)).toMatchObject({ code: 0 });
  expect(await runTool(replayTool, [], env)).toMatchObject({ code: 0 });

  const again = await runTool(seedTool, ["--days", "0.4"], env);
  expect(again).toMatchObject({ code: 2, out: "" });
  expect(again.error).toContain("--force");
  const more = await runTool(seedTool, ["--days", "0.01", "--force"], env);
  expect(more).toMatchObject({ code: 0, out: expect.stringContaining("Filled in ") });

  const signed = await openPglite(env.DATA_DIR);
  await signed.query(
    `insert into signed_heads select log_id, number, to_position, hash, signed_at, signature, 'h1' from signed_heads limit 1`,
  );
  await signed.close();
  const foreign = await runTool(seedTool, ["--force"], env);
  expect(foreign).toMatchObject({ code: 2, out: "" });
  expect(foreign.error).toContain("signed with keys that the demo does not have");
});

it("refuses production, other keys, and an unlimited number of days", async () => {
  const refusals = [
    await runTool(seedTool, [], { ...env, NODE_ENV: "production" }),
    await runTool(seedTool, [], { ...env, HEAD_KEYS: `h1:${Buffer.alloc(32, 5).toString("base64")}` }),
    await runTool(seedTool, ["--days", "367"], env),
  ];
  for (const { code, out } of refusals) expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(refusals.map(({ error }) => error.split("\n")[0])).toEqual([
    "NODE_ENV is production: only a demo can be filled.",
    "HEAD_KEYS: not the demo's keys. Only a demo can be filled.",
    "--days: must be a number above 0, up to 366",
  ]);
});
