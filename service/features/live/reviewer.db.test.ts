import { afterEach, beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { hurried } from "#projections/testing/runtime.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { LiveStream } from "#service/lab/testing/live-stream.ts";
import { playersOf, twoSitesOf } from "#service/lab/testing/sites.ts";

describeEachEngine("the reviewers' topic of the live stream", (engine) => {
  const { one, carriedOver, hear, hush } = twoSitesOf(engine, { scheduler: hurried });
  const [admin, alice] = playersOf(one, "admin", "alice");
  let aliceId: string;
  beforeAll(async () => {
    aliceId = (await alice.user()).id;
  });
  afterEach(hush);

  /** A player requests a deposit, and an admin rejects it. @returns the position of the last step */
  async function reviewed(): Promise<number> {
    const bob = await one.player("bob");
    const { id } = (await bob.post("/api/deposits", { type: "rbx", amount: 5 })).as(endpoints.requestDeposit);
    await admin.post(`/api/admin/deposits/${id}/claim`, {});
    const closed = await admin.post(`/api/admin/deposits/${id}/reject`, { note: "Not received" });
    expect(closed.status).toBe(200);
    return Number(closed.headers.get("Ledger-Position"));
  }
  /** All messages of a stream up to a position, which a later bet marks. */
  async function toldPast(stream: LiveStream, position: number): Promise<string[]> {
    const flipped = await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const until = Number(flipped.headers.get("Ledger-Position"));
    expect(until).toBeGreaterThan(position);
    const topics: string[] = [];
    for (let told = await stream.next(); told !== null; told = await stream.next()) {
      topics.push(told.topic);
      if (told.topic === "ledger" && told.position >= until) return topics;
    }
    throw new Error("The stream ended");
  }
  const act = async (what: string, method = "POST") => {
    const reason = "r";
    const isRole = what === "role";
    const answer = await admin.ask(
      `${method} ${isRole ? "/api/admin/roles" : `/api/admin/players/${aliceId}/${what}`}`,
      isRole ? { playerId: aliceId, role: "moderator", reason } : { reason },
    );
    expect(answer.status).toBe(200);
  };

  it("is sent to reviewers, and not to players or visitors", async () => {
    const [ofAdmin, ofAlice, ofNobody] = [await hear(admin), await hear(alice), await hear(one.visitor())];
    const at = await reviewed();
    const [toAlice, toNobody] = [await toldPast(ofAlice, at), await toldPast(ofNobody, at)];
    for (const topics of [toAlice, toNobody]) expect(topics).not.toContain("reviews");
    // Players who wait in the queue must still learn that a deposit has left it.
    expect(toAlice).toContain("queue");
    const told = await ofAdmin.until("reviews");
    expect(told.at(-1)?.position).toBeLessThanOrEqual(at);
  });

  it("begins and ends with a role or suspension, in every process, while the stream is open", async () => {
    const [here, there] = [await hear(alice), await hear(carriedOver(alice))];
    const both = async (isHeard: boolean) => {
      const at = await reviewed();
      for (const stream of [here, there]) {
        if (isHeard) await stream.until("reviews");
        const rest = await toldPast(stream, at);
        if (!isHeard) expect(rest).not.toContain("reviews");
      }
    };
    await both(false);
    await act("role");
    await both(true);
    await act("suspend");
    const at = await reviewed();
    // A suspended player cannot bet, so another continues.
    const carol = await one.player("carol");
    const flipped = await carol.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const until = Number(flipped.headers.get("Ledger-Position"));
    expect(until).toBeGreaterThan(at);
    for (const stream of [here, there]) {
      for (let told = await stream.next(); told !== null; told = await stream.next()) {
        expect(told.topic).not.toBe("reviews");
        if (told.topic === "ledger" && told.position >= until) break;
      }
    }
    await act("lift");
    await both(true);
    await act("role", "DELETE");
    await both(false);
  });

  it("is sent to a reviewer who reconnects, and to no player", async () => {
    await reviewed();
    const ofAdmin = await hear(admin, { "Last-Event-ID": "1" });
    expect((await ofAdmin.until("reviews")).length).toBeGreaterThan(0);
    const ofAlice = await hear(alice, { "Last-Event-ID": "1" });
    expect(await toldPast(ofAlice, 1)).not.toContain("reviews");
  });
});
