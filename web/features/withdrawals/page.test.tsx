// Loaded first, so that no test waits for its pages to be compiled.
import { First } from "#web/features/withdrawals/page.tsx";
import "#web/features/withdrawals/review-page.tsx";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ReviewWithdrawal, WithdrawalShown } from "#domain/features/withdrawals/contract.ts";
import { anOwned } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { ASK_AGAIN_AFTER_MS } from "#web/lib/api/commands/command.ts";
import { ownClock, pass } from "#web/testing/clock.ts";
import { anAdmin, person } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, lost, refused } from "#web/testing/fake-api.ts";
import { renderAs, renderSite } from "#web/testing/render.tsx";

vi.mock("#web/lib/page/leave.ts", async (original) => ({ ...(await original<object>()), leaveTo: vi.fn() }));

const WITHDRAWAL: WithdrawalShown = {
  id: "wd_1",
  position: 12,
  userId: "p_alice",
  status: "pending",
  assetId: 101,
  itemName: "Hat",
  imageUrl: "",
  itemValue: "50.00",
  serialNumber: 7,
  proof: null,
  adminNotes: null,
  createdAt: "2026-11-17T10:00:00.000Z",
  sentAt: null,
  endedAt: null,
};
const TRADE_URL = "https://www.roblox.com/users/1/trade";
const review = (change: Partial<ReviewWithdrawal> = {}): ReviewWithdrawal => ({
  ...{ ...WITHDRAWAL, player: person("alice"), instance: "i-7", depositId: "dep_1", claim: null },
  ...{ approvals: 0, firstApprovedBy: null, secondBar: null, reviewedBy: null },
  ...{ trade: null, tradeUrl: null, seenAt: null },
  ...change,
});
const LATER = "2999-01-01T00:00:00.000Z";
const mine = { by: person("admin"), until: LATER };

