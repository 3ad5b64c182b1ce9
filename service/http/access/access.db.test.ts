import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Access, Endpoint } from "#domain/kernel/contract.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { SITE_ORIGIN } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

/** Access to routes that no endpoint declares: pages, pictures and streams. */
const UNDECLARED: { readonly [route: string]: Access } = {
  "GET /login": "public",
  "GET /callback": "public",
  "GET /logout": "public",
  "GET /openapi.json": "public",
  "GET /live": "public",
  "GET /limiteds/{assetId}/picture": "public",
  "POST /webhooks/{provider}": "public",
  "GET /payments/{id}/return": "public",
  "POST /webhooks/age": "public",
  "POST /webhooks/mail": "public",
  "POST /webhooks/transits": "public",
  "POST /webhooks/open-coinflips": "public",
  "POST /webhooks/item-stakes": "public",
  "POST /webhooks/known-players": "public",
  "POST /webhooks/kept-items": "public",
  "GET /age-checks/{reference}/return": "public",
};

const all = Object.values<Endpoint>(endpoints);
const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string => `${method} ${path}`;

describeEachEngine("access", (engine) => {
  const site = siteOf(engine);
  const people: { [role: string]: Visitor } = {};

  beforeAll(async () => {
    const admin = await site.player("admin");
    const post = async (path: string, body: object) =>
      site.byTwo(await admin.post(path, { ...body, reason: "For the test" }));
    for (const name of ["none", "player", "moderator", "granted", "suspended"])
      people[name] =
        name === "none" ? site.visitor() : await site.player(name === "player" ? "alice" : `x_${name}`);
    const idOf = async (name: string) => ((await people[name]?.user()) ?? { id: "" }).id;
    await post("/api/admin/roles", { playerId: await idOf("moderator"), role: "moderator" });
    for (const name of ["granted", "suspended"])
      await post("/api/admin/roles", { playerId: await idOf(name), role: "admin" });
    await post(`/api/admin/players/${await idOf("suspended")}/suspend`, {});
    const signedOut = await site.player("x_out");
    const before = new Map(signedOut.cookies);
    await signedOut.get("/api/logout");
    // Sends the old cookies nevertheless, like somebody who kept a copy.
    for (const [name, value] of before) signedOut.cookies.set(name, value);
    people.signedOut = signedOut;
    people.admin = admin;
  });

  it("is declared for every route there is", () => {
    const declared = new Set([...all.map(nameOf), ...Object.keys(UNDECLARED)]);
    const routes = site.service.app.routes
      .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
      .map(({ method, path }) =>
        nameOf({ method: method as "GET", path: path.slice("/api".length).replaceAll(/:(\w+)/g, "{$1}") }),
      );
    expect(routes.filter((route) => !declared.has(route))).toEqual([]);
    expect([...declared].filter((route) => !routes.includes(route))).toEqual([]);
  });

  it("of everything below /admin is for admins, and of nothing else", () => {
    for (const { path, access } of all)
      expect([path, access === "admin"]).toEqual([path, path.startsWith("/admin/")]);
  });

  const asked = (by: Visitor, { method, path }: Endpoint) =>
    by.fetch({
      method,
      path: `/api${path.replaceAll(/\{\w+\}/g, "nothing")}`,
      headers: { "Content-Type": "application/json", Origin: SITE_ORIGIN },
      ...(method === "GET" ? {} : { body: "{" }),
    });
  const outcome = async (by: Visitor | undefined, endpoint: Endpoint): Promise<"in" | number> => {
    if (by === undefined) throw new Error("Everybody is there");
    const answer = await asked(by, endpoint);
    const { status } = answer;
    // Not a matter of access, but of how much they have played.
    if (status === 403 && (await answer.text()).includes('"level_too_low"')) return "in";
    return status === 401 || status === 403 ? status : "in";
  };

  describe.each(all.map((endpoint) => [nameOf(endpoint), endpoint] as const))("of %s", (_name, endpoint) => {
    const { access } = endpoint;
    const due: { readonly [who: string]: "in" | number } = {
      none: access === "public" ? "in" : 401,
      signedOut: access === "public" ? "in" : 401,
      player: access === "admin" || access === "moderator" ? 403 : "in",
      moderator: access === "admin" ? 403 : "in",
      suspended: access === "admin" || access === "moderator" ? 403 : "in",
      granted: "in",
      admin: "in",
    };

    it("is as declared, for everybody", async () => {
      const found: { [who: string]: "in" | number } = {};
      for (const who of Object.keys(due)) found[who] = await outcome(people[who], endpoint);
      expect(found).toEqual(due);
    });
  });

  it("is for one's own alone: nobody reads another's deposits or notifications, or marks them as read", async () => {
    const [alice, other] = [people.player, people.moderator] as [Visitor, Visitor];
    const asked = (await alice.post("/api/deposits", { type: "rbx", amount: 7 })).as(
      endpoints.requestDeposit,
    );
    await (people.admin as Visitor).post(`/api/admin/deposits/${asked.id}/reject`, { note: "Private words" });
    const now = { "Ledger-Min-Position": "999999999" };
    expect((await other.get("/api/deposits", now)).as(endpoints.deposits)).toEqual([]);
    const [news] = (await alice.get("/api/social/notifications", now)).as(endpoints.notifications);
    expect((await other.get("/api/social/notifications", now)).text).not.toContain("Private words");
    expect((await other.post(`/api/social/notifications/${news?.id}/read`, {})).status).toBe(404);
    const receipt = `/api/ledger/receipts/${news?.position}`;
    expect((await other.get(receipt)).status).toBe(404);
  });
});
