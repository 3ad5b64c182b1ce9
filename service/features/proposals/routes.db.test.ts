import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { OPEN_PROPOSALS_MAX, PROPOSAL_MS } from "#domain/features/proposals/rules.ts";
import { logModel } from "#service/features/log-model.ts";
import { FRESH_SIGN_IN_MS } from "#service/http/access/access.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyLog } from "#service/ledger/verify.ts";

const PROPOSALS = "/api/admin/proposals";

describeEachEngine("proposals", (engine) => {
  const site = siteOf(engine);
  let aliceId: string;

  const [admin, admin2, alice] = playersOf(site, "admin", "admin2", "alice");
  beforeAll(async () => {
    aliceId = (await alice.user()).id;
  });

  const grant = (playerId = aliceId, by = admin, headers = {}): Promise<Answer> =>
    by.post("/api/admin/roles", { playerId, role: "admin", reason: "Trusted" }, headers);
  const idOf = (answer: Answer): string => (answer.body as { proposal: { id: string } }).proposal.id;
  const end = (what: "confirm" | "withdraw", id: string, by = admin2) =>
    by.post(`${PROPOSALS}/${id}/${what}`, {});
  const rolesOf = async (one: Visitor) =>
    (await one.get("/api/auth/user", NEWEST)).as(endpoints.currentUser).roles;
  const list = async (query = "", by = admin2) =>
    (await by.get(`${PROPOSALS}${query}`, NEWEST)).as(endpoints.proposals).items;
  const settings = async (values: object, by = admin) => {
    const { version } = (await by.get("/api/admin/settings")).as(endpoints.settings);
    return by.ask("PUT /api/admin/settings", { version, values, reason: "Quieter" });
  };

  it("answer 202 without a change, are listed with act, admin and deadline, and confirmed by another admin", async () => {
    const answer = await grant();
    const adminId = (await admin.user()).id;
    expect(answer.status).toBe(202);
    const proposal = {
      id: idOf(answer),
      kind: "grant_role",
      status: "proposed",
      by: adminId,
      reason: "Trusted",
      expiresAt: new Date(site.clock.now + PROPOSAL_MS).toISOString(),
    };
    expect(answer.body).toEqual({ proposal });
    expect(answer.headers.get("Ledger-Position")).toMatch(/^\d+$/);
    expect(await rolesOf(alice)).toEqual([]);
    expect((await list("?status=proposed"))[0]).toMatchObject({
      ...proposal,
      proposer: { username: "admin" },
      act: { kind: "grant_role", player: { username: "alice" }, role: "admin" },
      endedBy: null,
      bar: null,
    });
    expect((await list("?status=proposed", admin))[0]?.bar?.code).toBe("second_admin_needed");
    expect((await end("confirm", proposal.id, admin)).code).toBe("second_admin_needed");
    expect((await end("confirm", proposal.id, alice)).status).toBe(403);
    expect((await end("confirm", "prop_none")).status).toBe(404);
    expect((await end("confirm", proposal.id)).as(endpoints.confirmProposal)).toMatchObject({
      id: proposal.id,
      status: "confirmed",
    });
    expect(await rolesOf(alice)).toEqual(["admin"]);
    expect((await end("confirm", proposal.id)).code).toBe("proposal_closed");
    expect((await list("?status=confirmed"))[0]).toMatchObject({
      endedBy: { username: "admin2" },
      bar: null,
    });
    const { items } = (await admin.get("/api/admin/roles", NEWEST)).as(endpoints.roles);
    const admin2Id = (await admin2.user()).id;
    expect(items.find(({ source }) => source === "grant")).toMatchObject({
      grantedBy: adminId,
      confirmedBy: admin2Id,
    });
    // A new admin cannot be the second one, which the list shows.
    const waiting = idOf(await settings({ secondApprovalAbove: 20_000 }));
    expect((await list("?status=proposed", alice))[0]?.bar?.code).toBe("granted_by_first");
    expect((await end("confirm", waiting, alice)).code).toBe("granted_by_first");
    expect((await end("withdraw", waiting, alice)).code).toBe("not_proposer");
    expect((await end("withdraw", waiting, admin)).status).toBe(200);
  });

  it("are confirmed once by two admins at once, and a repeated request gets the outcome", async () => {
    const [bob, carol] = [await site.player("bob"), await site.player("carol")];
    const key = { "Idempotency-Key": "grant bob" };
    const bobId = (await bob.user()).id;
    const first = await grant(bobId, admin, key);
    const again = await grant(bobId, admin, key);
    expect(again.body).toEqual(first.body);
    const carolId = (await carol.user()).id;
    await site.byTwo(await grant(carolId, admin));
    const both = await Promise.all([1, 2].map(() => end("confirm", idOf(first))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const later = (await grant(bobId, admin, key)).body as { proposal: { status: string } };
    expect(later.proposal.status).toBe("confirmed");
    expect((await grant(bobId)).code).toBe("role_held");
  });

  it("need a fresh sign-in to be confirmed, and lapse after 24 hours", async () => {
    const id = idOf(await settings({ roleHours: 1, stakeMax: 50 }));
    const shown = (await list("?status=proposed"))[0];
    expect(shown?.act).toEqual({
      kind: "change_settings",
      changes: [
        { name: "stakeMax", from: "100000.00", to: "50.00" },
        { name: "roleHours", from: 24, to: 1 },
      ],
    });
    site.clock.now += FRESH_SIGN_IN_MS;
    expect((await end("confirm", id)).code).toBe("fresh_sign_in_required");
    site.clock.now += PROPOSAL_MS - FRESH_SIGN_IN_MS;
    expect((await list("?status=lapsed"))[0]).toMatchObject({ id, status: "lapsed", bar: null });
    expect(await list("?status=proposed")).toEqual([]);
    await admin2.signIn("admin2");
    expect((await end("confirm", id)).code).toBe("proposal_closed");
    await admin.signIn("admin");
    const { items } = (await admin.get("/api/admin/settings")).as(endpoints.settings);
    expect(items.filter(({ isDefault }) => !isDefault)).toEqual([]);
  });

  it("notify every other admin", async () => {
    const id = idOf(await settings({ secondApprovalAbove: 35_000 }));
    const news = async (player: Visitor) =>
      (await player.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
    const [notice] = await news(admin2);
    expect(notice).toMatchObject({
      type: "system",
      title: "Needs a second admin",
      message: "An admin proposed something that another admin has to confirm. Quieter",
      actionUrl: "/admin/proposals",
      isRead: false,
    });
    for (const player of [admin, await site.player("dave")]) {
      expect((await news(player)).filter(({ position }) => position === notice?.position)).toEqual([]);
      expect((await player.post(`/api/social/notifications/${notice?.id}/read`, {})).status).toBe(404);
    }
    expect((await admin2.post(`/api/social/notifications/${notice?.id}/read`, {})).status).toBe(200);
    expect((await end("withdraw", id, admin)).status).toBe(200);
  });

  it("of a former admin cannot be confirmed", async () => {
    const dora = await site.player("dora");
    const doraId = (await dora.user()).id;
    await site.byTwo(await grant(doraId));
    const id = idOf(await settings({ secondApprovalAbove: 30_000 }, dora));
    expect((await list("?status=proposed"))[0]).toMatchObject({ id, bar: { code: "granted_by_second" } });
    expect((await end("confirm", id)).code).toBe("granted_by_second");
    await admin.post(`/api/admin/players/${doraId}/suspend`, { reason: "Odd" });
    expect((await list("?status=proposed"))[0]).toMatchObject({ id, bar: { code: "proposer_no_admin" } });
    expect((await end("confirm", id)).code).toBe("proposer_no_admin");
    expect((await end("withdraw", id, dora)).status).toBe(403);
    // Another admin can propose the same.
    const own = idOf(await settings({ secondApprovalAbove: 30_000 }));
    expect((await settings({ secondApprovalAbove: 30_000 }, admin2)).code).toBe("already_proposed");
    expect((await end("withdraw", own, admin)).status).toBe(200);
    // Lifting the suspension of an admin takes two, too.
    const lifted = await admin.post(`/api/admin/players/${doraId}/lift`, { reason: "Fine" });
    expect(lifted.status).toBe(202);
    expect((await end("withdraw", idOf(lifted), admin)).status).toBe(200);
    await site.byTwo(await admin.post(`/api/admin/players/${doraId}/lift`, { reason: "Fine" }));
    expect(await rolesOf(dora)).toEqual(["admin"]);
  });

  it(`are limited to ${OPEN_PROPOSALS_MAX} open ones per admin, and page without a gap`, async () => {
    const ids: string[] = [];
    for (let n = 0; n < OPEN_PROPOSALS_MAX; n += 1)
      ids.push(idOf(await settings({ secondApprovalAbove: 40_000 + n })));
    expect((await settings({ secondApprovalAbove: 50_000 })).code).toBe("too_many_proposals");
    const seen: string[] = [];
    let query = "?status=proposed&limit=4";
    for (;;) {
      const page = (await admin.get(`${PROPOSALS}${query}`, NEWEST)).as(endpoints.proposals);
      seen.push(...page.items.map(({ id }) => id));
      if (page.next === null) break;
      query = `?status=proposed&limit=4&next=${page.next}`;
    }
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids.toReversed());
    for (const id of ids) expect((await end("withdraw", id, admin)).status).toBe(200);
    expect((await admin.get(`${PROPOSALS}?next=p0`)).code).toBe("invalid_cursor");
    expect((await admin.get(`${PROPOSALS}?status=open`)).status).toBe(400);
    const csv = (await admin.get(`${PROPOSALS}?export=csv`)).text;
    expect(csv).toContain("withdrawn");
  });

  it("are the same after their read model is rebuilt", async () => {
    const compared = await site.service.deps.reads.rebuild(["proposals", "standings"]);
    for (const { live, rebuilt } of compared) expect(rebuilt).toBe(live);
  });

  it("leave a log that the verifier accepts", async () => {
    const { db, signer } = site.service.deps;
    expect(await verifyLog(db, { model: logModel, keys: signer.publicKeys().keys })).toMatchObject({
      ok: true,
    });
  });

  describe("refuse", () => {
    it.each(["confirm", "withdraw"] as const)(
      "to %s with anything in the body, or under no id",
      async (what) => {
        const before = await site.books();
        expect((await admin2.post(`${PROPOSALS}/prop_x/${what}`, { by: "p_other" })).status).toBe(400);
        expect((await admin2.post(`${PROPOSALS}/a%20b/${what}`, {})).status).toBe(400);
        expect((await admin2.post(`${PROPOSALS}/toString/${what}`, {})).status).toBe(404);
        expect(await site.books()).toEqual(before);
      },
    );
  });
});
