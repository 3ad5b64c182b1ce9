import { beforeEach, describe, expect, it } from "vitest";
import { COPIES_MAX } from "#service/integrations/platform/sandbox/inventories.ts";
import { crowdPersonas, personas } from "#service/integrations/platform/sandbox/personas.ts";
import {
  bodyOf,
  driveSandbox,
  ORIGIN,
  type SandboxDriver,
} from "#service/lab/testing/stand-ins/sandbox-driver.ts";

const FILTER = encodeURIComponent("onlyCollectibles=true;inventoryItemAssetTypes=*");

let driver: SandboxDriver;
beforeEach(() => {
  driver = driveSandbox();
});

const inventory = async (sub: string, query = `?filter=${FILTER}&maxPageSize=100`, name = "alice") => {
  const { access_token: token } = await driver.tokensFor(name);
  const headers = { Authorization: `Bearer ${token}` };
  return driver.get(`${ORIGIN}/cloud/v2/users/${sub}/inventory-items${query}`, headers);
};

describe("an inventory of the sandbox", () => {
  it("has the same copies in every sandbox, each at one account alone", () => {
    const all = [...personas, ...crowdPersonas].flatMap(
      ({ sub }) => driver.sandbox.inventories.of(sub) ?? [],
    );
    expect(new Set(all.map(({ instance }) => instance)).size).toBe(all.length);
    expect(driveSandbox().sandbox.inventories.of("1001")).toEqual(driver.sandbox.inventories.of("1001"));
  });

  it("is readable with any valid token, and by nobody without one", async () => {
    expect((await inventory("1002")).status).toBe(200);
    expect((await driver.get(`${ORIGIN}/cloud/v2/users/1002/inventory-items`)).status).toBe(401);
    driver.clock.now += 900_000;
    const headers = { Authorization: `Bearer ${(await driver.tokensFor("bob")).access_token}` };
    driver.clock.now += 900_000;
    expect((await driver.get(`${ORIGIN}/cloud/v2/users/1002/inventory-items`, headers)).status).toBe(401);
  });

  it("that is hidden says so in the form of either API", async () => {
    const newer = await inventory("1006");
    expect([newer.status, (await bodyOf(newer)).code]).toEqual([403, "PERMISSION_DENIED"]);
    const older = await driver.get(`${ORIGIN}/v1/users/1006/assets/collectibles?limit=100`);
    expect([older.status, await bodyOf(older)]).toMatchObject([403, { errors: [{ code: 11 }] }]);
    expect(await bodyOf(await driver.get(`${ORIGIN}/v1/users/1006/can-view-inventory`))).toEqual({
      canView: false,
    });
  });

  it("follows a full last page with an empty one", async () => {
    const copies = Array.from({ length: 10 }, (_, n) => ({
      assetId: 700_001,
      instance: `c-${n}`,
      serial: null,
      isOnHold: false,
    }));
    driver.sandbox.inventories.set("alice", copies);
    const first = await bodyOf(await inventory("1001", `?filter=${FILTER}`));
    expect(first.inventoryItems).toHaveLength(10);
    const next = String(first.nextPageToken);
    const last = await bodyOf(await inventory("1001", `?filter=${FILTER}&pageToken=${next}`));
    expect(last).toEqual({ inventoryItems: [], nextPageToken: "" });
  });

  it.each(["", "?filter=other", `?filter=${FILTER}&pageToken=bm9ib2R5OjEw`])(
    "refuses the query %j",
    async (query) => {
      expect((await inventory("1001", query)).status).toBe(400);
    },
  );

  it("allows twenty pages a minute, and says when to retry", async () => {
    const { access_token: token } = await driver.tokensFor("alice");
    const headers = { Authorization: `Bearer ${token}` };
    const ask = () => driver.get(`${ORIGIN}/cloud/v2/users/1001/inventory-items?filter=${FILTER}`, headers);
    for (let page = 0; page < 20; page += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.get("x-ratelimit-reset")]).toEqual([429, "60"]);
    driver.clock.now += 60_000;
    expect((await ask()).status).toBe(200);
  });

  it("takes no more copies than it has room for, and trades only copies of the account", () => {
    const { inventories } = driver.sandbox;
    const copy = { assetId: 1, instance: "x", serial: null, isOnHold: false };
    expect(() =>
      inventories.set(
        "alice",
        Array.from({ length: COPIES_MAX + 1 }, () => copy),
      ),
    ).toThrow();
    inventories.set("alice", [copy]);
    expect(inventories.trade("x", "bob", "carol")).toBe(false);
    expect(inventories.trade("x", "alice", "bob")).toBe(true);
    expect(inventories.of("1001")).toEqual([]);
  });

  it("can be changed by control calls, in JSON alone", async () => {
    const control = (body: unknown, type = "application/json") =>
      driver.sandbox.fetch(
        new Request(`${ORIGIN}/control/inventories`, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "Content-Type": type },
        }),
      );
    expect((await control({ username: "alice", isHidden: true })).status).toBe(200);
    expect((await inventory("1001")).status).toBe(403);
    expect((await control({ username: "alice", isHidden: "no" })).status).toBe(400);
    expect((await control({ username: "alice", isHidden: false }, "text/plain")).status).toBe(415);
  });
});
