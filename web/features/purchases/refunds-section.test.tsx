import "#web/features/payments/page.tsx";
import "#web/features/purchases/refunds-section.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { UnmadeRefund } from "#domain/features/purchases/contract.ts";
import { aProposed } from "#web/testing/examples/proposals.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const AT = "2026-11-20T10:00:00.000Z";
const refund: UnmadeRefund = {
  ...{ id: "pu_1-r1", purchaseId: "pu_1", title: "Hat", amount: "12.50", asks: 2 },
  ...{ reason: "POST /v1/refunds at Stripe: balance_insufficient", askedAt: AT, nextAt: AT },
};

function show(refunds: readonly UnmadeRefund[]) {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/payments": { open: [], inbox: [], differences: [], lastCheck: null },
    "GET /admin/refunds": [...refunds],
    "POST /admin/refunds/{id}/retry": { id: "pu_1-r1" },
    "POST /admin/purchases/{id}/end-refund": aProposed({ kind: "end_refund" }),
  });
  renderSite("/admin/payments");
  return api;
}

it("shows refunds that no provider made, requests them again, and has two admins give one up", async () => {
  const api = show([
    refund,
    { ...refund, id: "pu_2-r1", purchaseId: "pu_2", title: "Wig", reason: null, nextAt: null },
  ]);
  const table = within(await screen.findByRole("table", { name: "Refunds that were not made" }));
  for (const text of ["$12.50", /balance_insufficient/, "Not automatically", /Accepted, but not arrived/])
    expect(table.getAllByText(text).length).toBeGreaterThan(0);
  fireEvent.click(table.getByRole("button", { name: "Ask again for the refund of Hat" }));
  await waitFor(() => expect(api.requestsOf("POST /admin/refunds/{id}/retry")).toHaveLength(1));
  fireEvent.click(table.getByRole("button", { name: "Give up the refund of Hat" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Give up the refund of Hat" }));
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Paid by transfer." } });
  fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
  await waitFor(() =>
    expect(api.requestsOf("POST /admin/purchases/{id}/end-refund")[0]?.body).toEqual({
      reason: "Paid by transfer.",
    }),
  );
});

it("shows nothing while every refund is made", async () => {
  show([]);
  expect(await screen.findByText("No webhooks yet.")).toBeTruthy();
  expect(screen.queryByText("Refunds that were not made")).toBeNull();
});
