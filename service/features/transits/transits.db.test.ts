import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { house, playerAccount } from "#domain/accounts/account.ts";
import { endpoints } from "#domain/features/contract.ts";
import { proposalStreamName } from "#domain/features/proposals/events.ts";
import { proposalStreamKind } from "#domain/features/proposals/proposals.ts";
import { transitIdOf } from "#domain/ledger/transit/single.ts";
import { leaveLog, readOfTransit } from "#domain/ledger/transit/transit.ts";
import { peerAccount, transitAccount } from "#domain/ledger/transit/transit-events.ts";
import { agreed } from "#domain/testing/proposals.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { severalLogs, type Wire } from "#service/lab/testing/logs/several-logs.ts";
import { NEWEST, type Site, type SiteOptions } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import { transits } from "./feature.ts";

let count = 0;

const readOfProposals = { kind: proposalStreamKind, name: proposalStreamName };

/** Sends an amount from one log's house to another's, as two admins agreed. */
async function send(from: Site, to: number, amount: bigint): Promise<string> {
  const { writer, now } = from.service.deps;
  count += 1;
  const proposalId = `t${count}`;
  const id = transitIdOf(writer.logId, proposalId);
  const act = { kind: "send_bank", to, currency: "RBX", amount: String(amount) };
  const byTwo = agreed(act, { by: "p_one", confirmedBy: "p_two", reason: "It is needed there" }, proposalId);
  const outcome = await writer.submit({
    ...serviceOrigin(now()),
    reads: () => ({
      streams: [readOfTransit(id), readOfProposals],
      holdings: [{ account: house, asset: "RBX" }],
    }),
    decide: (view) => {
      const left = leaveLog(
        { id, to, sender: house, receiver: house, asset: "RBX", amount },
        {
          here: writer.logId,
          peers: new Set([1, 2, 3]),
          transit: view.stream(readOfTransit(id)),
          held: view.holding(house, "RBX"),
        },
      );
      return "refused" in left ? left : { ...left, events: [...byTwo, ...left.events] };
    },
  });
  expect(outcome.kind).toBe("committed");
  return id;
}

const holdingOf = async ({ db }: Site, account: string): Promise<bigint> => {
  const [row] = await db.query<{ amount: bigint }>(
    "select amount from holdings where account = $1 and asset = 'RBX'",
    [account],
  );
  return row?.amount ?? 0n;
};

/** Each database's head when the test began; the logs hold transits of earlier tests. */
const begun = new Map<OpenDatabase, number>();

/** How many events of a type the test has added. */
const countOf = async ({ db }: Site, type: string): Promise<number> => {
  const [row] = await db.query<{ n: bigint }>(
    "select count(*) as n from events where type = $1 and position > $2",
    [type, begun.get(db) ?? 0],
  );
  return Number(row?.n ?? 0n);
};

/** A wire that fails every request. */
const away: Wire = async () => {
  throw new TypeError("fetch failed");
};

/** Only the tests carry. */
const never = { after: () => () => undefined };
const carry = (site: Site) => transits.of(site.service.deps).courier?.carry();

/** The total of all logs, transits and debts between them included. */
const totalOf = async (sites: readonly Site[]) => {
  let total = 0n;
  for (const { db } of sites) {
    const [row] = await db.query<{ sum: bigint }>(
      "select coalesce(sum(amount), 0)::bigint as sum from holdings where asset = 'RBX' and account <> 'issuance'",
    );
    total += row?.sum ?? 0n;
  }
  return total;
};

