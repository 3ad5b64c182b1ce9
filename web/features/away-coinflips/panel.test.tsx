// Lazy parts are loaded first, so that no test waits for them.
import "#web/features/away-coinflips/panel.tsx";
import "#web/features/away-coinflips/join-dialog.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AwayStakeShown } from "#domain/features/away-coinflips/contract.ts";
import { aCoinflip, anItemsCoinflip } from "#domain/testing/shown/coinflips.ts";
import { anOwned } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import AwayCoinflipsPanel from "#web/features/away-coinflips/panel.tsx";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderAs } from "#web/testing/render.tsx";

const AT = "2026-11-20T10:00:00.000Z";
const FLIP = { ...aCoinflip({ betAmount: "10.00", betSide: "rbx" }), id: "g_1", creatorId: null, log: 2 };
const STAKE: AwayStakeShown = {
  id: "1-a",
  gameId: "g_0",
  log: 2,
  side: "tix",
  currency: "RBX",
  stake: "10.00",
  items: [],
  itemsBack: null,
  status: "won",
  cameBack: "19.75",
  position: 9,
  at: AT,
  endedAt: AT,
};

function show(answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /away-coinflips": { items: [FLIP], logs: [2], unreachable: [] },
    "GET /away-coinflips/stakes": { items: [STAKE], next: null },
    "POST /away-coinflips/{id}/join": { id: "1-b", position: 12 },
    ...answers,
  });
  renderAs(aUser(), <AwayCoinflipsPanel />);
  return api;
}

describe("coinflips of other logs", () => {
  it("are joined after a question that names cost and possible payout", async () => {
    const api = show();
    fireEvent.click(await screen.findByRole("button", { name: /Join the coinflip of/ }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("19.75 RBX")).toBeTruthy();
    expect(dialog.getByText("TIX")).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: "Stake 10.00 RBX" }));
    await waitFor(() => expect(api.requestsOf("POST /away-coinflips/{id}/join")).toHaveLength(1));
    const [sent] = api.requestsOf("POST /away-coinflips/{id}/join");
    expect(sent?.body).toEqual({ log: 2, currency: "RBX", betAmount: 10 });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("for items are joined with items in custody, on which the game's log decides", async () => {
    const flip = { ...anItemsCoinflip({ totalValue: "100000.00" }), id: "g_2", creatorId: null, log: 2 };
    const owned = [anOwned({ id: 1, itemValue: "105000.00" }), anOwned({ id: 2, inCustody: false })];
    const api = show({
      "GET /away-coinflips": { items: [flip], logs: [2], unreachable: [] },
      "GET /user/limiteds": owned,
    });
    fireEvent.click(await screen.findByRole("button", { name: /Join the coinflip of/ }));
    const [kept, onSight] = await screen.findAllByRole("checkbox");
    if (kept === undefined || onSight === undefined) throw new Error("there are two items");
    expect(onSight.hasAttribute("disabled")).toBe(true);
    fireEvent.click(kept);
    fireEvent.click(await screen.findByRole("button", { name: "Join with 1 item" }));
    await waitFor(() => expect(api.requestsOf("POST /away-coinflips/{id}/join")).toHaveLength(1));
    const [sent] = api.requestsOf("POST /away-coinflips/{id}/join");
    expect(sent?.body).toEqual({ log: 2, betItems: [{ limitedId: 1029025, quantity: 1, inventoryId: 1 }] });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("show how many items were staked, and how many came back", async () => {
    const item = {
      copy: "item:1:2" as const,
      limitedId: 1,
      name: "Hat",
      imageUrl: "/x",
      serialNumber: 3,
      value: "5.00",
    };
    const stake = { ...STAKE, currency: null, stake: "5.00", items: [item], cameBack: "9.00", itemsBack: 2 };
    const lost = { ...stake, id: "1-c", status: "lost" as const, cameBack: "0.00", itemsBack: 0 };
    show({ "GET /away-coinflips/stakes": { items: [stake, lost], next: null } });
    const stakes = within(await screen.findByRole("table", { name: "Your stakes in other logs" }));
    expect(stakes.getAllByText(/1 item,/)).toHaveLength(2);
    expect(stakes.getByText(/2 items,/)).toBeTruthy();
    expect(stakes.getByText("No items")).toBeTruthy();
  });

  it("show the outcome of the player's stakes", async () => {
    show();
    const stakes = within(await screen.findByRole("table", { name: "Your stakes in other logs" }));
    for (const text of ["Won", "19.75"]) expect(stakes.getByText(text)).toBeTruthy();
  });

  it("name a log that cannot be reached, and say when none is open", async () => {
    show({ "GET /away-coinflips": { items: [], logs: [2, 3], unreachable: [3] } });
    expect(await screen.findByText(/Log 3 cannot be reached/)).toBeTruthy();
    expect(screen.getByText("There are no open coinflips in other logs.")).toBeTruthy();
  });

  it("say why a stake was not sent", async () => {
    show({
      "POST /away-coinflips/{id}/join": refused(409, "not_open", "This coinflip is no longer open."),
    });
    fireEvent.click(await screen.findByRole("button", { name: /Join the coinflip of/ }));
    fireEvent.click(await screen.findByRole("button", { name: "Stake 10.00 RBX" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("are absent on a site with one log", async () => {
    const api = show({ "GET /away-coinflips": { items: [], logs: [], unreachable: [] } });
    await waitFor(() => expect(api.requestsOf("GET /away-coinflips").length).toBeGreaterThan(0));
    expect(screen.queryByText("Coinflips of other logs")).toBeNull();
    expect(api.requestsOf("GET /away-coinflips/stakes")).toHaveLength(0);
  });
});
