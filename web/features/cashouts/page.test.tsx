// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/cashouts/page.tsx";
import "#web/features/cashouts/cancel-dialog.tsx";
import "#web/features/cashouts/review-page.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CashoutShown, ReviewCashout } from "#domain/features/cashouts/contract.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { anAdmin, person } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

vi.mock("#web/lib/page/leave.ts", async (original) => ({ ...(await original<object>()), leaveTo: vi.fn() }));

const CASHOUT: CashoutShown = {
  id: "co_1",
  position: 12,
  userId: "p_alice",
  amount: "100.00",
  currency: "usd",
  fees: "2.00",
  netAmount: "98.00",
  status: "pending",
  paypalEmail: "me@example.com",
  paypalOrderId: null,
  adminNotes: null,
  failedCause: null,
  payableFrom: "2026-11-20T10:00:00.000Z",
  createdAt: "2026-11-17T10:00:00.000Z",
  processedAt: null,
};
const review = (change: Partial<ReviewCashout> = {}): ReviewCashout => ({
  ...{ ...CASHOUT, player: person("alice"), claim: null, approvals: 0, firstApprovedBy: null },
  ...{ secondBar: null, reviewedBy: null, trouble: null },
  ...change,
});
const mine = { by: person("admin"), until: "2999-01-01T00:00:00.000Z" };

function show(answers: FakeAnswers = {}, address = "/cashouts") {
  const api = fakeApi({
    "GET /auth/user": address === "/cashouts" ? aUser({ usdBalance: "150.00" }) : anAdmin(),
    "GET /cashouts": [],
    "GET /cashouts/debt": { owed: "0.00" },
    "GET /admin/cashouts": { items: [review()], next: null },
    "POST /cashouts": CASHOUT,
    "POST /cashouts/{id}/cancel": { ...CASHOUT, status: "cancelled" },
    "POST /admin/cashouts/{id}/claim": { id: "co_1", status: "pending", approvals: 0, until: mine.until },
    "POST /admin/cashouts/{id}/approve": { id: "co_1", status: "approved", approvals: 1 },
    "POST /admin/cashouts/{id}/reject": { id: "co_1", status: "rejected", approvals: 0 },
    ...answers,
  });
  return { api, ...renderSite(address) };
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const inDialog = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

beforeEach(() => sessionStorage.clear());

describe("the page of cash-outs", () => {
  it("shows the fees of a cash-out before it is requested, and requests it", async () => {
    const { api } = show();
    await fill("Amount in USD", "100");
    expect(await screen.findByText("$2.00")).toBeTruthy();
    expect(screen.getByText("$98.00")).toBeTruthy();
    await fill("PayPal email address", "me@example.com");
    await press("Request Cash-out");
    await waitFor(() =>
      expect(api.requestsOf("POST /cashouts").map(({ body }) => body)).toEqual([
        { amount: 100, currency: "usd", paypalEmail: "me@example.com" },
      ]),
    );
    expect(await screen.findByText("Cash-out requested. The money is held until it is paid.")).toBeTruthy();
  });

  it("shows a debt, and nothing without one", async () => {
    const { unmount } = show({ "GET /cashouts/debt": { owed: "11.30" } });
    expect(await screen.findByText("You owe $11.30")).toBeTruthy();
    unmount();
    const { api } = show();
    await waitFor(() => expect(api.requestsOf("GET /cashouts/debt")).toHaveLength(1));
    expect(await screen.findByText("No Cash-outs Yet")).toBeTruthy();
    expect(screen.queryByText(/^You owe/)).toBeNull();
  });

  it.each([
    ["", "me@example.com", /^Enter \$1\.00 to/],
    ["0.99", "me@example.com", /^Enter \$1\.00 to/],
    ["150.01", "me@example.com", "You have $150.00 to cash out"],
    ["10", "nobody", "Enter the email address of your PayPal account"],
  ])("sends nothing of %s to %s", async (amount, email, fault) => {
    const { api } = show();
    await fill("Amount in USD", amount);
    await fill("PayPal email address", email);
    await press("Request Cash-out");
    expect(await screen.findByText(fault)).toBeTruthy();
    expect(api.requestsOf("POST /cashouts")).toEqual([]);
  });

  it("shows why a request was refused, and keeps the input", async () => {
    show({ "POST /cashouts": refused(409, "payouts_closed", "Cash-outs are closed at the moment.") });
    await fill("Amount in USD", "10");
    await fill("PayPal email address", "me@example.com");
    await press("Request Cash-out");
    expect(await screen.findByText("Cash-outs are closed at the moment.")).toBeTruthy();
    expect(await screen.findByDisplayValue("me@example.com")).toBeTruthy();
  });

  it("shows the status of each, and cancels a pending one", async () => {
    const failed = { ...CASHOUT, id: "co_2", status: "failed", failedCause: "returned" } as const;
    const { api } = show({ "GET /cashouts": [CASHOUT, failed] });
    expect(
      await screen.findByText("Nobody claimed it, so it came back. The money is back in your balance."),
    ).toBeTruthy();
    await press("Cancel cash-out of $100.00");
    await inDialog("Cancel cash-out");
    await waitFor(() => expect(api.requestsOf("POST /cashouts/{id}/cancel")).toHaveLength(1));
  });

  it("is empty at first, and shows when it cannot be loaded", async () => {
    show();
    expect(await screen.findByText("No Cash-outs Yet")).toBeTruthy();
  });
});

describe("the queue of cash-outs", () => {
  const queue = (change: Partial<ReviewCashout>, answers: FakeAnswers = {}) =>
    show({ "GET /admin/cashouts": { items: [review(change)], next: null }, ...answers }, "/admin/cashouts");

  it("is claimed, approved with the address in sight, and rejected with a note", async () => {
    const { api } = queue({ claim: mine });
    await press("Approve");
    expect(within(await screen.findByRole("dialog")).getByText(/me@example\.com/)).toBeTruthy();
    await inDialog("Approve");
    await waitFor(() => expect(api.requestsOf("POST /admin/cashouts/{id}/approve")).toHaveLength(1));
    await press("Reject");
    fireEvent.change(await screen.findByLabelText("Note for the player"), { target: { value: "No." } });
    await inDialog("Reject");
    await waitFor(() =>
      expect(api.requestsOf("POST /admin/cashouts/{id}/reject").map(({ body }) => body)).toEqual([
        { note: "No." },
      ]),
    );
  });

  it("offers no approval while the address is new, nor of the admin's own", async () => {
    queue({ claim: mine, payableFrom: "2999-01-01T00:00:00.000Z" });
    expect(await screen.findByText(/^A new address: approve it from/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  });

  it("shows why an approved one is not paid yet", async () => {
    queue({ status: "processing", trouble: "a payout by PayPal: INSUFFICIENT_FUNDS" });
    expect(await screen.findByText("Not paid yet: a payout by PayPal: INSUFFICIENT_FUNDS")).toBeTruthy();
  });
});
