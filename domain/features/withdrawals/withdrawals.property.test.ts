import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { platform } from "../../accounts/account.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import { approves, claims as claimsDeposit, DORA, EMIL, hats, requests } from "../../testing/deposits.ts";
import type { Decide, GivenLog } from "../../testing/given.ts";
import { HAT, holderIn, synced } from "../../testing/items.ts";
import { ALICE } from "../../testing/players.ts";
import { forAllIn } from "../../testing/properties/for-all.ts";
import {
  approvesIt,
  asks,
  BOB,
  cancels,
  claims,
  completes,
  inCustody,
  receives,
  rejectsIt,
  returns,
  seen,
  sends,
  withdrawalIn,
} from "../../testing/withdrawals.ts";
import { keepsInCustody } from "../deposits/custody.ts";
import { depositStreamKind } from "../deposits/deposit.ts";
import { depositStream } from "../deposits/events.ts";
import { withdrawalEscrow } from "./events.ts";

const OPEN = ["pending", "approved", "sending"];
const IDS = ["w_1", "w_2", "w_3", "w_4"];

/**
 * The one copy, in the log and at the platform. Admins are honest: they send requested copies that the house has, and
 * report the truth. Players take all they can.
 */
class World {
  readonly log: GivenLog = inCustody();
  /** The copy's place at the platform. */
  at: "house" | typeof ALICE | typeof BOB = "house";
  /** A trade that its player has not answered. */
  isOffered = false;
  /** Whether bob has sent the copy for a deposit that is not approved yet. */
  isSentByBob = false;
  #deposits = 1;
  #asked = 0;

