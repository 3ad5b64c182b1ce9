import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { DAY_MS, nightOf } from "#domain/kernel/time.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { Site } from "#service/lab/testing/site.ts";
import { playersOf, twoSitesOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { LOOK_EVERY_MS } from "./nightly.ts";
import { NIGHT_ATTEMPTS_MAX } from "./nights.ts";

const HAT = sampleItems.find(({ price }) => price < 1_000)?.assetId ?? 0;
const FLIP = { betAmount: 1, betSide: "rbx" };
const PATIENCE_MS = 30_000;

interface NightRow {
  readonly [column: string]: unknown;
  readonly night: string;
  readonly attempts: number;
  readonly finished_at: bigint | null;
  readonly position: bigint | null;
  readonly problem: string | null;
}

describeEachEngine("the nightly check", (engine) => {
  const clock = { now: Date.parse("2026-01-01T12:00:00.000Z") };
  // The service's interval is a minute; the test advances it.
  beforeAll(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  const { db, one, two } = twoSitesOf(engine, { clock });
  const [alice, admin] = playersOf(one, "alice", "admin");
  const [bob] = playersOf(two, "bob");
  beforeAll(async () => {
    await addSampleData(one.service.deps);
    one.sandbox.inventories.set("alice", [{ assetId: HAT, instance: "hat-1", serial: 1, isOnHold: false }]);
    (await alice.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
  });
  afterAll(() => void vi.useRealTimers());

  const nights = () =>
    db.query<NightRow>(
      "select night, attempts, finished_at, position, problem from nightly_checks order by night",
    );
  const tonight = () => nightOf(clock.now, 3);
  async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (!(await holds())) {
      if (performance.now() > end) throw new Error(`It did not come to this: ${what}`);
      await sleep(20);
    }
  }
  /** Advances the clock, lets both processes look, and waits for the check. */
  async function nightPasses(ms = DAY_MS): Promise<NightRow> {
    clock.now += ms;
    const found = async () => (await nights()).find(({ night }) => night === tonight());
    await until("the night is checked", async () => {
      vi.advanceTimersByTime(LOOK_EVERY_MS);
      return ((await found())?.finished_at ?? null) !== null;
    });
    return (await found()) as NightRow;
  }
  const health = async (site: Site) => (await site.visitor().get("/api/health")).status;
  const head = async (site: Site) => Number((await site.books()).head.position);
  /** Changes a flip in the log, as a database superuser can. Swapped arguments restore it. */
  async function tamper(from: string, to: string): Promise<void> {
    await db.query("alter table events disable trigger events_immutable");
    await db.query("update events set payload = replace(payload, $1, $2) where type = 'CoinFlipped'", [
      from,
      to,
    ]);
    await db.query("alter table events enable trigger events_immutable");
  }

  it("skips a new database before its first night", async () => {
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    await alice.post("/api/games/coinflip", FLIP);
    expect(await nights()).toEqual([]);
  });

  it("runs once a night, in whichever process comes first, and finds nothing wrong", async () => {
    for (let n = 0; n < 3; n += 1) expect((await alice.post("/api/games/coinflip", FLIP)).status).toBe(200);
    const end = await head(one);
    expect(await nightPasses()).toMatchObject({ attempts: 1, problem: null, position: BigInt(end) });
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    await nightPasses();
    expect((await nights()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect([await health(one), await health(two)]).toEqual([200, 200]);
    expect(await head(one)).toBe(end);
    expect((await alice.get("/api/stakes")).as(endpoints.stakes)).toEqual({ halted: false, since: null });
  });

  it("turns health red and halts every stake, in every process, when the books are wrong", async () => {
    const open = (await bob.post("/api/live-coinflips", FLIP)).as(endpoints.openCoinflip).id;
    await tamper('"stake":"100"', '"stake":"101"');
    // Before the open coinflip expires.
    const { problem } = await nightPasses(DAY_MS - 3_600_000);
    expect(problem).toMatch(/First bad position: \d+\. .* do not give its leaf/);
    await until(
      "both have heard of it",
      async () => (await bob.post("/api/games/coinflip", FLIP)).status === 409,
    );
    expect([await health(one), await health(two)]).toEqual([503, 503]);
    const before = await one.books();
    for (const player of [alice, bob])
      for (const [path, body] of [
        ["/api/games/coinflip", FLIP],
        ["/api/live-coinflips", FLIP],
        [`/api/live-coinflips/${open}/join`, {}],
        ["/api/games/coinflip-vs-bot", { betItems: [{ limitedId: HAT, quantity: 1 }], betSide: "rbx" }],
        ["/api/live-coinflips", { betItems: [{ limitedId: HAT, quantity: 1 }], betSide: "rbx" }],
      ] as const) {
        const answer = await player.post(path, body);
        expect([path, answer.status, answer.code]).toEqual([path, 409, "stakes_halted"]);
        expect(answer.problem().detail).toContain("No bets are taken at the moment");
      }
    expect(await one.books()).toEqual(before);
    expect((await bob.post(`/api/live-coinflips/${open}/cancel`, {})).status).toBe(200);
    expect((await bob.post("/api/fairness/rotate", { clientSeed: "still-mine" })).status).toBe(200);
    const told = (await alice.get("/api/stakes")).as(endpoints.stakes);
    expect(told).toEqual({ halted: true, since: new Date(clock.now).toISOString() });
  });

  it("shows the reason only to admins, and halts once", async () => {
    expect((await alice.get("/api/admin/stakes")).status).toBe(403);
    const { problem } = await nightPasses();
    const now = (await admin.get("/api/admin/stakes")).as(endpoints.adminStakes);
    expect(now).toMatchObject({ halted: true, lastCheck: { night: tonight(), problem } });
    expect(now.reason).toMatch(/First bad position/);
    const rows = await db.query("select actor, type from events where stream = 'stakes:all'");
    expect(rows).toEqual([{ actor: "system", type: "StakesHalted" }]);
  });

  it("lets stakes resume only by an admin with a fresh sign-in and a reason, and a second admin", async () => {
    const resume = async (by: Visitor, reason: string) =>
      one.byTwo(await by.post("/api/admin/stakes/resume", { reason }));
    await tamper('"stake":"101"', '"stake":"100"');
    expect((await resume(alice, "Let me play")).status).toBe(403);
    expect((await resume(admin, "Restored")).code).toBe("fresh_sign_in_required");
    await admin.signIn("admin");
    expect((await resume(admin, " ")).status).toBe(400);
    expect((await resume(admin, "Restored from the archive")).status).toBe(200);
    expect((await resume(admin, "Again")).code).toBe("not_halted");
    expect([await health(one), await health(two)]).toEqual([200, 200]);
    await until("both take stakes", async () => (await bob.post("/api/games/coinflip", FLIP)).status === 200);
    expect((await alice.post("/api/games/coinflip", FLIP)).status).toBe(200);
    const [last] = await db.query<{ payload: string; actor: string }>(
      "select payload, actor from events where stream = 'stakes:all' order by version desc limit 1",
    );
    const { id } = await admin.user();
    expect(last?.actor).not.toBe(`player:${id}`);
    expect(JSON.parse(last?.payload ?? "")).toEqual({
      by: id,
      reason: "Restored from the archive",
      confirmedBy: last?.actor.slice("player:".length),
    });
    expect(await nightPasses()).toMatchObject({ problem: null });
  });

  it("finds a read model that differs from the log", async () => {
    const [table] = await db.query<{ name: string }>(
      "select tables[1] as name from projections where name = 'leaderboard' and active",
    );
    await db.query(`delete from ${table?.name}`);
    expect((await nightPasses()).problem).toMatch(/differs from what the log gives: leaderboard/);
    expect(await health(two)).toBe(503);
    await admin.signIn("admin");
    const resumed = await admin.post("/api/admin/stakes/resume", { reason: "Rebuilt" });
    expect((await one.byTwo(resumed)).status).toBe(200);
    await one.service.deps.reads.rebuild(["leaderboard"]);
    expect((await nightPasses()).problem).toBeNull();
  });

  it("is taken over from a silent process, up to a maximum of attempts", async () => {
    clock.now += DAY_MS;
    const lost = (night: string, attempts: number) =>
      db.query(
        `insert into nightly_checks (log_id, night, owner, lease_until, attempts, began_at)
          values (1, $1, 'lost', clock_timestamp() - interval '1 second', $2, 0)`,
        [night, attempts],
      );
    await lost(nightOf(clock.now + DAY_MS, 3), 1);
    await lost(tonight(), NIGHT_ATTEMPTS_MAX);
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    expect(await nightPasses()).toMatchObject({ attempts: 2, problem: null });
    const given = (await nights()).find(({ attempts }) => attempts === NIGHT_ATTEMPTS_MAX);
    expect(given).toMatchObject({ finished_at: null, problem: null });
  });
});
