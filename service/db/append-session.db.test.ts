import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import type { Statement } from "#projections/kernel/sql.ts";
import { type AppendSession, NotCommittedError, SessionBusyError } from "#service/db/append-session.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { classify, sqlState } from "#service/db/errors.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

/** Short, but longer than a busy machine takes between two statements of a turn. */
const limits = { statementTimeoutMs: 3_000, lockTimeoutMs: 2_000, idleInTransactionTimeoutMs: 1_000 };

const insert = (n: number): Statement => ({
  name: "insert",
  text: "insert into t values ($1) returning n",
  values: [n],
});
const count: Statement = { name: "count", text: "select count(*) as n from t" };

describeEachEngine("an append session", (engine) => {
  let db: OpenDatabase;
  let session: AppendSession;

  beforeEach(async () => {
    db = await engine.fresh({ migrated: false });
    await db.transaction((tx) =>
      tx.script("create table t (n int primary key deferrable initially deferred check (n < 100))"),
    );
    session = await db.openAppendSession(limits);
  });
  afterEach(async () => {
    await session.close();
    await db.close();
  });

  const stored = async () => (await db.query("select n from t order by n")).map((row) => row.n);

  it("runs one statement at a time on PGlite, and queues a second one on PostgreSQL", () => {
    expect(session.depth).toBe(engine.name === "postgres" ? 2 : 1);
    expect(session.isAlive).toBe(true);
  });

  it("commits each statement by itself and returns its rows", async () => {
    expect(await session.send(insert(1))).toEqual([{ n: 1 }]);
    expect(await stored()).toEqual([1]);
  });

  it("runs and answers statements in the order of sending", async () => {
    const answered: number[] = [];
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    await Promise.all(
      numbers.map(async (n) => {
        const [row] = await session.send({
          text: "insert into t select $1::int returning n, (select count(*) from t) as before",
          values: [n],
        });
        expect(row).toEqual({ n, before: BigInt(n) });
        answered.push(n);
      }),
    );
    expect(answered).toEqual(numbers);
  });

  it("plans a repeated statement once, however small its arrays are", async () => {
    await session.send({ text: "insert into t select generate_series(0, 50)" });
    const few: Statement = {
      name: "few",
      text: "select t.n from t join unnest($1::int[]) as asked(n) using (n)",
      values: ["{7}"],
    };
    for (let time = 0; time < 12; time += 1) expect(await session.send(few)).toEqual([{ n: 7 }]);
    const plans = "select custom_plans, generic_plans from pg_prepared_statements where name = 'few'";
    expect(await session.send({ text: plans })).toEqual([{ custom_plans: 0n, generic_plans: 12n }]);
  });

  it("lets a failing statement between two good ones fail alone", async () => {
    const results = await Promise.allSettled([
      session.send(insert(1)),
      session.send({ text: "insert into t values (2), (1 / 0)" }),
      session.send(insert(3)),
      session.send({ text: "select nothing" }),
      session.send(insert(4)),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(await stored()).toEqual([1, 3, 4]);
  });

  it("runs a named statement again after it failed", async () => {
    await expect(session.send(insert(100))).rejects.toMatchObject({ code: "23514" });
    expect(await session.send(insert(1))).toEqual([{ n: 1 }]);
    const late: Statement = { name: "late", text: "select n from later" };
    await expect(session.send(late)).rejects.toMatchObject({ code: "42P01" });
    await db.query("create table later (n int)");
    expect(await session.send(late)).toEqual([]);
  });

  it("reports a constraint that is checked only at the commit", async () => {
    await session.send(insert(1));
    const results = await Promise.allSettled([session.send(insert(1)), session.send(insert(2))]);
    expect(results.map((result) => result.status)).toEqual(["rejected", "fulfilled"]);
    expect(await stored()).toEqual([1, 2]);
  });

  describe("in a turn", () => {
    it("returns the rows of the opening statements, then those of the last, after the commit", async () => {
      await session.send(insert(1));
      const rows = await session.turn([count, { text: "select n from t" }], async (results) => {
        expect(results).toEqual([[{ n: 1n }], [{ n: 1 }]]);
        return insert(2);
      });
      expect(rows).toEqual([{ n: 2 }]);
      expect(await stored()).toEqual([1, 2]);
    });

    it("is one read committed transaction that accepts further queries", async () => {
      const rows = await session.turn([insert(1)], async (_, tx) => {
        expect(await tx.query("select current_setting('transaction_isolation') i")).toEqual([
          { i: "read committed" },
        ]);
        expect(await tx.run(count)).toEqual([{ n: 1n }]);
        return count;
      });
      expect(rows).toEqual([{ n: 1n }]);
    });

    it("returns null, and still commits, without a last statement", async () => {
      expect(await session.turn([insert(1)], async () => null)).toBeNull();
      expect(await stored()).toEqual([1]);
    });

    it("accepts an empty list of opening statements", async () => {
      expect(await session.turn([], async () => insert(1))).toEqual([{ n: 1 }]);
    });

    it("leaves nothing when the work throws", async () => {
      const turn = session.turn([insert(1)], async () => {
        throw new Error("decided otherwise");
      });
      await expect(turn).rejects.toThrow("decided otherwise");
      expect(await stored()).toEqual([]);
      expect(await session.send(insert(5))).toEqual([{ n: 5 }]);
    });

    it("leaves nothing when an opening statement fails, and does not start the work", async () => {
      let started = false;
      const turn = session.turn([insert(1), { text: "select 1 / 0" }, insert(2)], async () => {
        started = true;
        return null;
      });
      await expect(turn).rejects.toMatchObject({ code: "22012" });
      expect(started).toBe(false);
      expect(await session.send(count)).toEqual([{ n: 0n }]);
    });

    it("leaves nothing when the last statement fails", async () => {
      await expect(session.turn([insert(1)], async () => insert(100))).rejects.toMatchObject({
        code: "23514",
      });
      expect(await session.send(count)).toEqual([{ n: 0n }]);
    });

    it("leaves nothing when the commit itself fails", async () => {
      await expect(session.turn([insert(1)], async () => insert(1))).rejects.toMatchObject({ code: "23505" });
      expect(await session.send(count)).toEqual([{ n: 0n }]);
    });

    it("fails when the work swallowed an error and nothing was committed", async () => {
      const turn = session.turn([insert(1)], async (_, tx) => {
        await tx.query("select 1 / 0").catch(() => {});
        return null;
      });
      await expect(turn).rejects.toThrow(NotCommittedError);
      expect(await session.send(count)).toEqual([{ n: 0n }]);
    });

    it("refuses other statements, which would end up inside its transaction", async () => {
      await session.turn([], async () => {
        await expect(session.send(insert(1))).rejects.toThrow(SessionBusyError);
        await expect(session.turn([], async () => null)).rejects.toThrow(SessionBusyError);
        return null;
      });
      expect(await stored()).toEqual([]);
    });

    it("comes after statements sent before it", async () => {
      const sent = session.send({ text: "insert into t select 1 from pg_sleep(0.05)" });
      const [turned] = await Promise.all([
        session.turn([count], async (results) => {
          expect(results).toEqual([[{ n: 1n }]]);
          return insert(2);
        }),
        sent,
      ]);
      expect(turned).toEqual([{ n: 2 }]);
    });

    it("refuses use of its transaction after its end", async () => {
      let late: (() => Promise<unknown>) | null = null;
      await session.turn([], async (_, tx) => {
        late = async () => tx.run(insert(1));
        return null;
      });
      await expect((late as unknown as () => Promise<unknown>)()).rejects.toThrow("ended");
    });
  });

  it("does not report closing as a loss, and refuses work afterwards", async () => {
    let isLost = false;
    session.onLost(() => {
      isLost = true;
    });
    await session.close();
    await session.close();
    expect(session.isAlive).toBe(false);
    expect(isLost).toBe(false);
    await expect(session.send(insert(1))).rejects.toThrow();
  });

  if (engine.name === "postgres") postgresOnly();

  function postgresOnly(): void {
    const pidOf = async () =>
      Number((await session.send({ text: "select pg_backend_pid() as pid" }))[0]?.pid);
    const lossOf = () => new Promise<Error>((resolve) => session.onLost(resolve));

    it("sends without waiting for the previous answer", async () => {
      const [first, second] = await Promise.all(
        [0, 1].map(() => session.send({ text: "select clock_timestamp()::text as at, pg_sleep(0.05)" })),
      );
      const gapMs = Date.parse(String(second?.[0]?.at)) - Date.parse(String(first?.[0]?.at));
      expect(gapMs).toBeGreaterThanOrEqual(45);
    });

    it("sets its application name and time limits", async () => {
      const names = [
        "application_name",
        "statement_timeout",
        "lock_timeout",
        "idle_in_transaction_session_timeout",
      ];
      const settings = await Promise.all(
        names.map(
          async (name) =>
            (await session.send({ text: "select current_setting($1) as s", values: [name] }))[0]?.s,
        ),
      );
      expect(settings).toEqual(["florin test append", "3s", "2s", "1s"]);
    });

    it("reports a terminated backend at once, and fails statements in flight", async () => {
      const pid = await pidOf();
      const lost = lossOf();
      const inFlight = Promise.allSettled([
        session.send({ text: "select pg_sleep(1)" }),
        session.send(insert(1)),
      ]);
      await db.query("select pg_terminate_backend($1)", [pid]);
      expect(classify(await lost)).toBe("retry");
      for (const result of await inFlight)
        expect(result.status === "rejected" && classify(result.reason)).toBe("retry");
      expect(session.isAlive).toBe(false);
      await expect(session.send(insert(1))).rejects.toThrow();
      expect(await stored()).toEqual([]);
    });

    it("reports a loss only once, also to late callers", async () => {
      const pid = await pidOf();
      let losses = 0;
      session.onLost(() => {
        losses += 1;
      });
      await db.query("select pg_terminate_backend($1)", [pid]);
      await lossOf();
      await sleep(50);
      expect(losses).toBe(1);
      expect(await lossOf()).toBeInstanceOf(Error);
    });

    it("is lost when a turn idles, keeps nothing of it, and fails once its work is over", async () => {
      const lost = lossOf();
      let isOver = false;
      const turn = session.turn([insert(1)], async () => {
        await lost;
        await sleep(50);
        isOver = true;
        return insert(2);
      });
      await expect(turn).rejects.toThrow();
      expect(isOver).toBe(true);
      expect(classify(await lost)).toBe("retry");
      expect(await stored()).toEqual([]);
    });

    it("gives up on a statement that takes too long, and stays alive", async () => {
      const error: unknown = await session
        .send({ text: "select pg_sleep(5)" })
        .catch((thrown: unknown) => thrown);
      expect(sqlState(error)).toBe("57014");
      expect(classify(error)).toBe("retry");
      expect(await session.send(insert(1))).toEqual([{ n: 1 }]);
    });

    it("gives up on a lock that a rival holds too long, and stays alive", async () => {
      await session.send(insert(1));
      const rival = await engine.another(db);
      await rival?.transaction(async (tx) => {
        await tx.query("select n from t for update");
        const error: unknown = await session
          .turn([{ text: "select n from t for update" }], async () => null)
          .catch((thrown: unknown) => thrown);
        expect(sqlState(error)).toBe("55P03");
        expect(classify(error)).toBe("retry");
      });
      expect(await session.send(insert(2))).toEqual([{ n: 2 }]);
    });

    it("cannot be opened when no server answers", async () => {
      const url = new URL(inject("superuserUrl"));
      url.port = "1";
      const error: unknown = await openPostgres(url.href).catch((thrown: unknown) => thrown);
      expect(classify(error)).toBe("retry");
    });
  }
});
