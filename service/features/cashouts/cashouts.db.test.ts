import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { playerAccount } from "#domain/accounts/account.ts";
import { cashoutStreamKind } from "#domain/features/cashouts/cashout.ts";
import type { CashoutShown } from "#domain/features/cashouts/contract.ts";
import {
  cashoutApproved,
  cashoutEscrow,
  cashoutRequested,
  cashoutStream,
} from "#domain/features/cashouts/events.ts";
import { endpoints } from "#domain/features/contract.ts";
import { accept } from "#domain/kernel/decision.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { cashouts } from "#service/features/cashouts/feature.ts";
import { payments } from "#service/features/payments/feature.ts";
import { readOfPlayer } from "#service/features/roles/actor.ts";
import { FRESH_SIGN_IN_MS } from "#service/http/access/access.ts";
import { earnDollars } from "#service/lab/testing/dollars.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import {
  drivePayments,
  PAYMENTS_ORIGIN,
  SANDBOX_PAYMENTS,
} from "#service/lab/testing/stand-ins/payment-sandbox.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

/** How long an address counts as new by default. */
const NEW_TARGET_MS = 72 * HOUR_MS;
const never = { after: () => () => undefined };

describeEachEngine("cash-outs", (engine) => {
  let alice: Visitor;
  let bob: Visitor;
  let admin: Visitor;
  let admin2: Visitor;
  const clock = { now: SITE_BEGINS_AT };
  /** Intercepts the provider's next answer, once. */
  let onAnswer: ((answer: Response) => Promise<Response>) | null = null;

  const driven = drivePayments(clock);
  const site = siteOf(engine, {
    clock,
    scheduler: never,
    elsewhere: {
      [PAYMENTS_ORIGIN]: async (url, init) => {
        const answer = await driven.fetch(url, init);
        const change = onAnswer;
        if (change === null || url.includes("/oauth2/")) return answer;
        onAnswer = null;
        return change(answer);
      },
    },
    config: { payments: SANDBOX_PAYMENTS },
  });
  beforeAll(async () => {
    await everybodySignsIn();
    for (const by of [alice, bob]) await earnDollars(site, (await by.user()).id, 500_000n);
  });
  beforeEach(async () => {
    onAnswer = null;
    driven.sandbox.switches.set({});
    driven.sandbox.payouts.isEmpty = false;
    await everybodySignsIn();
  });

  const everybodySignsIn = async () => {
    [alice, bob] = [await site.player("alice"), await site.player("bob")];
    [admin, admin2] = [await site.player("admin"), await site.player("admin2")];
  };
  const look = () => cashouts.of(site.service.deps).paying.look();
  /** Advances the clock, after which everybody signs in again. */
  const pass = async (ms: number) => {
    clock.now += ms;
    await everybodySignsIn();
    await look();
  };
  const ask = (by: Visitor, change: object = {}, headers: HeadersInit = {}) =>
    by.post(
      "/api/cashouts",
      { amount: 100, currency: "usd", paypalEmail: "me@example.com", ...change },
      headers,
    );
  const asked = async (change: object = {}, by = alice): Promise<CashoutShown> =>
    (await ask(by, change)).as(endpoints.requestCashout);
  const act = (by: Visitor, { id }: { readonly id: string }, what: string, body: object = {}) =>
    by.post(`/api/admin/cashouts/${id}/${what}`, body);
  const seen = async ({ id }: { readonly id: string }, by = alice) => {
    const all = (await by.get("/api/cashouts", NEWEST)).as(endpoints.cashouts);
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw new Error("it is in the list");
    return found;
  };
  const queue = async (status: string) =>
    (await admin.get(`/api/admin/cashouts?status=${status}`, NEWEST)).as(endpoints.reviewCashouts).items;
  const balance = async (by = alice) => Number((await by.user()).usdBalance);
  const held = (account: string) => site.held(account, "USD");
  /** A cash-out that is requested, old enough, approved and begun by the worker. */
  const begun = async (change: object = {}): Promise<CashoutShown> => {
    const cashout = await asked(change);
    await pass(NEW_TARGET_MS);
    expect((await act(admin, cashout, "approve")).as(endpoints.approveCashout).status).toBe("approved");
    await look();
    return cashout;
  };
  const sent = ({ id }: { readonly id: string }) =>
    driven.sandbox.payouts.all().filter(({ payoutId }) => payoutId === id);
  const booksAgree = async () => {
    const inTransit = driven.sandbox.payouts
      .all()
      .filter(({ status }) => status === "UNCLAIMED")
      .reduce((all, { amount }) => all + amount + 25n, 0n);
    expect(await held("payments:paypal")).toBe(driven.sandbox.payouts.gone() - inTransit);
  };

  it("hold the money, wait for the address, are approved and paid, and notify the player at every step", async () => {
    const before = await balance();
    const cashout = await asked();
    expect(cashout).toMatchObject({
      ...{ amount: "100.00", currency: "usd", fees: "2.00", netAmount: "98.00", status: "pending" },
      ...{ paypalEmail: "me@example.com", paypalOrderId: null, processedAt: null, failedCause: null },
    });
    expect([await balance(), await held(`escrow:${cashout.id}`)]).toEqual([before - 100, 10_000n]);
    expect(await queue("pending")).toMatchObject([
      { id: cashout.id, paypalEmail: "me@example.com", approvals: 0 },
    ]);
    expect((await act(admin, cashout, "approve")).problem()).toMatchObject({
      status: 409,
      code: "target_too_new",
    });
    await pass(NEW_TARGET_MS);
    expect((await act(admin, cashout, "claim")).as(endpoints.claimCashout).status).toBe("pending");
    expect((await act(admin2, cashout, "approve")).problem().code).toBe("claimed_by_other");
    expect((await act(admin, cashout, "approve")).as(endpoints.approveCashout).status).toBe("approved");
    await look();
    expect((await seen(cashout)).status).toBe("processing");
    await pass(MINUTE_MS);
    const paid = await seen(cashout);
    expect([paid.status, paid.paypalOrderId]).toEqual(["paid", sent(cashout)[0]?.batchId]);
    expect(sent(cashout)).toMatchObject([{ receiver: "me@example.com", amount: 9_800n, status: "SUCCESS" }]);
    expect([await balance(), await held(`escrow:${cashout.id}`)]).toEqual([before - 100, 0n]);
    await booksAgree();
    const [notice] = (await alice.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
    expect(notice).toMatchObject({ type: "cashout", title: "Cash-out paid", actionUrl: "/cashouts" });
  });

  it("keep addresses out of the log, sealed beside it", async () => {
    await asked({ paypalEmail: "Secret@Example.com" });
    const [events] = await site.db.query<{ n: bigint }>(
      "select count(*) as n from events where payload like '%xample.com%'",
    );
    const [rows] = await site.db.query<{ n: bigint }>(
      "select count(*) as n from cashout_targets where address like '%xample%'",
    );
    expect([events?.n, rows?.n]).toEqual([0n, 0n]);
  });

  it("recognise an address in any case, and forget that of a refused request", async () => {
    const first = await begun({ paypalEmail: "known@example.com" });
    await pass(MINUTE_MS);
    expect((await seen(first)).status).toBe("paid");
    const again = await asked({ paypalEmail: "KNOWN@example.com" });
    expect(again.payableFrom).toBe(first.payableFrom);
    const rows = async () => (await site.db.query("select 1 from cashout_targets")).length;
    const before = await rows();
    expect((await ask(alice, { amount: 9_999 })).problem().code).toBe("insufficient_balance");
    expect(await rows()).toBe(before);
    await alice.post(`/api/cashouts/${again.id}/cancel`, {});
  });

  it("are requested once per key, with the same answer again", async () => {
    const headers = { "Idempotency-Key": "cash-1" };
    const [one, two] = [await ask(bob, {}, headers), await ask(bob, {}, headers)];
    expect(two.as(endpoints.requestCashout)).toEqual(one.as(endpoints.requestCashout));
    expect((await ask(bob, { amount: 101 }, headers)).problem().status).toBe(422);
    await bob.post(`/api/cashouts/${one.as(endpoints.requestCashout).id}/cancel`, {});
  });

  it("spend the same money only once, however many requests come at once", async () => {
    const carol = await site.player("carol");
    await earnDollars(site, (await carol.user()).id, 10_000n);
    const answers = await Promise.all(
      ["a", "b", "c"].map((name) => ask(carol, { paypalEmail: `${name}@example.com` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await balance(carol)).toBe(0);
  });

  it("refuse invalid requests and players who may not cash out", async () => {
    const wrong = [
      { amount: 0 },
      { amount: 0.99 },
      { amount: 10_000.01 },
      { amount: 1.001 },
      { amount: "100" },
      { amount: -1 },
      { currency: "rbx" },
      { paypalEmail: "nobody" },
      { paypalEmail: "" },
      { paypalEmail: `${"a".repeat(250)}@example.com` },
      { more: 1 },
    ];
    for (const change of wrong) expect((await ask(alice, change)).problem().status).toBe(400);
    const cashout = await asked({}, bob);
    expect((await alice.post(`/api/cashouts/${cashout.id}/cancel`, {})).problem().status).toBe(404);
    for (const what of ["claim", "approve"]) expect((await act(alice, cashout, what)).status).toBe(403);
    expect((await act(alice, cashout, "reject", { note: "mine" })).status).toBe(403);
    expect((await act(admin, cashout, "reject", {})).status).toBe(400);
    expect((await act(admin, { id: "co_none" }, "approve")).status).toBe(404);
    clock.now += FRESH_SIGN_IN_MS;
    for (const answer of [await ask(alice), await act(admin, cashout, "approve")])
      expect(answer.problem()).toMatchObject({ status: 403, code: "fresh_sign_in_required" });
    await everybodySignsIn();
    expect((await act(admin, cashout, "reject", { note: "No." })).as(endpoints.rejectCashout).status).toBe(
      "rejected",
    );
    expect((await seen(cashout, bob)).adminNotes).toBe("No.");
    expect((await bob.post(`/api/cashouts/${cashout.id}/cancel`, {})).problem().code).toBe("not_pending");
  });

  it("above the setting need two admins, neither of them the player", async () => {
    const cashout = await asked({ amount: 500.01 });
    await earnDollars(site, (await admin.user()).id, 10_000n);
    const own = await asked({ paypalEmail: "admin@example.com" }, admin);
    await pass(NEW_TARGET_MS);
    expect((await act(admin, own, "approve")).problem()).toMatchObject({ status: 403, code: "own_cashout" });
    expect((await act(admin, cashout, "approve")).as(endpoints.approveCashout)).toMatchObject({
      status: "pending",
      approvals: 1,
    });
    expect((await act(admin, cashout, "approve")).problem().code).toBe("second_admin_needed");
    const waiting = (await queue("pending")).find(({ id }) => id === cashout.id);
    expect(waiting).toMatchObject({ approvals: 1, secondBar: { code: "second_admin_needed" } });
    expect((await act(admin2, cashout, "approve")).as(endpoints.approveCashout)).toMatchObject({
      status: "approved",
      approvals: 2,
    });
    await look();
    await pass(MINUTE_MS);
    expect((await seen(cashout)).status).toBe("paid");
    await act(admin2, own, "reject", { note: "Not now." });
  });

  describe("at the provider", () => {
    it("are paid once, although answers are lost, late, 500 or 429", async () => {
      driven.sandbox.switches.set({ losingAnswers: 1 });
      const lost = await begun();
      driven.sandbox.switches.set({ failing: 2 });
      const failing = await begun();
      driven.sandbox.switches.set({ limiting: 5 });
      const limited = await begun();
      await pass(2 * MINUTE_MS);
      await pass(2 * MINUTE_MS);
      for (const cashout of [lost, failing, limited]) {
        expect(sent(cashout)).toHaveLength(1);
        expect((await seen(cashout)).status).toBe("paid");
      }
      await booksAgree();
    });

    it("are found again after a crash between the provider's answer and its record", async () => {
      onAnswer = () => Promise.reject(new Error("killed"));
      driven.sandbox.switches.set({});
      const cashout = await begun();
      // The crash also lost the row beside the log.
      await site.db.query("delete from payouts where payout_id = $1", [cashout.id]);
      await look();
      await pass(MINUTE_MS);
      expect([sent(cashout).length, (await seen(cashout)).status]).toEqual([1, "paid"]);
    });

    it("are handled by one process at a time, and by the next after a crash", async () => {
      const cashout = await begun();
      clock.now += MINUTE_MS;
      await site.db.query(
        "update payouts set leased_until = now() + interval '1 minute' where payout_id = $1",
        [cashout.id],
      );
      await look();
      expect((await seen(cashout)).status).toBe("processing");
      await site.db.query(
        "update payouts set leased_until = now() - interval '1 second' where payout_id = $1",
        [cashout.id],
      );
      await look();
      expect((await seen(cashout)).status).toBe("paid");
    });

    it("are not requested again once the provider may have forgotten them", async () => {
      driven.sandbox.switches.set({ limiting: 1_000 });
      const cashout = await begun();
      driven.sandbox.switches.set({});
      await pass(29 * DAY_MS + HOUR_MS);
      expect([sent(cashout).length, (await seen(cashout)).status]).toEqual([0, "processing"]);
      expect((await queue("processing"))[0]?.trouble).toContain("too long ago");
      await site.db.query("update payouts set due_at = null where payout_id = $1", [cashout.id]);
    });

    it.each([
      ["fail", "failed"],
      ["block", "blocked"],
      ["deny", "denied"],
    ])("come back from the address %s@, with the cause %s", async (address, cause) => {
      const before = await balance();
      const cashout = await begun({ paypalEmail: `${address}@example.com` });
      await pass(MINUTE_MS);
      expect(await seen(cashout)).toMatchObject({ status: "failed", failedCause: cause });
      expect([await balance(), await held(`escrow:${cashout.id}`)]).toEqual([before, 0n]);
      await booksAgree();
    });

    it("come back if unclaimed for 30 days, and are shown as under way until then", async () => {
      const before = await balance();
      const cashout = await begun({ paypalEmail: "unclaimed@example.com" });
      await pass(29 * DAY_MS);
      expect((await seen(cashout)).status).toBe("processing");
      await booksAgree();
      await pass(2 * DAY_MS);
      expect(await seen(cashout)).toMatchObject({ status: "failed", failedCause: "returned" });
      expect(await balance()).toBe(before);
      await booksAgree();
    });

    it("come back if PayPal returns them after paying", async () => {
      const before = await balance();
      const cashout = await begun({ paypalEmail: "later@example.com" });
      await pass(MINUTE_MS);
      expect((await seen(cashout)).status).toBe("paid");
      driven.sandbox.payouts.become(cashout.id, "REVERSED");
      await pass(DAY_MS);
      expect(await seen(cashout)).toMatchObject({ status: "failed", failedCause: "reversed" });
      expect(await balance()).toBe(before);
      await booksAgree();
    });

    it("are compared with the provider each night: differences are reported, and nothing is posted", async () => {
      const { reconciling } = payments.of(site.service.deps);
      const cashout = await begun({ paypalEmail: "fail@example.com" });
      await pass(MINUTE_MS);
      expect((await seen(cashout)).status).toBe("failed");
      driven.sandbox.payouts.become(cashout.id, "SUCCESS");
      await pass(DAY_MS);
      const { entries } = await site.books();
      await reconciling.look();
      expect((await site.books()).entries).toBe(entries);
      const { differences } = (await admin.get("/api/admin/payments")).as(endpoints.payments);
      const about = { provider: "paypal", paymentId: cashout.id };
      expect(differences).toMatchObject([
        { ...about, what: "fee", ours: "0.00", theirs: "0.25" },
        { ...about, what: "payout", ours: "0.00", theirs: "98.00" },
      ]);
      driven.sandbox.payouts.become(cashout.id, "REFUNDED");
    });

    it("wait while the provider's account is empty, and admins are notified", async () => {
      driven.sandbox.payouts.isEmpty = true;
      const cashout = await begun({ paypalEmail: "patient@example.com" });
      expect((await queue("processing")).find(({ id }) => id === cashout.id)?.trouble).toContain(
        "INSUFFICIENT_FUNDS",
      );
      driven.sandbox.payouts.isEmpty = false;
      await pass(2 * MINUTE_MS);
      await pass(2 * MINUTE_MS);
      expect((await seen(cashout)).status).toBe("paid");
    });
  });

  it("stop with one admin, and resume with two", async () => {
    const cashout = await asked({ paypalEmail: "stopped@example.com" }, bob);
    await pass(NEW_TARGET_MS);
    const set = async (payoutsOpen: number) => {
      const { version } = (await admin.get("/api/admin/settings", NEWEST)).as(endpoints.settings);
      return admin.ask("PUT /api/admin/settings", { version, reason: "An attack", values: { payoutsOpen } });
    };
    expect((await set(0)).status).toBe(200);
    expect((await act(admin, cashout, "approve")).problem().code).toBe("payouts_closed");
    expect((await ask(alice)).problem().code).toBe("payouts_closed");
    expect((await site.byTwo(await set(1))).status).toBe(200);
    expect((await act(admin, cashout, "approve")).status).toBe(200);
    await look();
    await pass(MINUTE_MS);
    expect((await seen(cashout, bob)).status).toBe("paid");
  });

  it("are in the admins' export, whose use is logged", async () => {
    const csv = await admin.get("/api/admin/cashouts?export=csv");
    expect(csv.status).toBe(200);
    expect(csv.text.split("\n")[0]).toContain("netAmount");
  });

  it("are not delayed by those of suspended players, however many come before them", async () => {
    const ring = await site.player("x_ring");
    const { id: playerId } = await ring.user();
    await earnDollars(site, playerId, 10_000n);
    await approvedAtOnce(playerId, 50);
    const reason = "One person";
    expect((await admin.post(`/api/admin/players/${playerId}/suspend`, { reason })).status).toBe(200);
    const cashout = await begun({ paypalEmail: "honest@example.com" });
    await look();
    expect((await seen(cashout)).status).toBe("processing");
    expect((await ring.get("/api/cashouts", NEWEST)).text).not.toContain("processing");
  });

  /** Appends many approved cash-outs of one dollar each. */
  async function approvedAtOnce(playerId: string, many: number): Promise<void> {
    const { writer, now } = site.service.deps;
    const ids = Array.from({ length: many }, (_, n) => `co_ring_${n}`);
    const accounts = [playerAccount(playerId), ...ids.map(cashoutEscrow)];
    const [at, targetId, by] = [now(), "ct_ring", "p_root"];
    const outcome = await writer.submit({
      ...serviceOrigin(at),
      reads: () => ({
        streams: [
          ...ids.map((id) => ({ kind: cashoutStreamKind, name: cashoutStream(id) })),
          ...[playerId, by].map(readOfPlayer),
        ],
        holdings: accounts.map((account) => ({ account, asset: "USD" })),
      }),
      decide: () =>
        accept(
          ids.flatMap((cashoutId) => {
            const one = { cashoutId, playerId, amount: "100" };
            const asked = { ...one, fees: "25", targetId, knownSince: at, payableFrom: at };
            return [cashoutRequested(asked), cashoutApproved({ ...one, by, firstBy: null })];
          }),
          {},
        ),
    });
    expect(outcome.kind).toBe("committed");
  }
});

describeEachEngine("cash-outs without a provider", (engine) => {
  it("are refused", async () => {
    const site = await createSite(engine, { scheduler: never });
    try {
      const alice = await site.player("alice");
      const body = { amount: 5, currency: "usd", paypalEmail: "me@example.com" };
      expect((await alice.post("/api/cashouts", body)).problem()).toMatchObject({
        status: 503,
        code: "real_money_off",
      });
    } finally {
      await site.close();
    }
  });
});
