import { expect, it } from "vitest";
import type { Database, Row } from "#projections/kernel/sql.ts";
import { hashSessionToken, SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from "./session-token.ts";
import { SESSION_DUE_MS, SESSION_SEEN_EVERY_MS, SESSION_TRUST_MS, Sessions } from "./sessions.ts";

const TOKEN = "A".repeat(43);
const ROW: Row = {
  token_hash: hashSessionToken(TOKEN),
  ...{ player_id: "p_alice", platform_id: "1", created_at: 0n, last_seen_at: 0n },
};

/** A database with one session, which answers and deletes on demand. */
function slowDatabase() {
  const waiting: { answer: () => void; remove: () => void } = { answer: () => {}, remove: () => {} };
  let isThere = true;
  const db = {
    query: () =>
      new Promise((resolve) => {
        waiting.remove = () => {
          resolve(isThere ? [ROW] : []);
          isThere = false;
        };
      }),
    run: () => {
      const rows = isThere ? [ROW] : [];
      return new Promise((resolve) => {
        waiting.answer = () => resolve(rows);
      });
    },
  } as unknown as Database;
  return { db, waiting };
}

it("a session ended during its look-up stays ended", async () => {
  const { db, waiting } = slowDatabase();
  const sessions = new Sessions(db, () => 1_000);
  const finding = sessions.find(TOKEN);
  const ending = sessions.end(TOKEN);
  waiting.remove();
  await ending;
  waiting.answer();
  expect(await finding).toBeNull();
  expect(await sessions.find(TOKEN)).toBeNull();
});

it("a session looked up during a slow end is over once ended", async () => {
  let now = 1_000;
  const { db, waiting } = slowDatabase();
  const sessions = new Sessions(db, () => now);
  const ending = sessions.end(TOKEN);
  expect(await sessions.find(TOKEN)).toBeNull();
  now += SESSION_TRUST_MS;
  const finding = sessions.find(TOKEN);
  waiting.answer();
  expect(await finding).toMatchObject({ playerId: "p_alice" });
  waiting.remove();
  await ending;
  expect(await sessions.find(TOKEN)).toBeNull();
});

it("a session's fresh sign-in is no later than its beginning", async () => {
  const written: unknown[] = [];
  const query = async (_: string, values: readonly unknown[]) => {
    if (values.length > 1) written.push(values[4]);
    return [];
  };
  const sessions = new Sessions({ query } as unknown as Database, () => 1_000);
  for (const freshAt of [null, 999, 1_001]) await sessions.begin("p_alice", { freshAt });
  expect(written).toEqual([null, 999, 1_000]);
});

const TOKENS = ["A", "B", "C"].map((letter) => letter.repeat(43));

/** A database with a session for each token, which counts the sessions per query and can remove one. */
function countingDatabase() {
  const there = new Set(TOKENS.map(hashSessionToken));
  const asked: number[] = [];
  const db = {
    run: async ({ values }: { readonly values: readonly string[] }) => {
      const hashes = [...there].filter((hash) => values[0]?.includes(String(hash)));
      asked.push(String(values[0]).split(",").length);
      return hashes.map((hash) => ({ ...ROW, token_hash: hash, player_id: `p_${hash}` }));
    },
  } as unknown as Database;
  return { db, asked, remove: (token: string) => there.delete(hashSessionToken(token)) };
}

it("sessions in use are looked up together, each before its trust ends", async () => {
  let now = 1_000;
  const { db, asked, remove } = countingDatabase();
  const sessions = new Sessions(db, () => now);
  for (const token of TOKENS) await sessions.find(token);
  expect(asked).toEqual([1, 1, 1]);
  const [first = "", second = "", unused = ""] = TOKENS;
  now += SESSION_DUE_MS;
  for (const token of [first, second]) expect(sessions.known(token)).toMatchObject({ platformId: "1" });
  now = 1_000 + SESSION_TRUST_MS;
  remove(second);
  for (const token of TOKENS) expect(sessions.known(token)).toBeUndefined();
  expect(await sessions.find(first)).toMatchObject({ platformId: "1" });
  expect(asked).toEqual([1, 1, 1, 2]);
  expect(sessions.known(second)).toBeNull();
  expect(sessions.known(unused)).toBeUndefined();
});

/** The same, but answers on demand while held, and ends sessions at once. */
function heldDatabase() {
  const { db, remove } = countingDatabase();
  const answers: (() => void)[] = [];
  const held = { answers, is: false };
  const slow = {
    run: async (query: Parameters<Database["run"]>[0]) => {
      const rows = await db.run(query);
      if (held.is) await new Promise<void>((resolve) => answers.push(resolve));
      return rows;
    },
    query: async (_: string, [hash]: readonly string[]) => [{ token_hash: hash }],
  } as unknown as Database;
  return { db: slow, held, remove };
}

it("a session ended during a shared look-up stays ended", async () => {
  let now = 1_000;
  const { db, held } = heldDatabase();
  const sessions = new Sessions(db, () => now);
  const [, second = "", other = ""] = TOKENS;
  await sessions.find(second);
  now += SESSION_DUE_MS;
  sessions.known(second);
  held.is = true;
  const early = sessions.find(other);
  await settled();
  await sessions.end(second);
  for (const answer of held.answers) answer();
  expect(await early).toMatchObject({ platformId: "1" });
  expect(sessions.known(second)).toBeNull();
});

it("an answer to an older query does not replace a newer one", async () => {
  let now = 1_000;
  const { db, held, remove } = heldDatabase();
  const sessions = new Sessions(db, () => now);
  const [first = "", second = "", other = ""] = TOKENS;
  for (const token of [first, second]) await sessions.find(token);
  now += SESSION_DUE_MS;
  sessions.known(second);
  held.is = true;
  // This slow query includes the second session.
  const early = sessions.find(other);
  await settled();
  now = 1_000 + SESSION_TRUST_MS;
  remove(second);
  const late = sessions.find(second);
  await settled();
  expect(held.answers).toHaveLength(2);
  for (const answer of held.answers) {
    answer();
    await settled();
  }
  expect(await early).toMatchObject({ platformId: "1" });
  expect(await late).toBeNull();
  expect(sessions.known(second)).toBeNull();
});

/** A database with one session, begun and last used at these instants, which notes each recorded use. */
function datedDatabase(createdAt: number, lastSeenAt = createdAt) {
  const uses: unknown[] = [];
  const row = { ...ROW, created_at: BigInt(createdAt), last_seen_at: BigInt(lastSeenAt) };
  const db = {
    run: async () => [row],
    query: async (_: string, values: readonly unknown[]) => {
      uses.push(values[1]);
      return [];
    },
  } as unknown as Database;
  return { db, uses };
}

it("a session is known without a query for as long as it is trusted, and nothing else is", async () => {
  let now = 1_000;
  const sessions = new Sessions(datedDatabase(0).db, () => now);
  expect([sessions.known(TOKEN), sessions.remembered(TOKEN)]).toEqual([undefined, null]);
  for (const none of [null, "", "short"]) {
    expect([sessions.known(none), sessions.remembered(none), await sessions.find(none)]).toEqual([
      null,
      null,
      null,
    ]);
    await sessions.end(none);
  }
  const found = await sessions.find(TOKEN);
  expect(found).toMatchObject({ playerId: "p_alice" });
  now += SESSION_TRUST_MS - 1;
  expect(sessions.known(TOKEN)).toBe(found);
  now += 1;
  expect([sessions.known(TOKEN), sessions.remembered(TOKEN)]).toEqual([undefined, found]);
});

it("a session's last use is recorded once a minute", async () => {
  let now = SESSION_SEEN_EVERY_MS - 1;
  const { db, uses } = datedDatabase(0);
  const sessions = new Sessions(db, () => now);
  await sessions.find(TOKEN);
  expect([sessions.known(TOKEN), uses]).toEqual([expect.anything(), []]);
  now += 1;
  // Only `find` records it.
  expect(sessions.known(TOKEN)).toBeUndefined();
  await sessions.find(TOKEN);
  await sessions.find(TOKEN);
  expect([sessions.known(TOKEN), uses]).toEqual([expect.anything(), [SESSION_SEEN_EVERY_MS]]);
});

it.each([
  ["used for a week", SESSION_IDLE_MS, 0],
  ["renewed for a month", SESSION_ABSOLUTE_MS, SESSION_ABSOLUTE_MS - 1],
])("a session that was not %s is over, a moment earlier it is not", async (_, expiresAt, lastSeenAt) => {
  const { db, uses } = datedDatabase(0, lastSeenAt);
  let now = expiresAt - 1;
  const sessions = new Sessions(db, () => now);
  const hash = hashSessionToken(TOKEN) ?? "";
  expect(await sessions.find(TOKEN)).toMatchObject({ playerId: "p_alice" });
  const used = uses.length;
  expect([...(await sessions.over([hash, "gone"]))]).toEqual(["gone"]);
  const later = new Sessions(db, () => now);
  now = expiresAt;
  expect([await later.find(TOKEN), later.known(TOKEN), uses.length]).toEqual([null, null, used]);
  expect([...(await later.over([hash]))]).toEqual([hash]);
});

/** Waits until all pending promises have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
