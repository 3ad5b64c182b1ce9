import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { haltCommand } from "#service/features/halts/stakes.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine, type TestEngine } from "#service/lab/testing/engines.ts";
import { TamperedLog } from "#service/lab/testing/logs/tampered-log.ts";
import { createSite } from "#service/lab/testing/site.ts";
import { createHeadSigner, type HeadSigner } from "./heads/head-signer.ts";
import { headLine, readHeads } from "./heads/heads-file.ts";
import { verifyLog } from "./verify.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-verify-console-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Forgeries that an attacker with every right to the database might try: texts in payloads, by event type. */
const LIES: readonly (readonly [type: string, from: string, to: string])[] = [
  ["DepositRequested", '"amount":"25000"', '"amount":"99900"'],
  ["DepositClaimed", '"by":"p_', '"by":"q_'],
  ["DepositCompleted", '"by":"p_', '"by":"q_'],
  ["DepositRejected", "Wrong trade", "Fine trade"],
  ["DepositReversed", "Charged back", "By mistake"],
  ["DepositRequested", '"depositId":"', '"depositId":"x'],
  ["DepositCompleted", '"value":"', '"value":"1'],
  ["DepositReversed", '"owed":"', '"owed":"1'],
  ["RoleGranted", '"role":"moderator"', '"role":"admin"'],
  ["RoleRevoked", '"role":"moderator"', '"role":"admin"'],
  ["PlayerSuspended", "Under review", "Never mind"],
  ["SuspensionLifted", '"by":"p_', '"by":"q_'],
  ["SettingsChanged", "Quieter", "Louder!"],
  ["StakesHalted", "Position 7", "Position 8"],
  ["StakesResumed", "Restored", "Forgotten"],
  ["ProposalMade", "resume_stakes", "resume_nothing"],
  ["ProposalConfirmed", "resume_stakes", "resume_nothing"],
];

interface Played {
  readonly db: OpenDatabase;
  readonly tampered: TamperedLog;
  readonly signer: HeadSigner;
  readonly headsFile: string;
}

/** Makes every decision of the console once, and keeps the signed heads. */
async function play(engine: TestEngine): Promise<Played> {
  const db = await engine.fresh({ readModels: true });
  const site = await createSite(engine, { db });
  const { writer, signer, config } = site.service.deps;
  const [alice, admin] = [await site.player("alice"), await site.player("admin")];
  const { id } = await alice.user();
  const post = async (path: string, body: object, by = admin): Promise<void> => {
    const answer = await site.byTwo(await by.post(path, body));
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  };
  for (const [review, said] of [
    ["approve", {}],
    ["reject", { note: "Wrong trade" }],
    ["approve", {}],
  ] as const) {
    const wish = { type: "rbx", amount: 250 };
    const deposit = (await alice.post("/api/deposits", wish)).as(endpoints.requestDeposit);
    await post(`/api/admin/deposits/${deposit.id}/claim`, {});
    await post(`/api/admin/deposits/${deposit.id}/${review}`, said);
    if (review === "approve" && (await deposits(db)) === 2)
      await post(`/api/admin/deposits/${deposit.id}/reverse`, { reason: "Charged back" });
  }
  const change = { playerId: id, role: "moderator", reason: "Trusted" };
  await post("/api/admin/roles", change);
  await admin.ask("DELETE /api/admin/roles", change);
  await post(`/api/admin/players/${id}/suspend`, { reason: "Under review" });
  await post(`/api/admin/players/${id}/lift`, { reason: "Cleared" });
  const settings = { version: 0, values: { experienceDayMax: 40 }, reason: "Quieter" };
  expect((await admin.ask("PUT /api/admin/settings", settings)).text).toContain("version");
  await writer.submit(haltCommand({ id: "test", reason: "Position 7 was changed." }, site.clock.now));
  await post("/api/admin/stakes/resume", { reason: "Restored" });
  await site.close();
  // Written from the database: the service kept them at its stop, but their folder went with the site.
  const headsFile = join(folder, `${engine.name}.jsonl`);
  await writeFile(headsFile, await headsIn(db, signer));
  expect(config.mode).not.toBe("production");
  return { db, signer, headsFile, tampered: await TamperedLog.of(db) };
}

const deposits = async (db: OpenDatabase): Promise<number> => {
  const [row] = await db.query<{ n: number }>(
    "select count(*)::int as n from events where type = 'DepositCompleted'",
  );
  return row?.n ?? 0;
};

