import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { copyOf } from "#domain/accounts/item.ts";
import { endpoints } from "#domain/features/contract.ts";
import { eventTypes } from "#domain/features/registry.ts";
import { minor } from "#domain/kernel/money.ts";
import { reconcileLogs } from "#domain/ledger/transit/reconcile.ts";
import { allProjections } from "#projections/features/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import { replay } from "#projections/replay.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { custodyModel, logModel } from "#service/features/log-model.ts";
import { transits } from "#service/features/transits/feature.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import type { TestEngine } from "#service/lab/testing/engines.ts";
import { type SeveralLogs, severalLogs } from "#service/lab/testing/logs/several-logs.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { NEWEST, SITE_BEGINS_AT, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { readTransits } from "#service/ledger/peers/read-transits.ts";
import { verifyLog } from "#service/ledger/verify.ts";

/** The item that both logs know, and a bet of it. */
export const HAT = sampleItems.find(({ price }) => price < 1_000)?.assetId ?? 0;
export const hats = (quantity: number) => [{ limitedId: HAT, quantity }];

/** Interval and time limit for looking at other processes' progress, in milliseconds. */
const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 20_000;

/**
 * Two logs in which players have hats in custody, and games for them: alice of log 1 opens, bob of log 2 joins. A suite
 * starts them once; each test has players and hats of its own.
 */
export class HatsOfTwoLogs {
  readonly logs: SeveralLogs;
  /** Serial numbers of hats, by their names; most hats have none. */
  readonly serials = new Map<string, number>();
  /** Number of tests begun. */
  #tests = 0;

  constructor(engine: TestEngine) {
    this.logs = severalLogs(engine, 2);
  }

