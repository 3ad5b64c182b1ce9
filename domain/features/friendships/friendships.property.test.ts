import fc from "fast-check";
import { expect, it } from "vitest";
import { answers, asks, parts, twoIn } from "../../testing/friends.ts";
import { GivenLog } from "../../testing/given.ts";
import { forAllIn } from "../../testing/properties/for-all.ts";

const NAMES = ["p_a", "p_b", "p_c"];
const who = fc.constantFrom(...NAMES);
const act = fc.record({
  as: fc.constantFrom(
    ...(["ask", "accepted", "declined", "cancelled", "unfriend", "block", "unblock"] as const),
  ),
  by: who,
  to: who,
  request: fc.nat(8),
  passes: fc.constantFrom(0, 86_400_000, 8 * 86_400_000),
});

const pairs = NAMES.flatMap((one, at) => NAMES.slice(at + 1).map((other) => [one, other] as const));

it("both players always see one state, which equals a recount, after any actions", () => {
  forAllIn({ numRuns: 300 })(fc.array(act, { maxLength: 40 }), (acts) => {
    const log = new GivenLog();
    let asked = 0;
    for (const { as, by, to, request, passes } of acts) {
      log.at += passes;
      const decision =
        as === "ask"
          ? asks(by, to, { requestId: `freq_${asked}` })(log)
          : as === "accepted" || as === "declined" || as === "cancelled"
            ? answers(by, as, `freq_${request}`)(log)
            : parts(as, by, to)(log);
      if ("refused" in decision) continue;
      asked += as === "ask" ? 1 : 0;
      log.append(decision.events);
    }
    const count = Object.fromEntries(NAMES.map((name) => [name, { friends: 0, open: 0, blocks: 0 }]));
    for (const [one, other] of pairs) {
      const { friendship } = twoIn(log, one, other);
      expect(twoIn(log, other, one).friendship).toEqual(friendship);
      const { relation, blockedBy } = friendship;
      if (blockedBy.length > 0) expect(relation.as).toBe("none");
      expect(new Set(blockedBy).size).toBe(blockedBy.length);
      for (const name of [one, other]) {
        const of = count[name];
        if (of === undefined) continue;
        of.friends += relation.as === "friends" ? 1 : 0;
        of.open += relation.as === "requested" && relation.by === name ? 1 : 0;
        of.blocks += blockedBy.includes(name) ? 1 : 0;
      }
    }
    for (const name of NAMES) expect(twoIn(log, name, "p_z").own).toMatchObject(count[name] ?? {});
  });
});