function show(answers: FakeAnswers = {}, address = "/withdrawals") {
  const proposal = { id: "prop_1", kind: "return_withdrawal", status: "proposed" } as const;
  const api = fakeApi({
    "GET /auth/user": address.startsWith("/withdrawals") ? aUser() : anAdmin(),
    "GET /items/withdrawals": [],
    "GET /user/limiteds": [],
    "GET /admin/withdrawals": { items: [review()], next: null },
    "POST /items/withdrawals": WITHDRAWAL,
    "POST /items/withdrawals/{id}/cancel": { ...WITHDRAWAL, status: "cancelled" },
    "POST /items/withdrawals/{id}/receive": { ...WITHDRAWAL, status: "done" },
    "POST /admin/withdrawals/{id}/claim": { id: "wd_1", status: "pending", approvals: 0, until: LATER },
    "POST /admin/withdrawals/{id}/approve": { id: "wd_1", status: "approved", approvals: 1 },
    "POST /admin/withdrawals/{id}/reject": { id: "wd_1", status: "rejected", approvals: 0 },
    "POST /admin/withdrawals/{id}/send": { id: "wd_1", status: "sending", tradeUrl: TRADE_URL, until: LATER },
    "POST /admin/withdrawals/{id}/return": {
      proposal: { ...proposal, by: "p_admin", reason: "r", expiresAt: LATER },
    },
    ...answers,
  });
  return { api, ...renderSite(address) };
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const inDialog = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

beforeEach(() => sessionStorage.clear());

describe("the page of withdrawals", () => {
  it("asks for a confirmation of the item in the address, and requests it", async () => {
    const entry = anOwned({ id: 5, itemName: "Hat", inCustody: true });
    const { api } = show({ "GET /user/limiteds": [entry] }, "/withdrawals?item=5");
    await inDialog("Withdraw item");
    await waitFor(() =>
      expect(api.requestsOf("POST /items/withdrawals").map(({ body }) => body)).toEqual([
        { userLimitedId: 5 },
      ]),
    );
    expect(await screen.findByText(/^The item is held until it is sent/)).toBeTruthy();
  });

  it("links to the player's items once, from its first drawing on", async () => {
    const drawn = renderAs(aUser(), <First />);
    expect(screen.getAllByRole("link", { name: "My limiteds" })).toHaveLength(1);
    drawn.unmount();
    show();
    expect(await screen.findByText("No Withdrawals Yet")).toBeTruthy();
    const main = within(screen.getByRole("main"));
    expect(main.getAllByRole("link", { name: "My limiteds" })).toHaveLength(1);
  });

  it("does not ask about an item that is in play, or not in custody", async () => {
    const entries = [anOwned({ id: 5, inCustody: true, inPlay: true }), anOwned({ id: 6, inCustody: false })];
    for (const { id } of entries) {
      const { unmount } = show({ "GET /user/limiteds": entries }, `/withdrawals?item=${id}`);
      expect(await screen.findByText("No Withdrawals Yet")).toBeTruthy();
      expect(screen.queryByRole("dialog")).toBeNull();
      unmount();
    }
  });

  it("shows why a request was refused", async () => {
    const entry = anOwned({ id: 5, inCustody: true });
    const detail = "This item was bought in the shop.";
    const refusal = refused(409, "purchase_unsettled", detail);
    show({ "GET /user/limiteds": [entry], "POST /items/withdrawals": refusal }, "/withdrawals?item=5");
    await inDialog("Withdraw item");
    expect(await screen.findByText(detail)).toBeTruthy();
  });

  it("asks for the lost outcome when the same is requested again, and says so", async () => {
    const entry = anOwned({ id: 5, itemName: "Hat", inCustody: true });
    const failing: FakeAnswers = { "GET /user/limiteds": [entry], "POST /items/withdrawals": lost };
    const { api } = show(failing, "/withdrawals?item=5");
    await screen.findByRole("dialog");
    ownClock();
    await inDialog("Withdraw item");
    await pass(ASK_AGAIN_AFTER_MS.reduce((sum, ms) => sum + ms, 100));
    expect(await screen.findByText(/^The connection was lost\. Send the same again/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    api.answer("POST /items/withdrawals", WITHDRAWAL);
    act(() => window.history.pushState(null, "", "/withdrawals?item=5"));
    await inDialog("Withdraw item");
    expect(await screen.findByText(/^The item is held until it is sent/)).toBeTruthy();
    const sent = api.requestsOf("POST /items/withdrawals");
    expect(sent).toHaveLength(ASK_AGAIN_AFTER_MS.length + 2);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  it("cancels a pending one, and accepts the player's confirmation of an arrival", async () => {
    const sending = { ...WITHDRAWAL, id: "wd_2", status: "sending", serialNumber: null } as const;
    const { api } = show({ "GET /items/withdrawals": [WITHDRAWAL, sending] });
    await press("Cancel withdrawal of Hat #7");
    await inDialog("Cancel withdrawal");
    await waitFor(() => expect(api.requestsOf("POST /items/withdrawals/{id}/cancel")).toHaveLength(1));
    await press("I have received Hat");
    await inDialog("I have it");
    await waitFor(() => expect(api.requestsOf("POST /items/withdrawals/{id}/receive")).toHaveLength(1));
  });
});

describe("the queue of withdrawals", () => {
  const queue = (change: Partial<ReviewWithdrawal>, answers: FakeAnswers = {}) =>
    show(
      { "GET /admin/withdrawals": { items: [review(change)], next: null }, ...answers },
      `/admin/withdrawals?status=${change.status ?? "pending"}`,
    );

  it("is claimed, approved with the copy in sight, and rejected with a note", async () => {
    const { api } = queue({ claim: mine });
    await press("Approve");
    expect(within(await screen.findByRole("dialog")).getByText(/copy i-7/)).toBeTruthy();
    await inDialog("Approve");
    await waitFor(() => expect(api.requestsOf("POST /admin/withdrawals/{id}/approve")).toHaveLength(1));
    await press("Reject");
    fireEvent.change(await screen.findByLabelText("Note for the player"), { target: { value: "No." } });
    await inDialog("Reject");
    await waitFor(() =>
      expect(api.requestsOf("POST /admin/withdrawals/{id}/reject").map(({ body }) => body)).toEqual([
        { note: "No." },
      ]),
    );
  });

  it("announces a trade before it shows where to make it", async () => {
    const { api } = queue({ status: "approved" });
    expect(screen.queryByRole("link", { name: /^Trade with alice/ })).toBeNull();
    await press(/^Send/);
    await inDialog("I send it now");
    await waitFor(() => expect(api.requestsOf("POST /admin/withdrawals/{id}/send")).toHaveLength(1));
  });

  it("leads the sender to the trade, and nobody else meanwhile", async () => {
    const mineToSend = queue({ status: "sending", trade: mine, tradeUrl: TRADE_URL });
    const link = await screen.findByRole("link", { name: /^Trade with alice/ });
    expect(link.getAttribute("href")).toBe(TRADE_URL);
    mineToSend.unmount();
    queue({ status: "sending", trade: { ...mine, by: person("dora") }, tradeUrl: TRADE_URL });
    expect(await screen.findByText(/^Sent by dora, alone until/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: /^Trade with alice/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Send again/ })).toBeNull();
  });

  it("proposes to return an item, unless another player was seen with it", async () => {
    const { api, unmount } = queue({ status: "sending", trade: mine, tradeUrl: TRADE_URL });
    await press(/^Give back/);
    fireEvent.change(await screen.findByLabelText("Why, for the player"), { target: { value: "Declined." } });
    await inDialog("Propose");
    await waitFor(() => expect(api.requestsOf("POST /admin/withdrawals/{id}/return")).toHaveLength(1));
    expect(await screen.findByText("Proposed")).toBeTruthy();
    unmount();
    queue({ status: "sending", trade: mine, tradeUrl: TRADE_URL, seenAt: person("bob") });
    expect(await screen.findByText(/^Roblox shows it in bob/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Give back/ })).toBeNull();
  });

  it("offers nothing about one's own", async () => {
    queue({ status: "approved", player: person("admin") });
    expect(await screen.findByText("Your own: another admin sends it.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Send/ })).toBeNull();
  });
});
