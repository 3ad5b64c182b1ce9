import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OpenDatabase } from "#service/db/database.ts";
import { classify } from "#service/db/errors.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { asSuperuser, type PostgresServer, startPostgres } from "#service/lab/testing/databases/postgres.ts";
import { SuperuserSession } from "#service/lab/testing/databases/superuser.ts";

const limits = { statementTimeoutMs: 2_000, lockTimeoutMs: 500, idleInTransactionTimeoutMs: 1_000 };
const timeoutMs = 60_000;

describe("a PostgreSQL of our own", { timeout: timeoutMs }, () => {
  let server: PostgresServer | null = null;
  let folder: string | null = null;
  const started = async (options: Parameters<typeof startPostgres>[0] = {}): Promise<PostgresServer> => {
    server = await startPostgres(options);
    return server;
  };
  afterEach(async () => {
    await server?.stop();
    server = null;
    if (folder !== null) await rm(folder, { recursive: true });
    folder = null;
  });

  it("creates and drops databases, runs with the requested settings, and leaves nothing behind", async () => {
    const own = await started({ settings: { work_mem: "7MB" } });
    const db = await openPostgres(await own.createDatabase("one"));
    expect(
      await db.query(
        "select current_setting('work_mem') w, current_setting('fsync') f, current_user::text u",
      ),
    ).toEqual([{ w: "7MB", f: "off", u: "florin" }]);
    await own.dropDatabase("one");
    await expect(db.query("select 1")).rejects.toThrow();
    await db.close();
    const pid = own.pid();
    await own.stop();
    expect(() => process.kill(pid, 0)).toThrow();
    expect(existsSync(dirname(own.logFile))).toBe(false);
  });

  it("uses one connection of its superuser, and another once that was terminated", async () => {
    const own = await started();
    const superuser = new SuperuserSession(own.superuserUrl);
    const db = await openPostgres(own.superuserUrl);
    const note = "insert into backends select pg_backend_pid()";
    const backends = () => db.query("select count(*) as told, count(distinct pid) as backends from backends");
    await superuser.run("create table backends (pid int)");
    await Promise.all([superuser.run(note), superuser.run(note)]);
    expect(await backends()).toEqual([{ told: 2n, backends: 1n }]);
    await asSuperuser(own.superuserUrl, "select pg_terminate_backend(pid, 5000) from backends limit 1");
    await vi.waitFor(() => superuser.run(note), { timeout: timeoutMs });
    expect(await backends()).toEqual([{ told: 3n, backends: 2n }]);
    await superuser.close();
    await db.close();
  });

  it("waits for the disk when told to, and answers by its Unix socket too", async () => {
    const own = await started({ fsync: true });
    for (const [url, isSocket] of [[own.url, false] as const, [own.socketUrl, true] as const]) {
      const db = await openPostgres(url);
      const [found] = await db.query(
        "select current_setting('fsync') as fsync, inet_server_addr() is null as socket",
      );
      expect(found).toEqual({ fsync: "on", socket: isSocket });
      await db.close();
    }
  });

  it("keeps the data in a folder of the caller's", async () => {
    folder = await mkdtemp(join(tmpdir(), "florin-pg-test-"));
    await chmod(folder, 0o755);
    const own = await started({ dataFolder: join(folder, "data") });
    const url = new URL(await own.createDatabase("kept"));
    await own.stop();
    const again = await started({ dataFolder: join(folder, "data") });
    url.port = String(again.port);
    const db = await openPostgres(url.href);
    expect(await db.query("select 1 as one")).toEqual([{ one: 1 }]);
    await db.close();
  });

  it("shows the server's own log when it does not start", async () => {
    await expect(startPostgres({ settings: { nonsense: "1" } })).rejects.toThrow("nonsense");
  });

  it("ends, and its folder goes, when the process that started it is killed", async () => {
    const code = `import { startPostgres } from "#service/lab/testing/databases/postgres.ts";
      const server = await startPostgres(); console.log(JSON.stringify([server.pid(), server.logFile]));
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const line = await new Promise<string>((resolve) =>
      child.stdout.once("data", (data) => resolve(String(data))),
    );
    const [pid, logFile] = JSON.parse(line) as [number, string];
    process.kill(pid, 0);
    child.kill("SIGKILL");
    const giveUpAt = performance.now() + 10_000;
    while (existsSync(dirname(logFile)) && performance.now() < giveUpAt) await sleep(20);
    expect(existsSync(dirname(logFile))).toBe(false);
    expect(isRunning(pid)).toBe(false);
  });

  describe("when it is killed and comes back", () => {
    const opened = async (own: PostgresServer, errors: Error[] = []): Promise<OpenDatabase> => {
      const db = await openPostgres(await own.createDatabase("app"), {
        onError: (error) => errors.push(error),
      });
      await db.query("create table t (n int)");
      return db;
    };

    it("keeps every commit that was answered", async () => {
      const own = await started({ fsync: true });
      const db = await opened(own);
      const session = await db.openAppendSession(limits);
      const lost = new Promise<Error>((resolve) => session.onLost(resolve));
      await session.send({ text: "insert into t values (1)" });
      const inFlight = session
        .send({ text: "insert into t select 2 from pg_sleep(1)" })
        .catch((error: unknown) => error);
      await own.kill9Postmaster();
      expect(classify(await lost)).toBe("retry");
      expect(classify(await inFlight)).toBe("retry");
      await session.close();
      await own.restart();
      expect(await db.query("select n from t")).toEqual([{ n: 1 }]);
      await db.close();
    });

    it("fails queries meanwhile as retryable, and serves afterwards", async () => {
      const own = await started();
      const db = await opened(own);
      await Promise.all([1, 2, 3].map(() => db.query("select pg_sleep(0.01)")));
      await own.kill9Postmaster();
      const meanwhile = [
        db.query("select 1"),
        db.transaction((tx) => tx.query("select 1")),
        db.openAppendSession(limits),
      ];
      for (const result of await Promise.allSettled(meanwhile))
        expect(result.status === "rejected" && classify(result.reason)).toBe("retry");
      await own.restart();
      expect(await db.query("select count(*) as n from t")).toEqual([{ n: 0n }]);
      await db.close();
    });

    it("delivers notifications again", async () => {
      const own = await started();
      const errors: Error[] = [];
      const db = await opened(own, errors);
      const heard: string[] = [];
      const stop = await db.listen("news", (payload) => heard.push(payload));
      await own.kill9Postmaster();
      await own.restart();
      const giveUpAt = performance.now() + 20_000;
      while (heard.length === 0 && performance.now() < giveUpAt)
        await db.query("select pg_notify('news', 'again'), pg_sleep(0.02)").catch(() => {});
      expect(heard[0]).toBe("again");
      expect(errors.length).toBeGreaterThan(0);
      await stop();
      await db.close();
    });

    it("does not end this process when a connection breaks in the middle of a transaction", async () => {
      const own = await started();
      const db = await opened(own);
      const failing = db.transaction(async (tx) => {
        await tx.query("insert into t values (1)");
        await own.kill9Postmaster();
        await own.restart();
        await tx.query("insert into t values (2)");
      });
      await expect(failing).rejects.toThrow();
      expect(await db.query("select n from t")).toEqual([]);
      await db.close();
    });
  });
});

// A zombie, ended but not waited for, is not running.
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
