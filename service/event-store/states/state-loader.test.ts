import { describe, expect, it } from "vitest";
import { playerAccount } from "#domain/accounts/account.ts";
import type { Row, Sql, Statement } from "#projections/kernel/sql.ts";
import type { Need } from "./not-loaded.ts";
import { StateLoader, unpin } from "./state-loader.ts";
import { States } from "./states.ts";

const NO_SECRETS = {
  has: () => true,
  load: async () => undefined,
  forCommand: () => {
    throw new Error("no command is decided");
  },
};
const needOf = (player: string): Need => ({ holding: { account: playerAccount(player), asset: "RBX" } });

/** A database that holds each load until released, and records what it asked for. */
function slowDatabase() {
  const asked: string[] = [];
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const run = async <R extends Row>({ values = [] }: Statement): Promise<readonly R[]> => {
    asked.push(String(values[1]));
    await gate;
    if (asked.at(-1)?.includes("bad")) throw new Error("this cannot be read");
    const accounts = String(values[1]).replace(/[{}"]/g, "").split(",");
    return accounts.map((account) => ({ as_of: 1n, account, asset: "RBX", amount: 5n, number: 1n })) as never;
  };
  return { sql: { run } as unknown as Sql, asked, letGo: () => letGo() };
}

describe("loads after cache misses", () => {
  const loaderOf = () => {
    const states = new States({ streams: 10, holdings: 10 }, ["RBX"]);
    return {
      states,
      loader: new StateLoader(states, { secrets: NO_SECRETS, eventTypes: {}, logId: 1 }),
    };
  };

  it("become one load while another is under way", async () => {
    const { states, loader } = loaderOf();
    const { sql, asked, letGo } = slowDatabase();
    const first = loader.load([needOf("a")], sql);
    await Promise.resolve();
    const waiting = [["b"], ["c", "d"], ["b"]].map((names) => loader.load(names.map(needOf), sql));
    letGo();
    await first;
    const loaded = await Promise.all(waiting);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain("player:b");
    expect(asked[1]).toContain("player:d");
    for (const name of ["a", "b", "c", "d"]) expect(states.holding(`player:${name}`, "RBX")?.amount).toBe(5n);
    expect(loaded[0]).toBe(loaded[2]);
  });

  it("fail only the asker of what cannot be read", async () => {
    const { states, loader } = loaderOf();
    const { sql, letGo } = slowDatabase();
    letGo();
    const asked = ["a", "bad", "c"].map((name) => loader.load([needOf(name)], sql));
    const answers = await Promise.allSettled(asked);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(states.holding("player:c", "RBX")?.amount).toBe(5n);
  });

  it("keep what they found until every asker has unpinned it", async () => {
    const { states, loader } = loaderOf();
    const { sql, letGo } = slowDatabase();
    letGo();
    const loads = await Promise.all([loader.load([needOf("a")], sql), loader.load([needOf("a")], sql)]);
    const entry = states.holding("player:a", "RBX");
    expect(entry?.pins).toBe(2);
    unpin(loads[0] ?? []);
    expect(entry?.pins).toBe(1);
    unpin(loads[1] ?? []);
    expect(entry?.pins).toBe(0);
  });

  it("are split when there are very many needs", async () => {
    const { loader } = loaderOf();
    const { sql, asked, letGo } = slowDatabase();
    letGo();
    const many = Array.from({ length: 2_500 }, (_, index) => needOf(`p${index}`));
    await Promise.all([
      loader.load(many, sql),
      loader.load(
        many.map((_, i) => needOf(`q${i}`)),
        sql,
      ),
    ]);
    expect(asked).toHaveLength(2);
  });
});
