import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { type Chatters, chattersOn, MESSAGES } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { createSite, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const use = { runs: 6, shrinks: false, msPerRun: 10_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });
const GAP_MS = 31_000;
const WRITERS = ["writer1", "writer2", "writer3"];

/** One action, or the restart of a process. */
type Step =
  | { readonly as: "write"; readonly who: number; readonly at: 0 | 1 }
  | { readonly as: "restart"; readonly at: 0 | 1 }
  | { readonly as: "mute" | "unmute"; readonly who: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      as: fc.constant("write" as const),
      who: fc.nat(WRITERS.length - 1),
      at: fc.constantFrom(0 as const, 1 as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      as: fc.constant("restart" as const),
      at: fc.constantFrom(0 as const, 1 as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      as: fc.constantFrom("mute" as const, "unmute" as const),
      who: fc.nat(WRITERS.length - 1),
    }),
  },
);
/** The steps of a round run at once. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 6 });

describeEachEngine("a chat room at two processes", (engine) => {
  let db: OpenDatabase;
  const sites: Site[] = [];
  const browsers: { [name: string]: readonly Visitor[] } = {};
  let chatters: Chatters;
  let now = Date.parse("2026-01-01T12:00:00.000Z");
  const ids: string[] = [];

  const open = async () => createSite(engine, { db, clock: { now } });
  const siteAt = (at: 0 | 1): Site => {
    const site = sites[at];
    if (site === undefined) throw new Error("Two processes run");
    return site;
  };
  /** A player's browser at a process that may have restarted. */
  function at(place: 0 | 1, visitor: Visitor): Visitor {
    const other = siteAt(place).visitor();
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
    return other;
  }
  beforeAll(async () => {
    db = await engine.fresh({ readModels: true });
    sites.push(await open(), await open());
    chatters = await chattersOn(siteAt(0));
    await chatters.levelMin(1);
    for (const name of WRITERS) {
      const visitor = await siteAt(0).player(name);
      browsers[name] = [visitor];
      ids.push((await visitor.user()).id);
    }
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    await db.close();
  });

  let number = 0;
  const later = () => {
    now += GAP_MS;
    for (const site of sites) site.clock.now = now;
  };
  const writer = (who: number, place: 0 | 1) => at(place, browsers[WRITERS[who] ?? ""]?.[0] as Visitor);
  const muted = new Set<number>();

  async function run(steps: readonly Step[]): Promise<void> {
    later();
    const restarts = new Set(steps.flatMap((one) => (one.as === "restart" ? [one.at] : [])));
    for (const place of restarts) {
      await siteAt(place).close();
      sites[place] = await open();
    }
    // Mutes and their ends are answered before anybody writes.
    for (const one of steps) {
      if (one.as !== "mute" && one.as !== "unmute") continue;
      const moderator = at(1, chatters.moderator);
      const body = { userId: ids[one.who], minutes: 1_440, reason: "For the test" };
      const path = `/api/chat/mutes/${ids[one.who]}`;
      if (one.as === "mute") expect((await moderator.post("/api/chat/mutes", body)).status).toBe(200);
      else await moderator.ask(`DELETE ${path}`, { reason: "For the test" });
      if (one.as === "mute") muted.add(one.who);
      else muted.delete(one.who);
    }
    const writes = steps.flatMap((one) => (one.as === "write" ? [one] : []));
    const answers = await Promise.all(
      writes.map(async ({ who, at: place }) => {
        number += 1;
        return { who, answer: await writer(who, place).post(MESSAGES, { message: `Message ${number}` }) };
      }),
    );
    for (const { who, answer } of answers) {
      if (muted.has(who)) expect([answer.status, answer.code]).toEqual([403, "muted"]);
      else expect([200, 429]).toContain(answer.status);
    }
  }

  const positions = (messages: readonly ChatMessage[]) => messages.map(({ position }) => position);
  async function everything(place: 0 | 1): Promise<readonly ChatMessage[]> {
    const reader = at(place, chatters.alice);
    const all: ChatMessage[] = [];
    for (let after = 0; ; ) {
      // A reader who was away requests what came after their last message.
      const path = after === 0 ? `${MESSAGES}?before=3` : `${MESSAGES}?after=${after}&limit=2`;
      const page = (await reader.get(path)).body as ChatMessage[];
      if (page.length === 0) return all;
      all.push(...page.toReversed());
      after = all.at(-1)?.position ?? 0;
    }
  }

  describe("keeps one order", () => {
    it("without a gap, the same for every reader; muted players write nothing, even across restarts", async () => {
      await forAllAsyncIn(propertySettings(use))(rounds, async (all) => {
        for (const steps of all) await run(steps);
        const [one, two] = [await everything(0), await everything(1)];
        expect(one).toEqual(two);
        expect(positions(one)).toEqual(one.map((_, index) => index + 1));
        const rows = await db.query<Row & { id: string }>("select id from chat_messages order by seq");
        expect(rows.map(({ id }) => id)).toEqual(one.map(({ id }) => id));
        const times = one.map(({ createdAt }) => createdAt);
        expect(times).toEqual(times.toSorted());
      });
    });
  });
});
