import { createHmac } from "node:crypto";
import { expect, it, vi } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { logModel } from "#service/features/log-model.ts";
import { addressPlace } from "#service/features/mail/addresses.ts";
import { players } from "#service/features/players/feature.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import { forgetOlderKeys } from "#service/keys/known-keys.ts";
import { Authenticator } from "#service/lab/testing/authenticator.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, SITE_ORIGIN } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyLog } from "#service/ledger/verify.ts";

/** Tables with a player's column but no data of the player's own, and what they hold. */
const NOT_OWN = new Map([
  ["events", "the log: it names nobody"],
  ["admin_reads", "who looked at whose data: kept as evidence, and it names nobody"],
  ["sealed_seeds", "seeds of draws to come"],
  ["projections", "leases of processes"],
  ["nightly_checks", "leases of processes"],
  ["forgotten_players", "a keyed hash"],
]);
const NAMES = "(^|_)(player|reporter|actor|viewer|user|owner|seller|buyer|creator)(_id)?$";
const SECRETS = /token_hash|access_token|refresh_token|material|code_hash|salt|likeness|credential_id/;

/** Public paths without a parameter. */
const OPEN_PATHS = Object.values(endpoints)
  .filter(({ method, access, path }) => method === "GET" && access === "public" && !/[{]|live$/.test(path))
  .map(({ path }) => path);

/** Adds a first passkey. @returns its recovery codes */
async function enrol(who: Visitor): Promise<readonly string[]> {
  const options = (await who.post("/api/me/passkeys/options", {})).as(endpoints.passkeyOptions);
  const response = new Authenticator(SITE_ORIGIN).make(options);
  const added = (await who.post("/api/me/passkeys", { response, name: "Key" })).as(endpoints.addPasskey);
  return added.recoveryCodes ?? [];
}

const forget = (who: Visitor, confirm: string) => who.post("/api/me/forget", { confirm });
const exported = async (who: Visitor) => {
  const answer = await who.post("/api/me/export", {});
  expect(answer.status).toBe(200);
  return answer.text;
};

describeEachEngine("a player's own data", (engine) => {
  const site = siteOf(engine);

  it("is declared for every table beside the log that has a player's column", async () => {
    const rows = await site.db.query<Row & { readonly table: string }>(
      `select distinct c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid
        where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and a.attname ~ $1 order by 1`,
      [NAMES],
    );
    const declared = site.service.deps.features.flatMap(({ personal }) => personal.map(({ table }) => table));
    const found = rows.map(({ table }) => table).filter((table) => !NOT_OWN.has(table));
    expect(found.toSorted()).toEqual(declared.toSorted());
  });

  it("is exported whole, without secrets or other players' data", async () => {
    const [alice, bernard] = [await site.player("alice"), await site.player("bernard")];
    await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    await bernard.post("/api/games/coinflip", { betAmount: 2, betSide: "rbx" });
    const { id } = await alice.user();
    const { tokenSealer } = players.of(site.service.deps);
    const sealed = tokenSealer.seal(Buffer.from("alice@elsewhere.example"), addressPlace(id));
    await site.db.query("insert into email_addresses values ($1, $2, ''::bytea, 1, null)", [id, sealed]);
    const text = await exported(alice);
    const { playerId, rows, events } = endpoints.exportOwnData.answers[200].parse(JSON.parse(text));
    expect(playerId).toBe(id);
    expect(events.map(({ type }) => type)).toEqual(["PlayerRegistered", "AgeConfirmed", "CoinFlipped"]);
    expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining(["identities", "sessions"]));
    expect(text).toContain('"address":"alice@elsewhere.example"');
    expect(text).not.toContain((await bernard.user()).id);
    expect(text).not.toMatch(SECRETS);
  });

  it("is erased only by its player, who confirms with their name, and signs them out", async () => {
    const carol = await site.player("carol");
    expect([(await forget(carol, "dave")).status, (await forget(site.visitor(), "carol")).status]).toEqual([
      400, 401,
    ]);
    await carol.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const { id, rbxBalance } = await carol.user();
    expect((await forget(carol, "Carol")).as(endpoints.forgetMe).forgotten).toBe(true);
    expect((await carol.get("/api/auth/user")).status).toBe(401);
    const left = await site.db.query("select from identities where player_id = $1 or username = 'carol'", [
      id,
    ]);
    expect(left).toEqual([]);
    expect((await site.visitor().get(`/api/players/${id}`)).status).toBe(404);
    for (const path of OPEN_PATHS)
      expect([path, (await site.visitor().get(`/api${path}`)).status]).not.toEqual([path, 500]);
    // A returning player keeps the same id: no second welcome credit, and no way around limits.
    const back = await site.player("carol");
    expect(await back.user()).toMatchObject({ id, rbxBalance });
  });

  it.each([
    [
      "has a coinflip open",
      (who: Visitor) => who.post("/api/live-coinflips", { betAmount: 5, betSide: "rbx" }),
    ],
    ["requested a deposit", (who: Visitor) => who.post("/api/deposits", { type: "rbx", amount: 10 })],
    ["takes a break", (who: Visitor) => who.post("/api/responsible-play/time-out", { hours: 24 })],
    [
      "runs a game",
      (who: Visitor) => who.post("/api/user-games", { title: "Mine", gameType: "coinflip", houseEdge: 5 }),
    ],
  ])("is kept while the player %s", async (what, begin) => {
    const name = `busy_${what.replaceAll(/\W/g, "")}`.slice(0, 18);
    const busy = await site.player(name);
    expect((await begin(busy)).status).toBe(200);
    expect([(await forget(busy, name)).status, (await forget(busy, name)).code]).toEqual([
      409,
      "still_bound",
    ]);
    expect((await busy.user()).username).toBe(name);
  });

  it("is not erased by the key of an erasure before the player's return", async () => {
    const frieda = await site.player("frieda");
    const again = (who: Visitor) =>
      who.ask("POST /api/me/forget", { confirm: "frieda" }, { "Idempotency-Key": "forget me" });
    expect((await again(frieda)).status).toBe(200);
    site.clock.now += 1;
    const back = await site.anew("frieda");
    await back.post("/api/live-coinflips", { betAmount: 5, betSide: "rbx" });
    const answer = await again(back);
    expect([answer.status, answer.code]).toEqual([422, "idempotency_key_reused"]);
    expect((await back.user()).username).toBe("frieda");
  });

  // On PostgreSQL, the connections of the test are not those of the service.
  it.runIf(engine.name === "pglite")(
    "is erased by asking again if the database failed between the event and the erasure",
    async () => {
      const gustav = await site.player("gustav");
      const { id } = await gustav.user();
      const again = () =>
        gustav.ask("POST /api/me/forget", { confirm: "gustav" }, { "Idempotency-Key": "forget me" });
      const lost = Object.assign(new Error("terminating connection"), { code: "57P01" });
      const failing = vi.spyOn(site.db, "transaction").mockRejectedValue(lost);
      expect((await again()).status).toBe(503);
      failing.mockRestore();
      expect((await again()).status).toBe(200);
      expect(await site.db.query("select from identities where player_id = $1", [id])).toEqual([]);
    },
  );

  it("includes the second factors: a returning player can add a first one", async () => {
    const erinbell = await site.player("erinbell");
    expect(await enrol(erinbell)).toHaveLength(10);
    expect((await forget(erinbell, "erinbell")).status).toBe(200);
    const back = await site.anew("erinbell");
    expect(await enrol(back)).toHaveLength(10);
  });

  it("gives a returning player the same id after a change of token keys", async () => {
    const flora = await site.player("flora");
    const { id } = await flora.user();
    expect((await forget(flora, "flora")).status).toBe(200);
    const { config } = site.service.deps;
    const added = { id: "t-new", bytes: new Uint8Array(32).fill(7) };
    const both = { ...config, tokenKeys: [added, ...config.tokenKeys] };
    expect(await players.reseal?.(site.db, both)).toContain("the key of forgotten players");
    await forgetOlderKeys(site.db, both);
    const later = await createSite(engine, { db: site.db, config: { tokenKeys: [added] } });
    expect((await (await later.player("flora")).user()).id).toBe(id);
    await later.close();
    const back = { ...config, tokenKeys: [...config.tokenKeys, added] };
    await players.reseal?.(site.db, back);
    await forgetOlderKeys(site.db, back);
  });

  it("gives a returning player the same id if the trace is older than the key of traces", async () => {
    const gilbert = await site.player("gilbert");
    const { id } = await gilbert.user();
    expect((await forget(gilbert, "gilbert")).status).toBe(200);
    const { config } = site.service.deps;
    const [key] = config.tokenKeys;
    const mark = createHmac("sha256", key?.bytes ?? "").update(`florin-forgotten/${subOf("gilbert")}`);
    await site.db.query("update forgotten_players set trace = $2 where player_id = $1", [
      id,
      `${key?.id}.${mark.digest("base64url")}`,
    ]);
    expect(await players.reseal?.(site.db, config)).toContain(`known only by the keys ${key?.id}`);
    expect((await (await site.anew("gilbert")).user()).id).toBe(id);
  });

  it("is kept while the settings name the player as an admin", async () => {
    const admin = await site.player("admin");
    expect((await forget(admin, "admin")).code).toBe("still_bound");
  });

  it("is in no event: no names, addresses or platform ids", async () => {
    const rows = await site.db.query<Row & { readonly texts: string }>(
      "select string_agg(payload || actor || stream || command_id, ' ') as texts from events",
    );
    const people = await site.db.query<Row & { readonly platform_id: string; readonly username: string }>(
      "select platform_id, username from identities",
    );
    const known = people.flatMap(({ platform_id, username }) => [`"${platform_id}"`, username]);
    expect(known.length).toBeGreaterThan(4);
    // Client seeds are random letters, so the names here are too long to occur in one.
    for (const text of [...known, "elsewhere.example", "carol"]) expect(rows[0]?.texts).not.toContain(text);
  });

  it("leaves a log that still verifies", async () => {
    const { keys } = site.service.deps.signer.publicKeys();
    expect(await verifyLog(site.db, { model: logModel, keys })).toMatchObject({ ok: true });
  });
});
