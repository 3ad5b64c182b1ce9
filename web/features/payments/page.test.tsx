import "#web/features/payments/page.tsx";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { PaymentsShown } from "#domain/features/payments/contract.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const AT = "2026-11-20T10:00:00.000Z";
const NOTHING: PaymentsShown = { open: [], inbox: [], differences: [], lastCheck: null };

function show(change: Partial<PaymentsShown>) {
  fakeApi({ "GET /auth/user": anAdmin(), "GET /admin/payments": { ...NOTHING, ...change } });
  renderSite("/admin/payments");
}

describe("the payments of the console", () => {
  it("show differences from the providers' lists, and unreachable providers", async () => {
    show({
      lastCheck: { night: "2026-11-20", finishedAt: AT, found: 1, trouble: "paypal" },
      differences: [
        {
          ...{ night: "2026-11-20", provider: "stripe", reference: "cs_1", paymentId: "pu_1" },
          ...{ what: "amount", ours: "15.00", theirs: "20.00" },
        },
      ],
    });
    const table = within(await screen.findByRole("table", { name: "Differences" }));
    for (const text of ["Stripe", "Another amount", "$15.00", "$20.00", "pu_1"])
      expect(table.getByText(text)).toBeTruthy();
    expect(screen.getByText(/1 found. Could not be asked: paypal/)).toBeTruthy();
  });

  it("show open payments and webhooks, and say when there are none", async () => {
    show({
      open: [
        {
          ...{
            paymentId: "pu_1",
            purpose: "purchase",
            provider: "paypal",
            reference: "5O1",
            received: "0.00",
          },
          ...{ createdAt: AT, expiresAt: AT, closedAt: null, dueAt: AT },
        },
      ],
    });
    expect(within(await screen.findByRole("table", { name: "Open payments" })).getByText("5O1")).toBeTruthy();
    expect(screen.getByText("No webhooks yet.")).toBeTruthy();
    expect(screen.getByText("Our books and the providers' lists agree.")).toBeTruthy();
    expect(screen.getByText(/have not been compared/)).toBeTruthy();
  });
});