describeEachEngine("transits between two logs", (engine) => {
  const logs = severalLogs(engine, 2);
  const start = (id: number, options: SiteOptions = {}) => logs.start(id, { scheduler: never, ...options });
  beforeAll(async () => {
    for (const id of [1, 2]) await start(id);
  });
  afterEach(() => {
    logs.wire = null;
  });
  afterAll(() => logs.close());

  const two = (): readonly [Site, Site] => {
    const sites = [logs.site(1), logs.site(2)] as const;
    for (const { db, service } of sites) begun.set(db, service.deps.writer.head.position);
    return sites;
  };
  /** Restarts a stopped log. */
  const again = ({ db, service }: Site) => {
    const { logId, headsFile } = service.deps.config;
    return start(logId, { db, config: { headsFile } });
  };

  // First, as it expects no earlier transits.
  it("are shown to admins of both logs, with what the logs owe each other", async () => {
    const [one, two_] = two();
    const [admin, alice] = [
      await one.player(logs.nameIn(1, "admin")),
      await one.player(logs.nameIn(1, "alice")),
    ];
    const other = await two_.player(logs.nameIn(2, "admin"));
    const id = await send(one, 2, 300n);
    await carry(one);
    logs.wire = away;
    const late = await send(one, 2, 50n);
    const shown = (await admin.get("/api/admin/transits", NEWEST)).as(endpoints.transits);
    expect(shown.items.map((item) => [item.id, item.closedAt === null])).toEqual([
      [late, true],
      [id, false],
    ]);
    expect(shown.peers).toEqual([
      { log: 2, asset: "RBX", left: "3.50", underWay: "0.50", arrived: "0.00", owed: "3.00" },
    ]);
    // The departure has woken the courier, whose attempt may still be running: await it.
    await carry(one);
    const kept = (await admin.get("/api/admin/transits", NEWEST)).as(endpoints.transits);
    expect(kept.ways).toEqual([
      {
        log: 2,
        underWay: 1,
        oldestAt: expect.any(String),
        triedAt: expect.any(String),
        trouble: "fetch failed",
      },
    ]);
    const there = (await other.get("/api/admin/transits", NEWEST)).as(endpoints.transits);
    expect(there.items).toMatchObject([{ id, direction: "in", log: 1, amount: "3.00" }]);
    expect(there.peers).toMatchObject([{ log: 1, arrived: "3.00", owed: "-3.00" }]);
    expect((await alice.get("/api/admin/transits")).status).toBe(403);
    logs.wire = null;
    await carry(one);
  });

  it("arrive once, are closed, and leave opposite debts between the logs", async () => {
    const [one, two_] = two();
    const before = await totalOf([one, two_]);
    const [house1, house2] = [await holdingOf(one, house), await holdingOf(two_, house)];
    const owed = async () => [await holdingOf(one, peerAccount(2)), await holdingOf(two_, peerAccount(1))];
    const [owed1 = 0n, owed2 = 0n] = await owed();
    logs.wire = away;
    const id = await send(one, 2, 250n);
    await carry(one);
    expect(await holdingOf(one, transitAccount(id))).toBe(250n);
    expect(await totalOf([one, two_])).toBe(before);
    logs.wire = null;
    await carry(one);
    expect(await holdingOf(one, house)).toBe(house1 - 250n);
    expect(await holdingOf(two_, house)).toBe(house2 + 250n);
    expect(await holdingOf(one, transitAccount(id))).toBe(0n);
    expect(await owed()).toEqual([owed1 + 250n, owed2 - 250n]);
    await carry(one);
    expect([await countOf(two_, "TransitArrived"), await countOf(one, "TransitClosed")]).toEqual([1, 1]);
    expect(await totalOf([one, two_])).toBe(before);
  });

  it("are begun by two admins, once per proposal, down to the bank's minimum", async () => {
    const [one, two_] = two();
    const admin = await one.player(logs.nameIn(1, "admin"));
    const body = { log: 2, currency: "RBX", amount: 12.5, reason: "There it is needed" };
    const key = { "Idempotency-Key": "a-key-of-the-admin-1" };
    const before = await holdingOf(two_, house);
    const propose = async () => {
      const { body: answer } = await admin.post("/api/admin/transits", body, key);
      return endpoints.sendBank.answers[202].parse(answer).proposal.id;
    };
    const proposalId = await propose();
    expect(await propose()).toBe(proposalId);
    const confirm = (by: Visitor) => by.post(`/api/admin/proposals/${proposalId}/confirm`, {});
    expect((await confirm(admin)).problem().code).toBe("second_admin_needed");
    expect(await countOf(one, "TransitLeft")).toBe(0);
    const deputy = await one.player(logs.nameIn(1, "deputy"));
    const open = "/api/admin/proposals?status=proposed";
    const seen = (await deputy.get(open, NEWEST)).as(endpoints.proposals).items;
    expect(seen.map(({ act }) => act)).toEqual([
      { kind: "send_bank", log: 2, currency: "RBX", amount: "12.50" },
    ]);
    expect((await confirm(deputy)).status).toBe(200);
    await carry(one);
    expect(await countOf(one, "TransitLeft")).toBe(1);
    expect(await holdingOf(two_, house)).toBe(before + 1_250n);
    const tooMuch = await admin.post("/api/admin/transits", { ...body, amount: 99_999_999 });
    expect(tooMuch.problem().code).toBe("bank_limit");
    for (const log of [1, 3])
      expect((await admin.post("/api/admin/transits", { ...body, log })).problem().code).toBe("log_unknown");
    expect((await (await one.player(logs.nameIn(1, "alice"))).post("/api/admin/transits", body)).status).toBe(
      403,
    );
  });

  it("wait while the other log is away, and arrive once it is back", async () => {
    const [one] = two();
    const other = await logs.stop(2);
    const id = await send(one, 2, 70n);
    await carry(one);
    expect(await holdingOf(one, transitAccount(id))).toBe(70n);
    const two_ = await again(other);
    const before = await holdingOf(two_, house);
    await carry(one);
    expect(await holdingOf(two_, house)).toBe(before + 70n);
    expect(await holdingOf(one, transitAccount(id))).toBe(0n);
  });

  it("arrive once although their receipts come repeatedly, late and together, and are closed despite a lost answer", async () => {
    const [one, two_] = two();
    const held: Request[] = [];
    let isLost = true;
    logs.wire = async (_to, request, deliver) => {
      held.push(request.clone());
      // Delivers the request twice at once, together with all earlier ones, and loses the first answer.
      const again = await Promise.all(
        [request.clone(), request, ...held.map((old) => old.clone())].map(deliver),
      );
      if (isLost) throw new TypeError("the answer was lost");
      return again[1] ?? Response.error();
    };
    // Read before: the log carries every five seconds by itself, too.
    const before = await holdingOf(two_, house);
    const owed = await holdingOf(two_, peerAccount(1));
    const ids = [await send(one, 2, 10n), await send(one, 2, 20n), await send(one, 2, 30n)];
    await carry(one);
    isLost = false;
    await carry(one);
    expect(await countOf(two_, "TransitArrived")).toBe(3);
    expect(await countOf(one, "TransitClosed")).toBe(3);
    expect((await holdingOf(two_, house)) - before).toBeLessThanOrEqual(60n);
    expect(await holdingOf(two_, peerAccount(1))).toBe(owed - 60n);
    for (const id of ids) expect(await holdingOf(one, transitAccount(id))).toBe(0n);
  });

  it("continue in another process if the first one ended before it got the answer", async () => {
    const [one, two_] = two();
    logs.wire = async (_to, request, deliver) => {
      await deliver(request);
      throw new TypeError("the process has gone");
    };
    const id = await send(one, 2, 35n);
    await carry(one);
    expect([await countOf(two_, "TransitArrived"), await countOf(one, "TransitClosed")]).toEqual([1, 0]);
    const stopped = await logs.stop(1);
    logs.wire = null;
    const next = await again(stopped);
    await carry(next);
    expect([await countOf(two_, "TransitArrived"), await countOf(next, "TransitClosed")]).toEqual([1, 1]);
    expect(await holdingOf(next, transitAccount(id))).toBe(0n);
  });

  it("refuse receipts without the secret, forged, signed by another log, or of something else", async () => {
    const [one, two_] = two();
    let body = "";
    logs.wire = async (to, request, deliver) => {
      body = await request.text();
      return away(to, request, deliver);
    };
    await send(one, 2, 40n);
    await carry(one);
    const { receipts } = JSON.parse(body) as {
      receipts: [{ head: { at: string } & Record<string, string> }];
    };
    const [receipt] = receipts;
    const post = async (given: unknown, secret = logs.settings.secret) => {
      const answer = await two_.service.app.request("http://localhost:3000/api/webhooks/transits", {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${secret}` },
        body: JSON.stringify({ receipts: [given] }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    expect((await post(receipt, "another-secret-of-no-use")).status).toBe(401);
    const { at, signature: _, keyId: __, ...unsigned } = receipt.head;
    const head = unsigned as never;
    // The destination's key signs for the source; then an unknown key.
    const foreign = two_.service.deps.signer.signHead(head, Date.parse(at));
    const forged = [
      { ...receipt, head: { ...receipt.head, ...foreign } },
      { ...receipt, head: { ...receipt.head, to: 1 } },
      { ...receipt, head: { ...receipt.head, log: "3" } },
      { ...receipt, head: { ...receipt.head, log: "2" } },
      { ...receipt, leaf: "00".repeat(32) },
    ];
    for (const bad of forged) {
      const { status, body: said } = await post(bad);
      expect([status, said]).toMatchObject([
        200,
        { arrivals: [{ receipt: null, problem: expect.any(String) }] },
      ]);
    }
    expect((await post({ ...receipt, extra: 1 })).status).toBe(400);
    expect(await countOf(two_, "TransitArrived")).toBe(0);
    // Unchanged, it is accepted.
    expect((await post(receipt)).body).toMatchObject({ arrivals: [{ problem: null }] });
    expect(await countOf(two_, "TransitArrived")).toBe(1);
    logs.wire = null;
    await carry(one);
  });

  it("are carried only once a kept head covers them", async () => {
    const [one, two_] = two();
    const asked: number[] = [];
    logs.wire = async (to, request, deliver) => {
      asked.push(to);
      return deliver(request);
    };
    const { heads } = one.service.deps;
    const kept = heads.kept.bind(heads);
    // As with a full disk: the newest kept head is older than the departure.
    const older = await kept();
    heads.kept = async () => older;
    const owed = await holdingOf(two_, peerAccount(1));
    const id = await send(one, 2, 90n);
    await carry(one);
    expect(asked).toEqual([]);
    expect(await holdingOf(one, transitAccount(id))).toBe(90n);
    heads.kept = kept;
    await carry(one);
    expect(asked.length).toBeGreaterThan(0);
    expect(await holdingOf(two_, peerAccount(1))).toBe(owed - 90n);
    expect(await holdingOf(one, playerAccount("nobody"))).toBe(0n);
  });

  it("leave two logs that the verifier accepts", async () => {
    for (const { db, service } of [logs.site(1), logs.site(2)]) {
      const { writer, signer } = service.deps;
      const options = { logId: writer.logId, model: logModel, keys: signer.publicKeys().keys };
      expect(await verifyLog(db, options)).toMatchObject({ ok: true });
    }
  });

  it("keep a log from starting that lacks events it has proved to another log", async () => {
    const [one] = two();
    await send(one, 2, 15n);
    await carry(one);
    const { headsFile } = one.service.deps.config;
    // The same heads with an empty database, as after an old backup was restored.
    await expect(start(1, { config: { headsFile } })).rejects.toThrow("no longer holds block");
  });
});
