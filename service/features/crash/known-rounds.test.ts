import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Core } from "#service/http/deps.ts";
import { KnownRounds } from "./known-rounds.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ROW = { game_id: "g", currency: "RBX", opened_position: 1n, ended_as: null };

/** Rounds whose look-ups are answered on demand. */
function slowRounds() {
  const asked: ((rows: readonly object[]) => void)[] = [];
  const reads = {
    ask: () => new Promise<readonly object[]>((resolve) => void asked.push(resolve)),
    reaching: () => reads,
  };
  const core = { reads, writer: { head: { position: 1 } } } as unknown as Pick<Core, "reads" | "writer">;
  return { rounds: new KnownRounds(core), asked };
}

it("looks a round's game up once for all concurrent cash-outs, and never again", async () => {
  const { rounds, asked } = slowRounds();
  const all = Array.from({ length: 200 }, () => rounds.find("r"));
  asked[0]?.([ROW]);
  const name = { gameId: "g", currency: "RBX", roundId: "r" };
  expect(new Set(await Promise.all(all))).toEqual(new Set([name]));
  expect(await rounds.find("r")).toEqual(name);
  expect(asked).toHaveLength(1);
});

it("repeats a look-up that hangs", async () => {
  const { rounds, asked } = slowRounds();
  const all = [rounds.find("r"), rounds.find("r")];
  vi.advanceTimersByTime(1_000);
  expect(asked).toHaveLength(2);
  asked[1]?.([ROW]);
  expect(await Promise.all(all)).toMatchObject([{ gameId: "g" }, { gameId: "g" }]);
});

it("repeats a look-up that found nothing, as the round may exist by now", async () => {
  const { rounds, asked } = slowRounds();
  const first = rounds.find("r");
  asked[0]?.([]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.([]);
  expect(await first).toBeNull();
  const second = rounds.find("r");
  asked[2]?.([ROW]);
  expect(await second).toMatchObject({ gameId: "g" });
});