/** A signed head for every block of a database, as if kept elsewhere. */
async function headsIn(db: OpenDatabase, signer: HeadSigner): Promise<string> {
  const blocks = await db.query<{ number: bigint; to_position: bigint; hash: Uint8Array }>(
    "select number, to_position, hash from blocks order by number",
  );
  const lines = blocks.map(({ number, to_position, hash }) => {
    const head = {
      log: "1",
      number: Number(number),
      to: Number(to_position),
      hash: Buffer.from(hash).toString("hex"),
    };
    return headLine({ ...head, ...signer.signHead(head, head.number) });
  });
  return lines.join("");
}

describeEachEngine("a verification of console decisions", (engine) => {
  let played: Played;
  beforeAll(async () => {
    played = await play(engine);
  });
  afterEach(() => played.tampered.restore());
  afterAll(() => played.db.close());

  const verify = (heads?: string, { keys } = played.signer.publicKeys()) =>
    verifyLog(played.db, {
      model: logModel,
      keys,
      ...(heads === undefined ? {} : { heads: readHeads(heads) }),
    });
  const problem = async (...given: Parameters<typeof verify>) => {
    const report = await verify(...given);
    if (report.ok) throw new Error("Nothing was found to be wrong");
    return report.problem;
  };
  const positionOf = async (type: string): Promise<number> => {
    const [row] = await played.db.query<{ position: bigint }>(
      "select min(position) as position from untouched.events where type = $1",
      [type],
    );
    return Number(row?.position);
  };

  it("accepts them as written", async () => {
    expect(await verify(played.headsFile)).toMatchObject({ ok: true });
  });

  it.each(LIES)("names a %s in which %s became %s", async (type, from, to) => {
    const position = await positionOf(type);
    expect(position).toBeGreaterThan(0);
    const [before] = await played.db.query<{ payload: string }>(
      "select payload from events where position = $1",
      [position],
    );
    expect(before?.payload).toContain(from);
    await played.tampered.run(
      `update events set payload = replace(payload, '${from}', '${to}') where position = ${position}`,
    );
    expect(await problem()).toEqual({ position, sentence: expect.stringContaining("do not give its leaf") });
  });

  it.each(["DepositCompleted", "RoleGranted", "PlayerSuspended", "SettingsChanged", "StakesHalted"])(
    "names a %s that was deleted",
    async (type) => {
      const position = await positionOf(type);
      await played.tampered.run(`delete from events where position = ${position}`);
      expect(await problem()).toMatchObject({ position });
    },
  );

  it.each(["DepositCompleted", "RoleGranted", "StakesHalted"])(
    "finds a %s forged with everything after it, by the kept heads",
    async (type) => {
      const position = await positionOf(type);
      const mallory = { actor: "player:p_mallory" };
      await played.tampered.forge(position, () => mallory);
      expect(await verify()).toMatchObject({ ok: true });
      const found = await problem(played.headsFile);
      expect(found.sentence).toContain("history was rewritten");
      expect(found.position).toBeLessThanOrEqual(position);
    },
  );

  it("rejects a head of another key: the key is not known or the signature not valid", async () => {
    const bytes = Buffer.alloc(32, 9).toString("base64");
    const [own] = played.signer.publicKeys().keys;
    const file = join(folder, `${engine.name}-other-key.jsonl`);
    for (const [keyId, sentence] of [
      ["h9", 'signed with the key "h9", which is not known'],
      [own?.keyId ?? "", "signature of the head of block 1 is not valid"],
    ] as const) {
      const stranger = createHeadSigner({ keys: [{ keyId, privateKey: bytes }] });
      await writeFile(file, await headsIn(played.db, stranger));
      expect((await problem(file)).sentence).toContain(sentence);
    }
  });

  it("accepts an old head up to its block, and finds both sides of a fork", async () => {
    const lines = (await readFile(played.headsFile, "utf8")).trimEnd().split("\n");
    const old = join(folder, `${engine.name}-old.jsonl`);
    await writeFile(old, `${lines[1]}\n`);
    // It vouches for the log up to its block, and for nothing after it.
    expect(await verify(old)).toMatchObject({ ok: true, summary: { headsElsewhere: 1 } });
    const position = await positionOf("StakesResumed");
    await played.tampered.forge(position, () => ({ actor: "player:p_mallory" }));
    expect(await verify(old)).toMatchObject({ ok: true });
    const fork = join(folder, `${engine.name}-fork.jsonl`);
    await writeFile(fork, await headsIn(played.db, played.signer));
    expect(await verify(fork)).toMatchObject({ ok: true });
    await played.tampered.restore();
    expect((await problem(fork)).sentence).toContain("history was rewritten");
  });
});
