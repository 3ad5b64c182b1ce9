import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { VOID_AFTER_MS } from "#domain/features/live-coinflips/rules.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { twoSitesOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const JOINERS = 50;
const BET = { betAmount: 10, betSide: "rbx" };
const DAY_MS = VOID_AFTER_MS;
/** Maximum checks for the ends of games, ten a second; they follow within two seconds. */
const LOOKS_MAX = 600;

describeEachEngine("coinflips at two processes", (engine) => {
  const clock = new RunningClock(SITE_BEGINS_AT);
  const { db, one, two, carriedOver } = twoSitesOf(engine, { clock });
  const joiners: Visitor[] = [];
  beforeAll(async () => {
    for (let n = 0; n < JOINERS; n += 1) joiners.push(await (n % 2 === 0 ? one : two).player(`joiner_${n}`));
  });

  const open = async (player: Visitor): Promise<string> =>
    (await player.post("/api/live-coinflips", BET)).as(endpoints.openCoinflip).id;
  const join = (player: Visitor, id: string) => player.post(`/api/live-coinflips/${id}/join`, {});
  const cancel = (player: Visitor, id: string) => player.post(`/api/live-coinflips/${id}/cancel`, {});
  const typesOf = async (id: string): Promise<string[]> => {
    const rows = await db.query<{ type: string }>(
      "select type from events where stream = $1 order by version",
      [`coinflip:${id}`],
    );
    return rows.map(({ type }) => type);
  };
  /** Imbalances, negative holdings, and leftovers in escrows. */
  const wrongs = async () =>
    db.query(`select asset, sum(amount) as sum,
        count(*) filter (where account like 'escrow:%' and amount <> 0) as kept,
        count(*) filter (where account <> 'issuance' and amount < 0 and account <> 'platform') as owed
      from holdings group by asset having sum(amount) <> 0
        or count(*) filter (where account like 'escrow:%' and amount <> 0) > 0
        or count(*) filter (where account <> 'issuance' and amount < 0 and account <> 'platform') > 0`);

  it(`admit one of ${JOINERS} joiners at both processes, and cost the others nothing`, async () => {
    const creator = await one.player("creator");
    const id = await open(creator);
    const answers = await Promise.all(joiners.map((joiner) => join(joiner, id)));
    const [winner, ...others] = answers.filter(({ status }) => status !== 409);
    expect(others).toEqual([]);
    expect(winner?.status).toBe(200);
    expect(await typesOf(id)).toEqual(["CoinflipOpened", "CoinflipJoined", "CoinflipSettled"]);
    for (const [n, answer] of answers.entries()) {
      if (answer === winner) continue;
      expect(answer.problem().code).toBe("already_joined");
      expect((await joiners[n]?.user())?.rbxBalance).toBe("1000.00");
    }
    expect(await wrongs()).toEqual([]);
  });

  it("are either joined or cancelled, never both", async () => {
    const creator = await one.player("changes_mind");
    for (let round = 0; round < 6; round += 1) {
      const id = await open(creator);
      const joiner = joiners[round] as Visitor;
      const both = [join(joiner, id), cancel(round % 2 === 0 ? creator : carriedOver(creator), id)];
      const [joined, cancelled] = await Promise.all(both);
      expect([joined?.status, cancelled?.status].toSorted()).toEqual([200, 409]);
      const types = await typesOf(id);
      expect(types).toEqual(
        joined?.status === 200
          ? ["CoinflipOpened", "CoinflipJoined", "CoinflipSettled"]
          : ["CoinflipOpened", "CoinflipCancelled"],
      );
    }
    expect(await wrongs()).toEqual([]);
  });

  it("are either joined or expired, and ended once by both processes", async () => {
    // Skips would push the joins of this test beyond the day.
    clock.skipsToRounds = false;
    const creator = await two.player("waits_long");
    const ids = [await open(creator), await open(creator), await open(creator)];
    // The last instants of the day: joins arrive around the end.
    clock.now += DAY_MS - 700;
    const answers = ids.map(async (id, n) => {
      await sleep(300 * n);
      return join(joiners[n] as Visitor, id);
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    for (let looks = 0; looks < LOOKS_MAX && (await wrongs()).length > 0; looks += 1) await sleep(100);
    for (const [n, id] of ids.entries()) {
      // On a busy machine a join may be answered before its game settles.
      expect(await typesOf(id)).toEqual(
        statuses[n] === 409
          ? ["CoinflipOpened", "CoinflipExpired"]
          : ["CoinflipOpened", "CoinflipJoined", "CoinflipSettled"],
      );
    }
    expect(await wrongs()).toEqual([]);
  });
});
