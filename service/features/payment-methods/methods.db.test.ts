import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { PAYMENT_METHODS_MAX } from "#domain/features/payment-methods/rules.ts";
import { patch, remove } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const METHODS = "/api/shop/payment-methods";
const PAYPAL = { method: "paypal", paypalEmail: "Alice@Mail.example" };
const CASHTAG = { method: "cashapp", cashappTag: "$alice" };
const NOTHING = { paypalEmail: null, cashappTag: null, cryptoWallet: null, cryptoCurrency: null };

describeEachEngine("payment methods", (engine) => {
  const site = siteOf(engine);

  const add = async (player: Visitor, method: object) =>
    (await player.post(METHODS, method)).as(endpoints.addPaymentMethod);
  const all = async (player: Visitor) => (await player.get(METHODS)).as(endpoints.paymentMethods);

  it("are stored sealed, the first as the default, and once each, however often they are sent", async () => {
    const alice = await site.player("alice");
    expect(await all(alice)).toEqual([]);
    const first = await add(alice, PAYPAL);
    expect(first).toEqual({
      id: expect.stringMatching(/^pm_/),
      method: "paypal",
      isDefault: true,
      isVerified: false,
      ...NOTHING,
      paypalEmail: "Alice@Mail.example",
    });
    expect(await add(alice, PAYPAL)).toEqual(first);
    const card = await add(alice, { method: "stripe" });
    expect(card).toMatchObject({ method: "stripe", isDefault: false, ...NOTHING });
    expect(await add(alice, { method: "stripe" })).toEqual(card);
    expect(await all(alice)).toEqual([first, card]);
    expect((await alice.get(`${METHODS}?limit=1`)).as(endpoints.paymentMethods)).toEqual([first]);
    expect((await alice.get(`${METHODS}?limit=0`)).status).toBe(400);
    const rows = await site.db.query<{ row: string }>(
      "select to_jsonb(m)::text as row from payment_methods m",
    );
    expect(rows.map(({ row }) => row).join()).not.toMatch(/mail\.example/i);
  });

  it("have one default at all times, whatever is changed and removed at once", async () => {
    const player = await site.player("chooser");
    const [one, two, three] = [
      await add(player, PAYPAL),
      await add(player, CASHTAG),
      await add(player, { method: "stripe" }),
    ];
    await Promise.all(
      [one, two, three].map(({ id }) => patch(player, `${METHODS}/${id}`, { isDefault: true })),
    );
    const defaults = async () => (await all(player)).filter(({ isDefault }) => isDefault);
    expect(await defaults()).toHaveLength(1);
    const [{ id = "" } = {}] = await defaults();
    const left = (await remove(player, `${METHODS}/${id}`, {})).as(endpoints.removePaymentMethod);
    expect(left).toHaveLength(2);
    expect(await defaults()).toHaveLength(1);
    expect((await remove(player, `${METHODS}/${id}`, {})).status).toBe(404);
    expect(await defaults()).toHaveLength(1);
  });

  it("accept changed details, and refuse those of another method", async () => {
    const player = await site.player("changer");
    const { id } = await add(player, CASHTAG);
    const changed = await patch(player, `${METHODS}/${id}`, { cashappTag: "$other" });
    expect(changed.as(endpoints.changePaymentMethod).cashappTag).toBe("$other");
    const refused = await patch(player, `${METHODS}/${id}`, { paypalEmail: "a@b.example" });
    expect(refused.status).toBe(400);
    expect(refused.problem().detail).toBe("paypalEmail: Does not belong to cashapp");
    expect((await player.post(METHODS, {})).problem().detail).toContain("Payment method type required");
    expect((await all(player))[0]?.cashappTag).toBe("$other");
  });

  it("are only for their player", async () => {
    const [owner, thief] = [await site.player("owner"), await site.player("thief")];
    const { id } = await add(owner, CASHTAG);
    const refused = [
      await patch(thief, `${METHODS}/${id}`, { cashappTag: "$thief" }),
      await remove(thief, `${METHODS}/${id}`, {}),
      await remove(thief, `${METHODS}/pm_none`, {}),
    ];
    const problems = refused.map((answer) => ({ ...answer.problem(), requestId: "" }));
    expect(problems[0]).toMatchObject({ status: 404, code: "not_found" });
    expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(1);
    expect(await all(thief)).toEqual([]);
    expect(await all(owner)).toMatchObject([{ id, cashappTag: "$alice" }]);
    expect((await site.visitor().get(METHODS)).status).toBe(401);
  });

  it("are limited to ten", async () => {
    const player = await site.player("collector");
    for (let n = 0; n < PAYMENT_METHODS_MAX; n += 1) await add(player, { ...CASHTAG, cashappTag: `$c${n}` });
    const refused = await player.post(METHODS, PAYPAL);
    expect([refused.status, refused.code]).toEqual([409, "too_many_methods"]);
    expect(await all(player)).toHaveLength(PAYMENT_METHODS_MAX);
  });

  it("are added with a listing only if they are complete and the listing is accepted", async () => {
    const player = await site.player("hopeful");
    const listing = { userLimitedId: 1, title: "None", priceUSD: 1, paymentMethods: ["crypto"] };
    const wallet = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
    const half = await player.post("/api/shop/listings", { ...listing, cryptoWallet: wallet });
    expect([half.status, half.problem().detail]).toEqual([400, "cryptoCurrency: Required for crypto"]);
    const refused = await player.post("/api/shop/listings", { ...listing, cashappTag: "$hopeful" });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await all(player)).toEqual([]);
  });

  it("are verified if the address is the player's confirmed one", async () => {
    const player = await site.player("bob");
    const { email } = (await player.get("/api/me/email")).as(endpoints.email);
    expect(await add(player, { method: "paypal", paypalEmail: email })).toMatchObject({ isVerified: true });
  });
});
