import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { coinFlipped } from "#domain/features/house-flips/events.ts";
import {
  coinflipCancelled,
  coinflipExpired,
  coinflipOpened,
} from "#domain/features/live-coinflips/events.ts";
import { limitLowered, limitRaiseConfirmed } from "#domain/features/responsible-play/events.ts";
import { WINDOWS, type Window } from "#domain/features/responsible-play/rules.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { createSite, SITE_BEGINS_AT, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const use = { runs: 4, shrinks: false, msPerRun: 15_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });
const PROCESSES = 3;

const name = fc.constantFrom(
  { kind: "stake", window: "bet" } as const,
  ...(["loss", "wager"] as const).flatMap((kind) =>
    (["day", "week", "month"] as const).map((window) => ({ kind, window })),
  ),
);
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ as: fc.constant("flip" as const), stake: fc.integer({ min: 1, max: 30 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ as: fc.constant("offer" as const), stake: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ as: fc.constant("cancel" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      as: fc.constant("limit" as const),
      name,
      amount: fc.option(fc.integer({ min: 5, max: 150 }), { freq: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ as: fc.constant("confirm" as const), name }) },
);
const sent = fc.record({ command, at: fc.nat(PROCESSES - 1) });
/** The commands of a round are submitted at once. */
const courses = fc.array(
  fc.record({
    after: fc.constantFrom(0, MINUTE_MS, 6 * MINUTE_MS, 2 * HOUR_MS, 25 * HOUR_MS, 3 * DAY_MS),
    commands: fc.array(sent, { minLength: 2, maxLength: 8 }),
  }),
  { minLength: 4, maxLength: 12 },
);
type Course = typeof courses extends fc.Arbitrary<infer C> ? C : never;
type Command = Course[number]["commands"][number]["command"];

interface Counted {
  readonly kind: "loss" | "wager";
  readonly at: number;
  readonly amount: bigint;
}

interface Written extends Row {
  readonly type: string;
  readonly recorded_at: bigint;
  readonly payload: string;
}

/** Replays a player's log by the definition of limits, and reports any excess. */
class LimitOracle {
  readonly excesses: string[] = [];
  stakes = 0;
  readonly #limits = new Map<string, bigint>();
  readonly #counted: Counted[] = [];
  readonly #open = new Map<string, { readonly at: number; readonly stake: bigint }>();

  take({ type, recorded_at, payload: text }: Written): void {
    const at = Number(recorded_at);
    const payload = JSON.parse(text) as unknown;
    if (type === coinFlipped.type) {
      const { stake, payout } = payload as EventOf<typeof coinFlipped>["payload"];
      this.#stake(at, BigInt(stake));
      this.#counted.push({ kind: "loss", at, amount: -BigInt(payout) });
    } else if (type === coinflipOpened.type) {
      const { gameId, creator } = payload as EventOf<typeof coinflipOpened>["payload"];
      const stake = creator.stakes.reduce((sum, one) => sum + BigInt(one.amount), 0n);
      this.#stake(at, stake);
      this.#open.set(gameId, { at, stake });
    } else if (type === coinflipCancelled.type || type === coinflipExpired.type) {
      const { gameId } = payload as { readonly gameId: string };
      const open = this.#open.get(gameId);
      if (open !== undefined) this.#counted.push({ kind: "loss", at: open.at, amount: -open.stake });
    } else if (type === limitLowered.type || type === limitRaiseConfirmed.type) {
      const { kind, window, amount } = payload as EventOf<typeof limitRaiseConfirmed>["payload"];
      if (amount === null) this.#limits.delete(`${kind}:${window}`);
      else this.#limits.set(`${kind}:${window}`, BigInt(amount));
    }
  }

  #stake(at: number, stake: bigint): void {
    this.stakes += 1;
    for (const [limit, most] of this.#limits) {
      const [kind, window] = limit.split(":") as [string, Window | "bet"];
      const used = window === "bet" ? 0n : this.#used(kind, window, at);
      if (used + stake > most) this.excesses.push(`${stake} beside ${used} by ${limit} of ${most} at ${at}`);
    }
    for (const kind of ["wager", "loss"] as const) this.#counted.push({ kind, at, amount: stake });
  }

  #used(kind: string, window: Window, at: number): bigint {
    const { slotMs, spanMs } = WINDOWS[window];
    return this.#counted
      .filter((one) => one.kind === kind && at < (Math.floor(one.at / slotMs) + 1) * slotMs + spanMs)
      .reduce((sum, { amount }) => sum + amount, 0n);
  }
}

describeEachEngine("limits at three processes", (engine) => {
  let db: OpenDatabase;
  const sites: Site[] = [];
  const clock = { now: SITE_BEGINS_AT };
  let players = 0;

  beforeAll(async () => {
    db = await engine.fresh({ readModels: true });
    for (let n = 0; n < PROCESSES; n += 1) sites.push(await createSite(engine, { db, clock }));
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    await db.close();
  });

  /** A browser at each process. */
  async function browsers(): Promise<readonly Visitor[]> {
    players += 1;
    const [first, ...others] = sites;
    if (first === undefined) throw new Error("Three processes run");
    const player = await first.anew(`player${players}`);
    return [
      player,
      ...others.map((site) => {
        const other = site.visitor();
        for (const [cookie, value] of player.cookies) other.cookies.set(cookie, value);
        return other;
      }),
    ];
  }

  const offers = new Map<Visitor, string[]>();
  async function send(one: Visitor, asked: Command): Promise<void> {
    const play = "/api/responsible-play";
    if (asked.as === "flip")
      await one.post("/api/games/coinflip", { betAmount: asked.stake, betSide: "rbx" });
    else if (asked.as === "offer") {
      const answer = await one.post("/api/live-coinflips", { betAmount: asked.stake, betSide: "rbx" });
      const { id } = answer.body as { readonly id?: string };
      if (answer.status === 200 && id !== undefined) offers.set(one, [...(offers.get(one) ?? []), id]);
    } else if (asked.as === "cancel") {
      const id = offers.get(one)?.pop();
      if (id !== undefined) await one.post(`/api/live-coinflips/${id}/cancel`, {});
    } else if (asked.as === "confirm") await one.post(`${play}/limits/confirm`, asked.name);
    else await one.ask(`PUT ${play}/limits`, { ...asked.name, amount: asked.amount });
  }

  async function runCourse(course: Course): Promise<LimitOracle> {
    const visitors = await browsers();
    const [first] = visitors as [Visitor];
    const { id } = await first.user();
    for (const { after, commands } of course) {
      clock.now += after;
      await first.post("/api/responsible-play/reality-check/acknowledge", {});
      await Promise.all(commands.map(({ command: asked, at }) => send(visitors[at] ?? first, asked)));
    }
    const oracle = new LimitOracle();
    const written = await db.query<Written>(
      `select type, recorded_at, payload from events
        where stream = $1 or $1 = any (also_in) or payload like $2 order by position`,
      [`player:${id}`, `%"${id}"%`],
    );
    for (const one of written) oracle.take(one);
    return oracle;
  }

  describe("in any order of commands", () => {
    it("lets no stake of any kind exceed a valid limit", async () => {
      let stakes = 0;
      await forAllAsyncIn(propertySettings(use))(courses, async (course) => {
        const oracle = await runCourse(course);
        expect(oracle.excesses).toEqual([]);
        stakes += oracle.stakes;
      });
      expect(stakes).toBeGreaterThan(use.runs);
    });
  });
});
