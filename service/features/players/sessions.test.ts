import { expect, it } from "vitest";
import type { Database, Row } from "#projections/kernel/sql.ts";
import { Sessions } from "./sessions.ts";

const ROW: Row = { player_id: "p_alice", platform_id: "1", created_at: 0n, last_seen_at: 0n };

/** A database with one session in it, that answers when it is told to. */
function slowDatabase(): { readonly db: Database; readonly answer: () => void } {
  let isThere = true;
  let answer = (): void => {};
  const db = {
    query: async () => {
      isThere = false;
      return [];
    },
    run: () => {
      const rows = isThere ? [ROW] : [];
      return new Promise((resolve) => {
        answer = () => resolve(rows);
      });
    },
  } as unknown as Database;
  return { db, answer: () => answer() };
}

it("a session that is ended while it is looked up stays ended", async () => {
  const { db, answer } = slowDatabase();
  const sessions = new Sessions(db, () => 1_000);
  const token = "A".repeat(43);
  const finding = sessions.find(token);
  await sessions.end(token);
  answer();
  expect(await finding).toBeNull();
  expect(await sessions.find(token)).toBeNull();
});

it("a session is no fresher than the moment it begins", async () => {
  const written: unknown[] = [];
  const query = async (_: string, values: readonly unknown[]) => {
    if (values.length > 1) written.push(values[4]);
    return [];
  };
  const sessions = new Sessions({ query } as unknown as Database, () => 1_000);
  for (const freshAt of [null, 999, 1_001]) await sessions.begin("p_alice", { freshAt });
  expect(written).toEqual([null, 999, 1_000]);
});
