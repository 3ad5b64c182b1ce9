import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { eventTypes } from "#domain/features/registry.ts";
import type { LimitName } from "#domain/features/responsible-play/rules.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { twoSitesOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const PLAY = "/api/responsible-play";
const FLIP = "/api/games/coinflip";

const put = (player: Visitor, path: string, body: object) => player.ask(`PUT ${PLAY}${path}`, body);
const limit = (player: Visitor, name: LimitName, amount: number | null) =>
  put(player, "/limits", { ...name, amount });
const flip = (player: Visitor, betAmount = 10) => player.post(FLIP, { betAmount, betSide: "rbx" });
const standing = async (player: Visitor) => (await player.get(PLAY)).as(endpoints.responsiblePlay);

describeEachEngine("responsible play", (engine) => {
  const clock = { now: SITE_BEGINS_AT };
  const sites = twoSitesOf(engine, { clock });
  const player = (name: string) => sites.one.player(name);
  const wager = { kind: "wager", window: "day" } as const;

  it("begins without limits, and shows the amounts played", async () => {
    const alice = await player("alice");
    expect(await standing(alice)).toMatchObject({
      timeOut: null,
      exclusion: null,
      realityCheck: { everyMinutes: 30, dueAt: null, isDue: false },
      session: { startedAt: null, wagered: "0.00", net: "0.00" },
    });
    const { winAmount } = (await flip(alice)).as(endpoints.flip);
    const net = winAmount === "0.00" ? "-10.00" : "9.75";
    const shown = await standing(alice);
    expect(shown.session).toEqual({ startedAt: new Date(clock.now).toISOString(), wagered: "10.00", net });
    expect(shown.limits).toHaveLength(10);
    expect(shown.limits.find(({ kind, window }) => kind === "wager" && window === "day")).toMatchObject({
      amount: null,
      used: "10.00",
    });
  });

  it("refuses a bet above a limit, with the remainder and when it grows", async () => {
    const bob = await player("bob");
    expect((await limit(bob, wager, 25)).as(endpoints.setPlayLimit)).toMatchObject({
      amount: "25.00",
      pending: null,
    });
    await flip(bob);
    await flip(bob);
    const refused = await flip(bob);
    expect([refused.status, refused.code]).toEqual([409, "limit_reached"]);
    const slotEnd = Math.floor(clock.now / (5 * MINUTE_MS) + 1) * 5 * MINUTE_MS;
    expect(refused.problem()).toMatchObject({
      detail: "Your wager limit is 25.00 a day: 5.00 is left.",
      facts: {
        ...wager,
        limit: "25.00",
        used: "20.00",
        freesAt: new Date(slotEnd + DAY_MS).toISOString(),
        freesAmount: "20.00",
      },
    });
    expect((await flip(bob, 5)).status).toBe(200);
    // One notification a day, however often it is reached, besides that for setting it.
    await flip(bob);
    await expect
      .poll(async () => {
        const told = (await bob.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
        return told.filter(({ type }) => type === "safety").map(({ title }) => title);
      })
      .toEqual(["Limit reached", "Limit set"]);
  });

  it("accepts no more than the limit over two processes at once", async () => {
    const carol = await player("carol");
    await limit(carol, wager, 50);
    const there = sites.carriedOver(carol);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => flip(n % 2 === 0 ? carol : there)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === "limit_reached")).toHaveLength(11);
  });

  it("raises a limit only by a second request after a day", async () => {
    const dave = await player("dave");
    await limit(dave, wager, 10);
    const asked = (await limit(dave, wager, null)).as(endpoints.setPlayLimit);
    expect(asked).toMatchObject({ amount: "10.00", pending: { amount: null } });
    const confirm = () => dave.post(`${PLAY}/limits/confirm`, wager);
    expect((await confirm()).code).toBe("raise_not_due");
    clock.now += DAY_MS;
    expect((await confirm()).as(endpoints.confirmPlayLimit)).toMatchObject({ amount: null, pending: null });
    expect((await flip(dave, 100)).status).toBe(200);
  });

  it.each([
    [
      { kind: "stake", window: "day", amount: 1 },
      "A stake is limited by bet, all else by day, week or month",
    ],
    [
      { kind: "wager", window: "bet", amount: 1 },
      "A stake is limited by bet, all else by day, week or month",
    ],
    [{ kind: "wager", window: "day", amount: 1.001 }, "Must be an amount with at most two decimals"],
    [{ kind: "wager", window: "day", amount: -1 }, "Must be an amount with at most two decimals"],
    [{ kind: "wager", window: "day" }, "Must be a number"],
  ])("refuses %o as a limit", async (body, detail) => {
    const answer = await put(await player("careless"), "/limits", body);
    expect([answer.status, JSON.stringify(answer.problem())]).toEqual([400, expect.stringContaining(detail)]);
  });

  it("stops play at a reality check until it is acknowledged", async () => {
    const erin = await player("erin");
    await put(erin, "/reality-check", { everyMinutes: 15 });
    await flip(erin);
    clock.now += 10 * MINUTE_MS;
    await flip(erin);
    clock.now += 5 * MINUTE_MS;
    expect((await flip(erin)).code).toBe("reality_check_due");
    expect((await standing(erin)).realityCheck.isDue).toBe(true);
    const acknowledge = () => erin.post(`${PLAY}/reality-check/acknowledge`, {});
    expect((await acknowledge()).status).toBe(200);
    expect((await acknowledge()).code).toBe("no_check_due");
    expect((await flip(erin)).status).toBe(200);
  });

  it("refuses play during a time-out, which can only be extended", async () => {
    const frank = await player("frank");
    expect((await frank.post(`${PLAY}/time-out`, { hours: 168 })).status).toBe(200);
    expect([(await flip(frank)).status, (await flip(frank)).code]).toEqual([403, "timed_out"]);
    const deposit = { type: "rbx", amount: 10 };
    expect((await frank.post("/api/deposits", deposit)).code).toBe("timed_out");
    expect((await frank.post(`${PLAY}/time-out`, { hours: 24 })).code).toBe("only_longer");
    clock.now += 168 * HOUR_MS;
    expect((await (await player("frank")).post(FLIP, { betAmount: 1, betSide: "rbx" })).status).toBe(200);
  });

  it("ends the sessions of a self-excluded player, and cancels their offers", async () => {
    const grace = await player("grace");
    const other = await player("grace");
    const opened = await grace.post("/api/live-coinflips", { betAmount: 40, betSide: "rbx" });
    const { id } = opened.as(endpoints.createCoinflip);
    expect((await grace.post(`${PLAY}/self-exclusion`, { months: 6, confirm: "yes" })).status).toBe(400);
    expect((await grace.post(`${PLAY}/self-exclusion`, { months: 6, confirm: "EXCLUDE" })).status).toBe(200);
    expect([(await grace.get(PLAY)).status, (await other.get(PLAY)).status]).toEqual([401, 401]);
    const joiner = await player("hank");
    expect((await joiner.post(`/api/live-coinflips/${id}/join`, {})).code).toBe("not_open");
    const back = await player("grace");
    await expect.poll(async () => (await back.user()).rbxBalance, { timeout: 10_000 }).toBe("1000.00");
    expect((await flip(back)).code).toBe("self_excluded");
    expect((await standing(back)).exclusion).toMatchObject({ endsAt: null });
    expect((await back.post(`${PLAY}/self-exclusion/end`, {})).code).toBe("exclusion_goes_on");
  });

  it("logs nothing of a refused request, and no personal text", async () => {
    const types = new Set(Object.keys(eventTypes));
    const ivy = await player("ivy");
    const { head } = await sites.one.books();
    await put(ivy, "/limits", { ...wager, amount: "10" });
    await ivy.post(`${PLAY}/limits/confirm`, wager);
    expect((await sites.one.books()).head).toEqual(head);
    expect(types.has("LimitLowered")).toBe(true);
    expect((await ivy.get("/api/health", NEWEST)).status).toBe(200);
  });
});
