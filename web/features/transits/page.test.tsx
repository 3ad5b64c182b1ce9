// What the page loads later is loaded first, so that no test waits for it.
import "#web/features/transits/page.tsx";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { TransitShown } from "#domain/features/transits/contract.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const AT = "2026-11-20T10:00:00.000Z";
const LEFT: TransitShown = {
  ...{
    id: "1-a",
    direction: "out",
    log: 2,
    asset: "RBX",
    amount: "12.50",
    account: "house",
    purpose: "",
    items: [],
  },
  ...{ position: 9, at: AT, closedAt: null },
};
const NOTHING = { items: [], next: null, log: 1, peers: [], ways: [] };

function show(transits: FakeAnswers["GET /admin/transits"]) {
  const answers = { "GET /auth/user": anAdmin(), "GET /admin/transits": transits };
  const api = fakeApi(answers as FakeAnswers);
  renderSite("/admin/transits");
  return api;
}

describe("the transits of the console", () => {
  it("say what is under way, where to, since when, and what keeps it back", async () => {
    show({
      ...NOTHING,
      items: [
        LEFT,
        { ...LEFT, id: "1-b", closedAt: AT },
        { ...LEFT, id: "2-c", direction: "in", amount: "3.00", purpose: "coinflip:g_1" },
        { ...LEFT, id: "1-d", log: 3, asset: "items", amount: "2.00", items: ["item:101:7", "item:102:1"] },
        { ...LEFT, id: "1-e", log: 4, asset: "items", amount: "0.00" },
      ],
      peers: [{ log: 2, asset: "RBX", left: "25.00", underWay: "12.50", arrived: "3.00", owed: "9.50" }],
      ways: [{ log: 2, underWay: 1, oldestAt: AT, triedAt: AT, trouble: "fetch failed" }],
    });
    const list = within(await screen.findByRole("table", { name: "Transits" }));
    expect(list.getAllByText("Under way")).toHaveLength(3);
    for (const text of [
      "Arrived there",
      "Arrived here",
      "From log 2",
      "coinflip:g_1",
      "To log 3",
      "item:101:7",
      "item:102:1",
      "No items",
    ])
      expect(list.getByText(text)).toBeTruthy();
    expect(list.queryByText("1.00")).toBeNull();
    expect(list.getAllByText("To log 2")).toHaveLength(2);
    expect(list.getAllByText("12.50")).toHaveLength(2);
    const ways = within(screen.getByRole("table", { name: "Carrying" }));
    for (const text of ["Log 2", "1", "fetch failed"]) expect(ways.getByText(text)).toBeTruthy();
    expect(within(screen.getByRole("table", { name: "Between the logs" })).getByText("+9.50")).toBeTruthy();
  });

  it("say so where there is one log and nothing was ever sent", async () => {
    show(NOTHING);
    expect(await screen.findByText("This site has one log.")).toBeTruthy();
    expect(screen.getByText("Nothing has left this log or arrived in it.")).toBeTruthy();
  });

  it("say that they could not be loaded, and ask again when told to", async () => {
    const api = show(refused(500, "internal", "Something went wrong"));
    const again = await screen.findAllByRole("button", { name: /try again|retry/i });
    api.answer("GET /admin/transits", NOTHING);
    for (const button of again) button.click();
    expect(await screen.findByText("This site has one log.")).toBeTruthy();
  });
});
