import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { allProjections } from "#projections/features/all.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";

const PROJECTIONS = "/api/admin/projections";
const PATIENCE_MS = 30_000;

describeEachEngine("the service itself", (engine) => {
  const site = siteOf(engine);

  const [admin, alice] = playersOf(site, "admin", "alice");
  beforeAll(async () => {
    for (let game = 0; game < 5; game += 1)
      await alice.post("/api/games/coinflip", { betAmount: 5, betSide: "rbx" });
  });

  const states = async () => (await admin.get(PROJECTIONS)).as(endpoints.projections);
  const stateOf = async (name: string) => (await states()).items.find((item) => item.name === name);
  const rebuild = (name: string, body: object = { reason: "For the test" }, by = admin) =>
    by.post(`${PROJECTIONS}/${name}/rebuild`, body);
  const whenRebuilt = async (name: string) => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const state = await stateOf(name);
      if (state?.lastRebuild != null) return state.lastRebuild;
      if (Date.now() > end) throw new Error(`${name} was not rebuilt`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it("shows every read model with version and lag", async () => {
    const { items, position } = await states();
    expect(items.map(({ name, version }) => [name, version])).toEqual(
      allProjections
        .map(({ name, version }) => [name, version])
        .toSorted(([a], [b]) => (`${a}` < `${b}` ? -1 : 1)),
    );
    for (const item of items) {
      expect(item.lag).toBe(Math.max(0, item.lag));
      expect(item.position).toBeLessThanOrEqual(position);
      expect([item.error, item.rebuild, item.lastRebuild]).toEqual([null, null, null]);
    }
  });

  it("lists the read models as CSV", async () => {
    const csv = await admin.get(`${PROJECTIONS}?export=csv`);
    const [head, ...lines] = csv.text.split("\r\n");
    expect(csv.headers.get("Content-Disposition")).toBe('attachment; filename="read-models.csv"');
    expect(head).toBe("name,version,position,lag,waitedMs,error,rebuiltTo,lastRebuiltAt,lastOutcome");
    expect(lines.slice(0, -1).map((line) => line.split(",")[0])).toEqual(
      allProjections.map(({ name }) => name).toSorted(),
    );
    expect((await admin.get(`${PROJECTIONS}?export=1`)).as(endpoints.projections).next).toBeNull();
    expect((await alice.get(`${PROJECTIONS}?export=csv`)).status).toBe(403);
  });

  it("shows the newest signed head, and the newest check of the books", async () => {
    const { position } = (await site.books()).head;
    const receipt = await alice.get(`/api/ledger/receipts/${position}`);
    const { head } = receipt.as(endpoints.receipt);
    await site.db.query(
      `insert into nightly_checks (log_id, night, owner, lease_until, began_at, finished_at, position)
        values (1, '2030-01-01', 'test', clock_timestamp(), 0, 1000, $1)`,
      [position],
    );
    const { signedHead, lastCheck } = await states();
    expect(signedHead).toMatchObject({ number: head.number, hash: head.hash, signed: { keyId: head.keyId } });
    expect(lastCheck).toMatchObject({ night: "2030-01-01", position: Number(position), problem: null });
  });

  it("rebuilds a read model while it answers, logs admin and reason, and shows the outcome", async () => {
    const before = (await alice.get("/api/games/stats")).as(endpoints.stats);
    const asked = await rebuild("player-stats");
    expect(asked.status).toBe(202);
    expect((await alice.get("/api/games/stats")).as(endpoints.stats)).toEqual(before);
    const done = await whenRebuilt("player-stats");
    const { id } = await admin.user();
    expect(done).toMatchObject({ by: id, outcome: "same" });
    expect(done.rebuilt).toMatch(/^[0-9a-f]{64}$/);
    expect(done.live).toBe(done.rebuilt);
    const { items } = (await admin.get("/api/admin/events?type=RebuildAsked")).as(endpoints.events);
    expect(items).toHaveLength(1);
    expect(JSON.parse(items[0]?.payload ?? "")).toEqual({
      by: id,
      name: "player-stats",
      reason: "For the test",
    });
    expect((await alice.get("/api/games/stats")).as(endpoints.stats)).toEqual(before);
  });

  it("finds a tampered read model, and corrects it", async () => {
    const [{ name }] = (await site.db.query(
      "select tables[1] as name from projections where active and name = 'player-progress'",
    )) as [{ name: string }];
    await site.db.query(`update ${name} set experience = experience + 1`);
    await rebuild("player-progress");
    expect(await whenRebuilt("player-progress")).toMatchObject({ outcome: "different" });
    const again = await site.service.deps.reads.rebuild(["player-progress"]);
    expect(again[0]?.live).toBe(again[0]?.rebuilt);
  });

  it("shows the progress of a rebuild in any process", async () => {
    await site.db.query(
      `insert into projections (name, generation, version, tables, log_id, position, active, lease_owner, lease_until)
        values ('leaderboard', 99, 1, '{}', 1, 3, false, 'another', clock_timestamp() + interval '1 minute')`,
    );
    const { position } = await states();
    expect((await stateOf("leaderboard"))?.rebuild).toEqual({ position: 3, goal: position });
    await site.db.query("delete from projections where generation = 99");
    expect((await stateOf("leaderboard"))?.rebuild).toBeNull();
  });

  it("rebuilds one at a time", async () => {
    const answers = await Promise.all([rebuild("game-history"), rebuild("leaderboard")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    const taken = answers.findIndex(({ status }) => status === 202);
    await whenRebuilt(["game-history", "leaderboard"][taken] as string);
  });

  it("rebuilds once per key, with the same answer during and after it", async () => {
    const asked = () =>
      admin.post(
        `${PROJECTIONS}/activities/rebuild`,
        { reason: "Once" },
        { "Idempotency-Key": "rebuild-once" },
      );
    const first = await asked();
    const meanwhile = await asked();
    const done = await whenRebuilt("activities");
    site.clock.now += 1_000;
    const later = await asked();
    expect([meanwhile, later].map(({ status, text }) => [status, text])).toEqual([
      [202, first.text],
      [202, first.text],
    ]);
    // The slot is free: the repetition did not start a second rebuild.
    expect((await rebuild("bot-stakes")).status).toBe(202);
    await whenRebuilt("bot-stakes");
    expect((await stateOf("activities"))?.lastRebuild).toEqual(done);
  });

  it("keeps its slot free when a request is refused before its command, and needs no reason", async () => {
    const bad = await admin.post(
      `${PROJECTIONS}/leaderboard/rebuild`,
      { reason: "Mine" },
      { "Idempotency-Key": "é" },
    );
    expect(bad.status).toBe(400);
    expect((await rebuild("leaderboard", {})).status).toBe(202);
    await whenRebuilt("leaderboard");
    const { items } = (await admin.get("/api/admin/events?type=RebuildAsked")).as(endpoints.events);
    expect(JSON.parse(items[0]?.payload ?? "")).toMatchObject({ reason: "No reason given." });
  });

  it("refuses unknown read models, empty reasons, and other players than admins", async () => {
    expect((await rebuild("nothing")).status).toBe(404);
    for (const name of ["Player-Stats", "a%00b", "x'--"])
      expect((await rebuild(name)).code).toBe("invalid_request");
    for (const body of [{ reason: null }, { reason: "" }, { reason: "x", force: true }])
      expect((await rebuild("leaderboard", body)).code).toBe("invalid_request");
    expect((await rebuild("leaderboard", { reason: "Mine" }, alice)).code).toBe("forbidden");
    expect((await admin.get(`${PROJECTIONS}?name=x`)).code).toBe("invalid_request");
  });
});
