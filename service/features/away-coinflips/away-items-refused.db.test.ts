import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { house, playerAccount } from "#domain/accounts/account.ts";
import { type Copy, copyOf } from "#domain/accounts/item.ts";
import { endpoints } from "#domain/features/contract.ts";
import { depositStreamKind } from "#domain/features/deposits/deposit.ts";
import { depositReversed, depositStream, receivableAccount } from "#domain/features/deposits/events.ts";
import { purchaseDelivered, purchaseInitiated } from "#domain/features/purchases/events.ts";
import { purchaseStream } from "#domain/features/purchases/parties.ts";
import { purchaseStreamKind } from "#domain/features/purchases/purchase.ts";
import { accept } from "#domain/kernel/decision.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Reads } from "#service/event-store/commands/submission.ts";
import { readOfPlayer } from "#service/features/roles/actor.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { HAT, HatsOfTwoLogs, holdersOf } from "#service/lab/testing/logs/hats-of-two-logs.ts";
import { NEWEST, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

/** Appends events directly, in place of longer flows. */
async function happens({ service }: Site, reads: Reads, ...events: readonly NewEvent[]): Promise<void> {
  const { writer, now } = service.deps;
  const decide = () => accept(events, {});
  const outcome = await writer.submit({ ...serviceOrigin(now()), reads: () => reads, decide });
  if (outcome.kind === "failed") throw outcome.error;
  expect(outcome.kind).toBe("committed");
}

/** A copy was bought in the shop, and its seller is not yet paid. */
async function isBought(site: Site, buyerId: string, copy: Copy): Promise<void> {
  const between = { purchaseId: "u_1", buyerId, sellerId: "p_seller" };
  const begun = purchaseInitiated.example().payload;
  const done = purchaseDelivered.example().payload;
  await happens(
    site,
    {
      streams: [
        { kind: purchaseStreamKind, name: purchaseStream("u_1") },
        ...[buyerId, between.sellerId].map(readOfPlayer),
      ],
      holdings: [],
    },
    purchaseInitiated({ ...begun, ...between, copy }),
    purchaseDelivered({ ...done, ...between }),
  );
}

/** An admin reversed a deposit that its player had already spent. */
async function owes(site: Site, playerId: string): Promise<void> {
  const depositId = "d_spent";
  const accounts = [house, playerAccount(playerId), receivableAccount(playerId)];
  await happens(
    site,
    {
      streams: [{ kind: depositStreamKind, name: depositStream(depositId) }, readOfPlayer(playerId)],
      holdings: accounts.map((account) => ({ account, asset: "RBX" })),
    },
    depositReversed({
      ...{ depositId, playerId, by: "p_root", reason: "It was not theirs." },
      ...{ asset: "RBX", taken: "0", owed: "100", copies: [] },
    }),
  );
}

describeEachEngine("items that must not leave for a game of another log", (engine) => {
  const games = new HatsOfTwoLogs(engine);
  let one: Site;
  let two: Site;
  let alice: Visitor;
  let bob: Visitor;
  beforeAll(() => games.start());
  afterAll(() => games.logs.close());
  beforeEach(async () => {
    ({ one, two, alice, bob } = await games.begin(1));
  });

  /** Expects bob's refusal, and that nothing moves in either log, then or later. */
  const refused = async (code: string, id: string, quantity?: number): Promise<void> => {
    const held = await games.hatsIn(2, "^player:");
    const answer = await games.ask(bob, id, quantity);
    expect([answer.status, answer.code]).toEqual([409, code]);
    await games.carry();
    expect(await games.hatsIn(2, "^player:")).toEqual(held);
    expect(await games.hatsIn(2, "^transit:")).toEqual([]);
    expect(await games.stakesOf(bob)).toEqual([]);
  };
  const ofBob = () => copyOf(HAT, games.hat(2, "bob"));
  const ofAlice = () => copyOf(HAT, games.hat(1, "alice"));

  /** Closes a log's withdrawals during an action, and opens them again. */
  const withoutWithdrawals = async (log: number, tried: () => Promise<void>): Promise<void> => {
    const admin = await games.admin(log);
    const set = async (withdrawalsOpen: number) => {
      const { version } = (await admin.get("/api/admin/settings", NEWEST)).as(endpoints.settings);
      const asked = { version, reason: "An attack", values: { withdrawalsOpen } };
      return admin.ask("PUT /api/admin/settings", asked);
    };
    expect((await set(0)).status).toBe(200);
    await tried();
    const { proposal } = endpoints.changeSettings.answers[202].parse((await set(1)).body);
    const deputy = await games.admin(log, "deputy");
    const confirmed = await deputy.post(`/api/admin/proposals/${proposal.id}/confirm`, {});
    expect(confirmed.status).toBe(200);
  };

  it("stay while withdrawals are closed, in the player's log or in that of the game", async () => {
    const id = await games.open(alice);
    await withoutWithdrawals(2, () => refused("withdrawals_closed", id));
  });

  it("stay while withdrawals are closed in the game's log, as that log answers when asked first", async () => {
    const id = await games.open(alice);
    await withoutWithdrawals(1, () => refused("withdrawals_closed", id));
  });

  it("stay while their player has a debt", async () => {
    const id = await games.open(alice);
    await owes(two, (await bob.user()).id);
    await refused("debt_open", id);
  });

  it("stay while the seller of one of them is not paid", async () => {
    const id = await games.open(alice);
    await isBought(two, (await bob.user()).id, ofBob());
    await refused("purchase_unsettled", id);
  });

  it("stay while the seller of the creator's copy is not paid: the game's log says only that it is held", async () => {
    const id = await games.open(alice);
    await isBought(one, (await alice.user()).id, ofAlice());
    await refused("game_items_held", id);
  });

  it("stay if they are only on sight, or not held at all", async () => {
    const id = await games.open(alice);
    const carol = await games.sighted(2, "carol", [games.hat(2, "carol")]);
    const asked = await games.ask(carol, id);
    expect([asked.status, asked.code]).toEqual([409, "items_not_in_custody"]);
    await refused("not_enough_copies", id, 2);
  });

  /** Each log is told that the other has no such copy, as if both approved deposits at the same moment. */
  const both = async (log: number, who: string, instance: string): Promise<Visitor> => {
    games.logs.wire = async (_to, request, deliver) =>
      request.url.endsWith("/kept-items") ? Response.json({ kept: [] }) : deliver(request);
    const player = await games.deposited(log, who, [instance]);
    games.logs.wire = null;
    return player;
  };

  it("stay if the game's log has one of them in custody too: it could never arrive there", async () => {
    const id = await games.open(alice);
    await both(1, "carol", games.hat(2, "bob"));
    await refused("items_held", id);
    expect(await holdersOf(two, ofBob())).toHaveLength(1);
  });

  it("stay if their own log has one of the creator's in custody: it could never arrive there", async () => {
    const id = await games.open(alice);
    await both(2, "carol", games.hat(1, "alice"));
    await refused("items_held", id);
  });
});