  /** Starts both logs, each with an admin and a deputy. */
  async start(): Promise<void> {
    const clock = new RunningClock(SITE_BEGINS_AT);
    const beacon = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(5) }], () => clock.now);
    const options = { clock, beacon, config: { secondApprovalAbove: minor("100000000.00") } };
    for (const log of [1, 2]) {
      const { service } = await this.logs.start(log, options);
      await addSampleData(service.deps);
    }
    // While the other log is unreachable, no new player can sign in.
    for (const log of [1, 2]) for (const who of ["admin", "deputy"]) await this.admin(log, who);
  }

  /**
   * Creates an alice and a bob for this test.
   * @param count hats of each
   * @param areNumbered whether each hat has a serial number, so that no two are alike
   */
  async begin(count = 3, areNumbered = false) {
    this.#tests += 1;
    this.logs.wire = null;
    const [one, two] = [this.logs.site(1), this.logs.site(2)];
    const named = (log: number, who: string) =>
      Array.from({ length: count }, (_, n) => this.hat(log, who, n));
    const [ofAlice, ofBob] = [named(1, "alice"), named(2, "bob")];
    // The highest number is staked first: alice stakes her own hats before those that she won.
    if (areNumbered) for (const hat of [...ofBob, ...ofAlice]) this.serials.set(hat, this.serials.size + 1);
    const alice = await this.deposited(1, "alice", ofAlice);
    const bob = await this.deposited(2, "bob", ofBob);
    return { one, two, alice, bob };
  }

  /** The platform's name of a hat that a player of this test started with. */
  hat = (log: number, who: string, n = 0): string => `${this.#tests}-${log}-${who}-${n}`;

  /** The name of a player of this test. */
  nameIn = (log: number, like: string): string => this.logs.nameIn(log, `${like}_${this.#tests}_`);

  /** The hats of this test that accounts of a log hold, in order. @param accounts pattern of the accounts */
  async hatsIn(log: number, accounts: string): Promise<string[]> {
    const rows = await this.logs.site(log).db.query<{ asset: string }>(
      `select asset from holdings
        where amount = 1 and starts_with(asset, $1) and account ~ $2 order by asset collate "C"`,
      [copyOf(HAT, `${this.#tests}-`), accounts],
    );
    return rows.map(({ asset }) => asset);
  }

  admin = (log: number, like = "admin"): Promise<Visitor> =>
    this.logs.site(log).player(this.logs.nameIn(log, like));

  /** The platform lists some hats in a player's inventory. */
  async sighted(log: number, who: string, instances: readonly string[]): Promise<Visitor> {
    const name = this.nameIn(log, who);
    const site = this.logs.site(log);
    const player = await site.player(name);
    const copies = instances.map((instance) => {
      const serial = this.serials.get(instance) ?? null;
      return { assetId: HAT, instance, serial, isOnHold: false };
    });
    site.sandbox.inventories.set(name, copies);
    (await player.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
    return player;
  }

  /** A player of a log has hats in custody there. */
  async deposited(log: number, who: string, instances: readonly string[]): Promise<Visitor> {
    const player = await this.sighted(log, who, instances);
    const items = (await player.get("/api/limiteds", NEWEST)).as(endpoints.limiteds);
    const itemId = items.find(({ robloxAssetId }) => robloxAssetId === HAT)?.id;
    const tradeUrl = "https://www.roblox.com/trades/1";
    const asked = { type: "roblox_limited", itemId, quantity: instances.length, tradeUrl };
    const { id } = (await player.post("/api/deposits", asked)).as(endpoints.requestDeposit);
    const admin = await this.admin(log);
    const approved = await admin.post(`/api/admin/deposits/${id}/approve`, { instances });
    expect(approved.as(endpoints.approveDeposit).status).toBe("completed");
    return player;
  }

  /** Opens a coinflip for hats. @returns its id */
  async open(player: Visitor, quantity = 1): Promise<string> {
    const offer = { betItems: hats(quantity), betSide: "rbx" };
    return (await player.post("/api/live-coinflips", offer)).as(endpoints.openCoinflip).id;
  }

  /** Joins a coinflip of log 1 from the other one. */
  ask = (player: Visitor, id: string, quantity = 1, headers = {}): Promise<Answer> =>
    player.post(`/api/away-coinflips/${id}/join`, { log: 1, betItems: hats(quantity) }, headers);

  async stakesOf(player: Visitor) {
    return (await player.get("/api/away-coinflips/stakes", NEWEST)).as(endpoints.awayStakes).items;
  }

  /** Lets the couriers of both logs deliver everything under way. */
  async carry(...numbers: readonly number[]): Promise<void> {
    for (const log of numbers.length === 0 ? [1, 2] : numbers)
      await transits.of(this.logs.site(log).service.deps).courier?.carry();
  }

  /** Delivers and waits until every stake of a player has ended. */
  async over(player: Visitor) {
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
      await this.carry();
      const stakes = await this.stakesOf(player);
      if (stakes.every(({ status }) => status !== "away")) return stakes;
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error("a stake is away for too long");
  }

  /** Cancels games that nobody has joined. */
  async cancel(player: Visitor, ...ids: readonly string[]): Promise<void> {
    for (const id of ids)
      (await player.post(`/api/live-coinflips/${id}/cancel`, {})).as(endpoints.cancelCoinflip);
  }

  /** No guest, escrow or transit holds anything, and the logs agree on it. */
  async expectEnded(): Promise<void> {
    for (let round = 0; round < 2; round += 1) await this.carry();
    const read = [];
    for (const log of [1, 2]) {
      const { db } = this.logs.site(log);
      const left = await db.query(
        "select account, asset from holdings where amount <> 0 and account ~ '^(escrow:|player:guest|transit:)'",
      );
      expect(left).toEqual([]);
      read.push(await readTransits(db, log, custodyModel));
    }
    const { problems, assets } = reconcileLogs(read);
    expect(problems).toEqual([]);
    for (const { underWay } of assets) expect(underWay).toBe(0n);
  }

  /** Both logs verify after all games, and rebuild the same read models. */
  async expectRight(): Promise<void> {
    await this.expectEnded();
    for (const log of [1, 2]) await expectRightAlone(this.logs.site(log));
  }
}

async function expectRightAlone({ db, service }: Site): Promise<void> {
  const { writer, signer } = service.deps;
  const { logId } = writer;
  const options = { logId, model: logModel, keys: signer.publicKeys().keys };
  expect(await verifyLog(db, options)).toMatchObject({ ok: true });
  const statements = new Statements(eventTypes);
  const compared = await replay({ db, logId, owner: "test", statements }, allProjections);
  expect(compared.filter(differs)).toEqual([]);
}

/** The accounts that hold a copy. */
export async function holdersOf({ db }: Site, copy: string): Promise<string[]> {
  const rows = await db.query<{ account: string }>(
    "select account from holdings where asset = $1 and amount = 1",
    [copy],
  );
  return rows.map(({ account }) => account);
}