  get withdrawalId(): string {
    return IDS[Math.max(this.#asked - 1, 0)] ?? "w_1";
  }

  get status(): string {
    return withdrawalIn(this.log, this.withdrawalId).status;
  }

  does(decide: Decide<JsonObject>): boolean {
    const decision = decide(this.log);
    if ("refused" in decision) return false;
    this.log.append(decision.events);
    return true;
  }

  ask(playerId: string): void {
    const withdrawalId = IDS[this.#asked];
    const depositId = [...Array(this.#deposits + 1).keys()]
      .map((n) => `d_${n}`)
      .find((id) => this.isKeptBy(id));
    if (withdrawalId === undefined) return;
    if (this.does(asks({ withdrawalId, playerId, depositId: depositId ?? "d_1" }))) this.#asked += 1;
  }

  send(): void {
    if (this.at === "house" && !this.isSentByBob && this.does(sends(DORA, this.withdrawalId)))
      this.isOffered = true;
  }

  /** A sighting that began a while ago: it does not show the present place. */
  sync(playerId: typeof ALICE | typeof BOB): void {
    const isHere = this.at === playerId;
    if (isHere) this.does(seen(playerId, { withdrawalId: this.withdrawalId }));
    this.does(synced(playerId, isHere ? [HAT] : []));
  }

  /** The house receives bob's copy, and two admins approve it. */
  depositOfBob(): void {
    if (this.at === BOB) {
      this.at = "house";
      this.isSentByBob = true;
      this.#deposits += 1;
      this.does(requests(hats(1), { playerId: BOB, depositId: `d_${this.#deposits}` }));
      return;
    }
    if (!this.isSentByBob) return;
    const depositId = `d_${this.#deposits}`;
    for (const admin of [DORA, EMIL]) {
      this.does(claimsDeposit(admin, depositId));
      this.does(approves(admin, { depositId, instances: ["1"] }));
      this.log.at += HOUR_MS;
    }
    if (this.isKeptBy(depositId)) this.isSentByBob = false;
  }

  isKeptBy(depositId: string): boolean {
    return keepsInCustody(this.log.stream(depositStreamKind, depositStream(depositId)), HAT);
  }

  get custodians(): number {
    return [...Array(this.#deposits + 1).keys()].filter((n) => this.isKeptBy(`d_${n}`)).length;
  }
}

const STEPS = {
  ask: (world: World) => world.ask(ALICE),
  askOfBob: (world: World) => world.ask(BOB),
  cancel: (world: World) => world.does(cancels({ withdrawalId: world.withdrawalId })),
  claim: (world: World) => world.does(claims(EMIL, world.withdrawalId)),
  approve: (world: World) => world.does(approvesIt(DORA, world.withdrawalId)),
  approveToo: (world: World) => world.does(approvesIt(EMIL, world.withdrawalId)),
  reject: (world: World) => world.does(rejectsIt(DORA, world.withdrawalId)),
  send: (world: World) => world.send(),
  accept: (world: World) => {
    const withdrawal = withdrawalIn(world.log, world.withdrawalId);
    if (world.isOffered && withdrawal.status !== "absent")
      world.at = withdrawal.playerId === BOB ? BOB : ALICE;
    world.isOffered = false;
  },
  decline: (world: World) => {
    world.isOffered = false;
  },
  tradeOn: (world: World) => {
    if (world.at === ALICE) world.at = BOB;
  },
  receive: (world: World) => world.does(receives({ withdrawalId: world.withdrawalId })),
  syncOfAlice: (world: World) => world.sync(ALICE),
  syncOfBob: (world: World) => world.sync(BOB),
  deposit: (world: World) => world.depositOfBob(),
  return: (world: World) => {
    // Bob's copy for a deposit is another one than the withdrawn copy.
    if (world.at === "house" && !world.isOffered && !world.isSentByBob)
      world.does(returns(DORA, EMIL, world.withdrawalId));
  },
  complete: (world: World) => {
    if (world.at !== "house" || world.isSentByBob) world.does(completes(DORA, EMIL, world.withdrawalId));
  },
  week: (world: World) => {
    world.log.at += 7 * 24 * HOUR_MS;
  },
} as const;
const names = Object.keys(STEPS) as (keyof typeof STEPS)[];
/** Steps that lead far into a copy's life, so that chance need not. */
const WAYS: readonly (keyof typeof STEPS)[][] = [
  ["ask", "approveToo", "send"],
  ["accept", "syncOfAlice"],
  ["accept", "tradeOn", "syncOfBob"],
  ["tradeOn", "deposit", "deposit"],
  ["askOfBob", "approveToo", "send", "accept"],
];
const steps = fc
  .array(fc.oneof(fc.constantFrom(...WAYS), fc.constantFrom(...names.map((name) => [name]))), {
    maxLength: 16,
  })
  .map((parts) => parts.flat());

describe("a withdrawn copy, under any actions in any order", () => {
  it("is in one place of the books, in escrow exactly while it is under way, and kept by one deposit at most", () => {
    forAllIn({ numRuns: 300 })(steps, (order) => {
      const world = new World();
      for (const name of order) {
        STEPS[name](world);
        const { log, status } = world;
        const holder = holderIn(log, HAT);
        expect(log.holding(platform, HAT)).toBe(holder === null ? 0n : -1n);
        expect(holder === withdrawalEscrow(world.withdrawalId)).toBe(OPEN.includes(status));
        expect(world.custodians).toBeLessThanOrEqual(1);
      }
    });
  });

  it("is never usable in custody while a player has it at the platform", () => {
    forAllIn({ numRuns: 300 })(steps, (order) => {
      const world = new World();
      for (const name of order) {
        STEPS[name](world);
        const holder = holderIn(world.log, HAT);
        const isUsable = holder?.startsWith("player:") === true && world.custodians === 1;
        if (isUsable) expect([world.at, world.isOffered]).toEqual(["house", false]);
      }
    });
  });

  it("is withdrawn for good: a withdrawal ends once, and is never both done and returned", () => {
    forAllIn({ numRuns: 300 })(steps, (order) => {
      const world = new World();
      for (const name of order) STEPS[name](world);
      for (const id of IDS) {
        const ends = world.log.events.filter(
          ({ type, stream }) =>
            stream === `withdrawal:${id}` && /^Withdrawal(?:Done|Returned|Rejected|Cancelled)$/.test(type),
        );
        expect(ends.length).toBeLessThanOrEqual(1);
      }
    });
  });

  it("reaches its owner, who has it on sight afterwards, if nothing prevents it", () => {
    forAllIn({ numRuns: 100 })(
      fc.array(fc.constantFrom("claim", "week", "syncOfAlice", "syncOfBob" as const), { maxLength: 6 }),
      (noise) => {
        const world = new World();
        for (const name of [
          ...noise,
          "ask",
          "week",
          "approveToo",
          ...noise,
          "send",
          "accept",
          ...noise,
          "syncOfAlice",
        ] as const)
          STEPS[name](world);
        expect([world.status, holderIn(world.log, HAT), world.custodians]).toEqual([
          "done",
          `player:${ALICE}`,
          0,
        ]);
      },
    );
  });
});
