import { beforeAll, describe, expect, it } from "vitest";
import * as bad from "#service/lab/testing/bad-requests.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const MONTH_MS = 31 * 24 * 60 * 60 * 1_000;

describeEachEngine("a bad request", (engine) => {
  const site = siteOf(engine);
  let people: { readonly [name in bad.Sender]: Visitor };

  beforeAll(async () => {
    const expired = await site.player("carol");
    const { cookies } = expired;
    site.clock.now += MONTH_MS;
    people = { alice: await site.player("alice"), nobody: site.visitor(), expired };
    expect(cookies.has("florin_session")).toBe(true);
  });

  const refuses = (requests: readonly bad.BadRequest[]) => {
    it.each(requests)("$what: $status $code, and nothing changes", async ({ from, sent, status, code }) => {
      const before = await site.books();
      const answer = await people[from].send(sent);
      expect(`${answer.status} ${answer.code}`).toBe(`${status} ${code}`);
      expect(await site.books()).toEqual(before);
    });
  };

  describe("without a session", () => refuses(bad.withoutSession()));
  describe("with a forged session", () => refuses(bad.forgedSessions()));
  describe("with a bad amount", () => refuses(bad.amounts()));
  describe("with bad fields", () => refuses(bad.fields()));
  describe("with a bad body", () => refuses(bad.bodies()));
  describe("with a bad header", () => refuses(bad.headers()));
  describe("from another site", () => refuses(bad.crossSite()));
  describe("with a bad client seed", () => refuses(bad.clientSeeds()));
  describe("to a bad path", () => refuses(bad.paths()));
  describe("with a bad query", () => refuses(bad.queries()));
});
