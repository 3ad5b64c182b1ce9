import { afterEach, expect, it } from "vitest";
import { describeEachEngine } from "#service/testing/engines.ts";
import { createSite, type Site } from "#service/testing/site.ts";

describeEachEngine("signing in", (engine) => {
  let site: Site;
  afterEach(() => site.close());

  it("registers a player at the first time, with the starting balances", async () => {
    site = await createSite(engine);
    const alice = site.visitor();
    expect(await alice.signIn("alice")).toMatchObject({ username: "alice", rbxBalance: "1000.00" });
  });
});
