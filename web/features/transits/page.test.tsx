// Lazy parts are loaded first, so that no test waits for them.
import "#web/features/transits/page.tsx";
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { HouseItem, TransitShown } from "#domain/features/transits/contract.ts";
import { ASK_AGAIN_AFTER_MS } from "#web/lib/api/commands/command.ts";
import { ownClock, pass } from "#web/testing/clock.ts";
import { aProposed } from "#web/testing/examples/proposals.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, lost, refused } from "#web/testing/fake-api.ts";
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
  it("show what is under way, its destination, its time, and what delays it", async () => {
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
    const ways = within(screen.getByRole("table", { name: "Other logs" }));
    for (const text of ["Log 2", "1", "fetch failed"]) expect(ways.getByText(text)).toBeTruthy();
    expect(within(screen.getByRole("table", { name: "Between the logs" })).getByText("+9.50")).toBeTruthy();
  });

  it("say so on a site with one log, and when nothing was ever sent", async () => {
    show(NOTHING);
    expect(await screen.findByText("This site has one log.")).toBeTruthy();
    expect(screen.getByText("Nothing has left this log or arrived in it.")).toBeTruthy();
  });

  it("show that they could not be loaded, and load again on request", async () => {
    const api = show(refused(500, "internal", "Something went wrong"));
    const again = await screen.findAllByRole("button", { name: /try again|retry/i });
    api.answer("GET /admin/transits", NOTHING);
    for (const button of again) button.click();
    expect(await screen.findByText("This site has one log.")).toBeTruthy();
  });
});

const HELM: HouseItem = { copy: "item:700007:9", limitedId: 700007, name: "Valkyrie Helm", serial: 12 };
const WAY = { underWay: 0, oldestAt: null, triedAt: null, trouble: null };

/** The page of a site with three logs, of which this is the first. */
function showSending(items: NonNullable<FakeAnswers["GET /admin/transits/items"]>) {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/transits": { ...NOTHING, ways: [2, 3].map((log) => ({ ...WAY, log })) },
    "GET /admin/transits/items": items,
    "POST /admin/transits": aProposed({ kind: "send_bank" }),
    "POST /admin/transits/items": aProposed({ kind: "send_item" }),
  });
  renderSite("/admin/transits");
  return api;
}

async function open(button: string) {
  fireEvent.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog"));
}

describe("sending to another log", () => {
  it("proposes part of the bank, in a currency, to the chosen log", async () => {
    const api = showSending({ items: [] });
    expect(await screen.findByText("The house has no item in custody that is free.")).toBeTruthy();
    const dialog = await open("Send currency");
    expect(dialog.getByText("Needs a second admin")).toBeTruthy();
    fireEvent.change(dialog.getByLabelText("To"), { target: { value: "3" } });
    fireEvent.click(dialog.getByLabelText("TIX"));
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Log 3 runs low" } });
    for (const wrong of ["", "0", "0.00", "1.001", "-3", "1e3"]) {
      fireEvent.change(dialog.getByLabelText("Amount in TIX"), { target: { value: wrong } });
      fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
      expect(await dialog.findByText("Enter an amount above 0, with at most two decimals")).toBeTruthy();
    }
    expect(api.requestsOf("POST /admin/transits")).toEqual([]);
    fireEvent.change(dialog.getByLabelText("Amount in TIX"), { target: { value: "1250.50" } });
    fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
    expect(await screen.findByText("Proposed")).toBeTruthy();
    expect(api.requestsOf("POST /admin/transits")).toMatchObject([
      { body: { log: 3, currency: "TIX", amount: 1250.5, reason: "Log 3 runs low" } },
    ]);
  });

  it("proposes an item of the house", async () => {
    const api = showSending({ items: [HELM, { ...HELM, copy: "item:5:1", name: "Cap", serial: null }] });
    expect(await screen.findByRole("button", { name: "Send Cap, item:5:1" })).toBeTruthy();
    const dialog = await open("Send Valkyrie Helm #12, item:700007:9");
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Wanted there" } });
    fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
    expect(await screen.findByText("Proposed")).toBeTruthy();
    expect(api.requestsOf("POST /admin/transits/items")).toMatchObject([
      { body: { log: 2, copy: "item:700007:9", reason: "Wanted there" } },
    ]);
  });

  it("keeps its key after a lost answer, unless another log is chosen", async () => {
    const api = showSending({ items: [HELM] });
    api.answer("POST /admin/transits/items", lost);
    const dialog = await open("Send Valkyrie Helm #12, item:700007:9");
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Wanted there" } });
    ownClock();
    const tries = ASK_AGAIN_AFTER_MS.length + 1;
    for (const log of ["2", "2", "3"]) {
      fireEvent.change(dialog.getByLabelText("To"), { target: { value: log } });
      fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
      await pass(ASK_AGAIN_AFTER_MS.reduce((sum, ms) => sum + ms, 100));
    }
    const keys = api
      .requestsOf("POST /admin/transits/items")
      .map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(3 * tries);
    expect(new Set(keys.slice(0, 2 * tries)).size).toBe(1);
    expect(keys.slice(0, 2 * tries)).not.toContain(keys.at(-1));
  });

  it("is not offered on a site with one log", async () => {
    show(NOTHING);
    expect(await screen.findByText("This site has one log.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Send currency" })).toBeNull();
  });

  it("shows that the items could not be loaded", async () => {
    showSending(refused(500, "internal", "Something went wrong"));
    expect(await screen.findByText(/Items of the house/)).toBeTruthy();
  });
});
