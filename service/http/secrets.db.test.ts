import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { type SealedSeedRow, seedPlace } from "#service/features/seed-pairs/sealed-seeds.ts";
import { createSealer } from "#service/keys/seal.ts";
import * as bad from "#service/lab/testing/bad-requests.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { CLIENT_SECRET } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

describeEachEngine("a secret", (engine) => {
  const site = siteOf(engine);
  const cookies = new Set<string>();
  const codes = new Set<string>();

  beforeAll(async () => {
    for (const name of ["alice", "bob"]) await live(site.visitor(), name);
    await misbehave(site.visitor());
  });

  const note = (visitor: Visitor): void => {
    for (const [name, value] of visitor.cookies) if (name !== "florin_hint") cookies.add(value);
  };

  /** Signs in, plays, rotates, reads everything, and stays signed in. */
  async function live(visitor: Visitor, name: string): Promise<void> {
    const callback = await visitor.visitPlatform(name);
    note(visitor);
    codes.add(new URLSearchParams(callback.slice(callback.indexOf("?"))).get("code") ?? "");
    await visitor.get(callback);
    note(visitor);
    const stream = await visitor.live({ "Last-Event-ID": "0" });
    const flips: string[] = [];
    for (let pair = 0; pair < 3; pair += 1) {
      for (let game = 0; game < 3; game += 1) {
        const answer = await visitor.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
        flips.push(answer.as(endpoints.flip).id);
      }
      if (pair < 2) await visitor.post("/api/fairness/rotate", { clientSeed: `pair-${pair}` });
    }
    await stream.until("balance", "ledger");
    await stream.close();
    await visitor.post("/api/sync-inventory", {});
    // Old enough that the next look at the platform refreshes the tokens.
    site.clock.now += 15 * 60_000;
    await visitor.post("/api/sync-inventory", {});
    const { position } = (await visitor.get("/api/health")).as(endpoints.health);
    for (const path of [
      "/auth/user",
      "/games/stats",
      "/games/history",
      "/games/bets",
      "/fairness",
      "/leaderboard",
      "/limiteds",
      "/user/limiteds",
    ]) {
      await visitor.get(`/api${path}`);
    }
    for (const path of ["", "/heads", "/keys", "/trial-balance", `/receipts/${position}`])
      await visitor.get(`/api/ledger${path}`);
    for (const id of flips) await visitor.get(`/api/games/${id}/proof`);
  }

  /** Sends requests that are refused, with a session, and signs out. */
  async function misbehave(visitor: Visitor): Promise<void> {
    await visitor.signIn("carol");
    note(visitor);
    const requests = [
      bad.amounts(),
      bad.fields(),
      bad.headers(),
      bad.crossSite(),
      bad.clientSeeds(),
      bad.paths(),
    ];
    for (const { sent } of requests.flat()) await visitor.send(sent);
    await visitor.get(await visitor.visitPlatform("carol").then((callback) => `${callback}x`));
    await visitor.get("/api/logout");
  }

  /** Everything that leaves the service or is stored where others can read it. */
  async function everything(): Promise<{ readonly [where: string]: string }> {
    const rows = async (text: string) =>
      (await site.db.query<{ row: string }>(text)).map(({ row }) => row).join("\n");
    return {
      answers: site.heard.join("\n"),
      log: site.logLines.join("\n"),
      events: await rows("select e::text as row from events e"),
      commands: await rows("select c::text as row from commands c"),
      snapshots: await rows("select s::text as row from snapshots s"),
      sessions: await rows("select s::text as row from sessions s"),
      identities: await rows("select i::text as row from identities i"),
      seeds: await rows("select s::text as row from sealed_seeds s"),
    };
  }

  async function expectNowhere(secrets: Iterable<string>, but: readonly string[] = []): Promise<void> {
    const places = Object.entries(await everything()).filter(([where]) => !but.includes(where));
    const all = [...secrets];
    expect(all.length).toBeGreaterThan(0);
    for (const secret of all) {
      expect(secret.length).toBeGreaterThan(8);
      for (const [where, text] of places) {
        expect(text.includes(secret), `${where} hold ${secret}`).toBe(false);
        const encoded = [Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")];
        for (const form of encoded)
          expect(text.includes(form), `${where} hold ${secret}, encoded`).toBe(false);
      }
    }
  }

  /** Every server seed, opened as the service does. */
  async function seeds(): Promise<Map<string, string>> {
    const sealer = createSealer({ keys: site.service.deps.config.masterKeys });
    const rows = await site.db.query<SealedSeedRow & { [column: string]: string | number }>(
      "select commitment, owner, pair, sealed from sealed_seeds",
    );
    return new Map(
      rows.map((row) => {
        const plain = sealer.open(row.sealed, seedPlace(1, row));
        return [row.commitment, Buffer.from(plain ?? []).toString("latin1")];
      }),
    );
  }

  it("is not a revealed seed: those are published", async () => {
    const all = await seeds();
    const { events = "", answers = "" } = await everything();
    const revealed = [...all.values()].filter((seed) => events.includes(seed));
    expect(revealed).toHaveLength(4);
    for (const seed of revealed) expect(answers).toContain(seed);
    expect(all.size).toBe(4 + 3 * 2);
  });

  it("such as an unrevealed seed is in no answer, event, stored answer or line of the log", async () => {
    const { events = "" } = await everything();
    const hidden = [...(await seeds()).values()].filter((seed) => !events.includes(seed));
    expect(hidden).toHaveLength(6);
    await expectNowhere(hidden);
  });

  it("such as a session's token or a sign-in's state is nowhere but in the visitor's cookies", async () => {
    expect(cookies.size).toBeGreaterThanOrEqual(5);
    await expectNowhere(cookies);
  });

  it("such as the platform's tokens and codes is nowhere", async () => {
    await expectNowhere(site.platformTokens);
    await expectNowhere(codes);
  });

  it("such as the service's own keys is nowhere", async () => {
    const { masterKeys, tokenKeys, headKeys } = site.service.deps.config;
    const keys = [...masterKeys, ...tokenKeys].map(({ bytes }) => Buffer.from(bytes).toString("base64"));
    await expectNowhere([...keys, ...headKeys.map(({ privateKey }) => privateKey), CLIENT_SECRET]);
  });

  it("is searched in real lines: the log has them, with the route and never the query", async () => {
    const { log = "" } = await everything();
    expect(site.logLines.length).toBeGreaterThan(100);
    expect(log).toContain('"route":"/api/games/:id/proof"');
    expect(log).not.toContain("login_hint");
    expect(log).not.toContain("Ledger-Min-Position");
    expect(log.toLowerCase()).not.toContain("cookie");
  });
});
