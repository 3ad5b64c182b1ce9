import { expect, it } from "vitest";
import type { LiveMessage } from "#domain/features/topics.ts";
import type { Deps } from "#service/http/deps.ts";
import { Reviewer } from "./reviewer.ts";

const PLAYER = { playerId: "p_alice", session: "s", isListed: false } as const;
const at = (position: number): LiveMessage => ({ topic: "reviews", position });

/** A reviewer's listener, with read models that advance on demand. */
function anEar() {
  const heard: number[] = [];
  const waits: { readonly position: number; readonly reach: (isReached: boolean) => void }[] = [];
  let roles: readonly string[] = [];
  const deps = {
    reads: {
      whenReached: (_names: readonly string[], position: number) =>
        new Promise<boolean>((reach) => waits.push({ position, reach })),
    },
    access: { standingOf: async () => ({ roles, suspension: null }) },
    log: { warn: () => undefined },
  } as unknown as Deps;
  const reviewer = new Reviewer(PLAYER, deps, { send: ({ position }) => heard.push(position), head: 10 });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    reviewer,
    heard,
    awaited: () => waits.map(({ position }) => position),
    /** Answers the oldest query, with the roles as of then. */
    answer: async (isReached: boolean, now: readonly string[] = roles) => {
      roles = now;
      waits.shift()?.reach(isReached);
      await settle();
    },
  };
}

it("keeps the newest message of each topic until the roles are known", async () => {
  const { reviewer, heard, awaited, answer } = anEar();
  expect(awaited()).toEqual([10]);
  reviewer.hear(at(11));
  reviewer.hear(at(12));
  expect(heard).toEqual([]);
  await answer(true, ["moderator"]);
  expect(heard).toEqual([12]);
  reviewer.hear(at(13));
  expect(heard).toEqual([12, 13]);
});

it("sends nothing to a listener without a role, neither kept nor new messages", async () => {
  const { reviewer, heard, answer } = anEar();
  reviewer.hear(at(11));
  await answer(true);
  reviewer.hear(at(12));
  expect(heard).toEqual([]);
});

it("ignores roles from before a change, however far behind the read models are", async () => {
  const { reviewer, heard, awaited, answer } = anEar();
  await answer(true, ["admin"]);
  reviewer.rolesChanged(20);
  reviewer.hear(at(21));
  await answer(false);
  await answer(false);
  expect(awaited()).toEqual([20]);
  expect(heard).toEqual([]);
  await answer(true, []);
  reviewer.hear(at(22));
  expect(heard).toEqual([]);
});

it("ignores the answer to an older query", async () => {
  const { reviewer, heard, answer } = anEar();
  reviewer.rolesChanged(20);
  reviewer.hear(at(21));
  await answer(true, ["admin"]);
  expect(heard).toEqual([]);
  await answer(true, []);
  expect(heard).toEqual([]);
});

it("stops querying for a closed listener", async () => {
  const { reviewer, awaited, answer } = anEar();
  reviewer.close();
  await answer(false, ["admin"]);
  expect(awaited()).toEqual([]);
});
