import fc from "fast-check";
import { expect, it } from "vitest";
import { house, issuance, platform, playerAccount } from "../../accounts/account.ts";
import { copyOf } from "../../accounts/item.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { isBalanced } from "../../ledger/posting.ts";
import {
  actorIn,
  approves,
  cancels,
  claims,
  DORA,
  EMIL,
  hats,
  people,
  ROOT,
  rejects,
  requests,
  reverses,
  writesOff,
} from "../../testing/deposits.ts";
import { type Decide, GivenLog } from "../../testing/given.ts";
import { catalogued, sightedIn, synced } from "../../testing/items.ts";
import { ALICE, flip, playerIn } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { standInSeeds } from "../../testing/seeds.ts";
import { grantRole, liftSuspension, revokeRole, suspendPlayer } from "../roles/admin.ts";
import { depositor, owedOf } from "./depositor.ts";
import { receivableAccount } from "./events.ts";

const IDS = ["d_1", "d_2", "d_3"];
const COPIES = ["1", "2", "3"];
const PEOPLE = [ALICE, ROOT, DORA, EMIL];
const ENDS: ReadonlySet<string> = new Set(["DepositCompleted", "DepositRejected", "DepositCancelled"]);
const STAKES = [100n, 50_000n, 100_000n, 2_000_000n];

const who = fc.constantFrom(...PEOPLE);
const depositId = fc.constantFrom(...IDS);
const instances = fc.subarray(COPIES, { minLength: 1 });

const acted =
  (decide: typeof suspendPlayer | typeof liftSuspension, actorId: string, playerId: string) =>
  (log: GivenLog) =>
    decide(
      { actorId, playerId, reason: "r" },
      { actor: actorIn(log, actorId), subject: actorIn(log, playerId) },
    );
const changed = (decide: typeof grantRole, actorId: string, playerId: string) => (log: GivenLog) =>
  decide(
    { actorId, playerId, role: "admin", reason: "r" },
    { actor: actorIn(log, actorId), subject: actorIn(log, playerId) },
  );

/** An attempt, which is usually refused. */
const attempts: fc.Arbitrary<Decide<JsonObject>> = fc.oneof(
  fc
    .tuple(who, depositId, fc.constantFrom(...STAKES))
    .map(([playerId, id, amount]) => requests({ type: "rbx", amount }, { playerId, depositId: id })),
  fc
    .tuple(who, depositId, fc.integer({ min: 1, max: 3 }))
    .map(([playerId, id, quantity]) => requests(hats(quantity), { playerId, depositId: id })),
  fc.tuple(who, depositId).map(([by, id]) => claims(by, id)),
  fc.tuple(who, depositId).map(([by, id]) => cancels(by, id)),
  fc.tuple(who, depositId).map(([by, id]) => rejects(by, { depositId: id })),
  fc
    .tuple(who, depositId, fc.option(instances, { nil: null }))
    .map(([by, id, named]) => approves(by, { depositId: id, instances: named })),
  fc.tuple(who, depositId).map(([by, id]) => reverses(by, { depositId: id })),
  fc.tuple(who, depositId).map(([by, id]) => writesOff(by, { depositId: id })),
  fc.tuple(who, who).map(([by, id]) => changed(grantRole, by, id)),
  fc.tuple(who, who).map(([by, id]) => changed(revokeRole, by, id)),
  fc.tuple(who, who).map(([by, id]) => acted(suspendPlayer, by, id)),
  fc.tuple(who, who).map(([by, id]) => acted(liftSuspension, by, id)),
  fc.tuple(who, fc.constantFrom(...STAKES)).map(([by, stake]) => flip("rbx", stake, by)),
  fc.tuple(who, fc.subarray(COPIES)).map(([by, seen]) =>
    synced(
      by,
      seen.map((name) => copyOf(101, name)),
    ),
  ),
);

/** Lost and won flips, by turns. */
const seeds = () => {
  let turn = 0;
  return standInSeeds(() => {
    turn += 1;
    return turn % 3 === 0 ? "rbx" : "tix";
  });
};

const typesOf = (log: GivenLog, id: string): string[] =>
  log.events.filter(({ stream }) => stream === `deposit:${id}`).map(({ type }) => type);

function expectSound(log: GivenLog): void {
  expect(log.events.every(({ postings }) => isBalanced(postings))).toBe(true);
  for (const playerId of PEOPLE) {
    const { debts, open } = depositor.of(playerIn(log, playerId));
    expect(log.holding(playerAccount(playerId), "RBX") >= 0n).toBe(true);
    expect(log.holding(receivableAccount(playerId), "RBX")).toBe(owedOf(debts, "RBX"));
    const pending = IDS.filter((id) => {
      const request = log.events.find(
        ({ stream, type }) => stream === `deposit:${id}` && type === "DepositRequested",
      );
      const isOver = typesOf(log, id).some((type) => ENDS.has(type));
      return request?.payload.playerId === playerId && !isOver;
    });
    expect(open).toBe(pending.length);
  }
  for (const copy of COPIES.map((name) => copyOf(101, name))) {
    const outside = [...PEOPLE.map(playerAccount), house].map((account) => log.holding(account, copy));
    expect(outside.reduce((sum, amount) => sum + amount, 0n)).toBe(-log.holding(platform, copy));
    expect([0n, -1n]).toContain(log.holding(platform, copy));
    const sighted = sightedIn(log, copy);
    if (sighted !== null) expect(log.holding(platform, copy)).toBe(-1n);
  }
  for (const id of IDS) {
    const types = typesOf(log, id);
    const times = (type: string) => types.filter((one) => one === type).length;
    expect(types.filter((type) => ENDS.has(type)).length).toBeLessThanOrEqual(1);
    if (times("DepositCancelled") > 0) expect(times("DepositApproved")).toBe(0);
    expect(times("DepositReversed")).toBeLessThanOrEqual(times("DepositCompleted"));
  }
}

it("a deposit is credited once or never, under any attempts by anybody", () => {
  forAll(fc.array(attempts, { minLength: 1, maxLength: 60 }), (tried) => {
    const log = new GivenLog(seeds());
    log.append([...people, catalogued]);
    const requested = new Set<string>();
    let issued = -log.holding(issuance, "RBX");
    for (const decide of tried) {
      const decision = decide(log);
      if ("refused" in decision) continue;
      const [first] = decision.events.filter(({ type }) => type === "DepositRequested");
      // A deposit's id is new: the service draws it.
      if (first !== undefined && requested.has(first.stream)) continue;
      if (first !== undefined) requested.add(first.stream);
      log.append(decision.events);
      issued += decision.events.reduce((sum, event) => sum + creditOf(event), 0n);
      expectSound(log);
    }
    expect(-log.holding(issuance, "RBX")).toBe(issued);
  });
});

/** RBX that an event brings into being, or takes out of it. */
function creditOf({ type, payload, postings }: NewEvent): bigint {
  const said = (key: string) => BigInt(String(payload[key]));
  if (type === "DepositCompleted") return postings.some(({ asset }) => asset === "RBX") ? said("value") : 0n;
  if (type === "DepositReversed") return -said("taken");
  return type === "DebtPaid" || type === "DebtWrittenOff" ? -said("amount") : 0n;
}
