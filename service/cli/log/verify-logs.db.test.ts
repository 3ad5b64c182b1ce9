import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { transits } from "#service/features/transits/feature.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import { unpackPgliteFolder } from "#service/lab/testing/databases/pglite-folders.ts";
import { severalLogs } from "#service/lab/testing/logs/several-logs.ts";
import { runTool } from "#service/lab/testing/rehearsals/tools.ts";
import { verifyTool } from "./verify-tool.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-verify-logs-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const verify = (files: readonly string[], ...more: readonly string[]) =>
  runTool(verifyTool, ["--logs", files.map(at).join(","), ...more], { DATA_DIR: at("nothing") });

describe("the logs of a site", () => {
  /** The ids of log 1's admins on the platform. */
  const staff = { admin: "", deputy: "" };

  beforeAll(async () => {
    const logs = severalLogs({ name: "pglite" } as never, 2);
    const dbs = [];
    for (const id of [1, 2]) {
      await unpackPgliteFolder(at(`data${id}`), "migrated");
      const db = await openPglite(at(`data${id}`));
      dbs.push(db);
      await logs.start(id, { db, config: { headsFile: at(`heads${id}.jsonl`) } });
      const settings = [
        `LOG_ID=${id}`,
        `DATA_DIR=${at(`data${id}`)}`,
        `HEADS_FILE=${at(`heads${id}.jsonl`)}`,
        `HEAD_KEYS=${logs.headKeyOf(id)}`,
      ];
      await writeFile(at(`log${id}.env`), settings.join("\n"));
    }
    await writeFile(at("wrong.env"), [`LOG_ID=2`, `DATA_DIR=${at("data1")}`].join("\n"));
    const one = logs.site(1);
    // Log 1 before anything left it, like an old backup.
    const early = await openPglite(at("early1"), { loadDataDir: await dbs[0]!.dump() });
    await early.close();
    const settings = [`LOG_ID=1`, `DATA_DIR=${at("early1")}`, `HEADS_FILE=${at("none.jsonl")}`];
    await writeFile(at("early1.env"), [...settings, `HEAD_KEYS=${logs.headKeyOf(1)}`].join("\n"));
    for (const like of ["admin", "deputy"] as const) staff[like] = subOf(logs.nameIn(1, like));
    const admin = await one.player(logs.nameIn(1, "admin"));
    const deputy = await one.player(logs.nameIn(1, "deputy"));
    const send = async (amount: number) => {
      const body = { log: 2, currency: "TIX", amount, reason: "There it is needed" };
      const { body: answer } = await admin.post("/api/admin/transits", body);
      const { proposal } = endpoints.sendBank.answers[202].parse(answer);
      (await deputy.post(`/api/admin/proposals/${proposal.id}/confirm`, {})).as(endpoints.confirmProposal);
    };
    await send(10);
    await transits.of(one.service.deps).courier?.carry();
    logs.wire = async () => {
      throw new TypeError("fetch failed");
    };
    await send(2.5);
    await logs.close();
    for (const db of dbs) await db.close();
  });

  it("are verified one after the other, and their transits agree", async () => {
    const { code, out, error } = await verify(["log1.env", "log2.env"]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out).toMatch(/Log 1 is right: \d+ events, \d+ heads kept elsewhere up to position \d+\.\n/);
    expect(out).toContain("Log 2 is right");
    expect(out).toContain("TIX: left 12.50 = arrived 10.00 + under way 2.50");
    expect(out).toContain("The logs agree");
  });

  it("are verified with the admins of the settings of all, each where they signed in", async () => {
    const { admin, deputy } = staff;
    const both = await verify(["log1.env", "log2.env"], "--admins", `${admin},${deputy}`);
    expect(both).toMatchObject({ code: 0, error: "" });
    expect(both.out).toContain("The logs agree");
    expect(both.out).toContain(`nobody here has the id ${admin}, ${deputy} on the platform`);
    const one = await verify(["log1.env", "log2.env"], "--admins", admin);
    expect(one.code).toBe(1);
    expect(one.error).toMatch(
      /^Log 1: first bad position: \d+\nProposalConfirmed is by p_\w+, who had no role for it\.\n$/,
    );
  });

  it("disagree when one has a transit that another, read far enough, never sent", async () => {
    const { code, error } = await verify(["early1.env", "log2.env"]);
    expect(code).toBe(1);
    expect(error).toMatch(
      /Transit 1-prop_\w+ arrived in log 2 at position \d+, and log 1 has come to position \d+ without/,
    );
  });

  it("disagree when one is left out, and are not verified under another number", async () => {
    const alone = await verify(["log2.env"]);
    expect(alone.code).toBe(1);
    expect(alone.error).toContain("arrived in log 2");
    const wrong = await verify(["wrong.env"]);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.error).toContain("The database holds log 1, and LOG_ID says 2.");
    expect((await verify(["log1.env", "log1.env"])).error).toContain("another LOG_ID");
  });
});
