import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import "#web/features/listings/page.tsx";
import "#web/features/purchases/buy-button.tsx";
import "#web/features/purchases/buy-dialog.tsx";
import "#web/features/purchases/purchase-page.tsx";
import "#web/features/purchases/purchases-tab.tsx";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { aUser } from "#web/testing/fixtures.ts";
import { aListing } from "#web/testing/listings.ts";
import { aPurchase } from "#web/testing/purchases.ts";
import { renderSite } from "#web/testing/render.tsx";

function show(address: string, answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /shop/listings": [aListing()],
    "GET /shop/my-listings": [],
    "GET /shop/purchases": [aPurchase()],
    "GET /shop/sales": [],
    "GET /shop/purchases/{id}": aPurchase(),
    "POST /shop/purchase": aPurchase(),
    "POST /shop/purchases/{id}/cancel": aPurchase({ paymentStatus: "cancelled", checkoutUrl: null }),
    ...answers,
  });
  return { api, ...renderSite(address) };
}
const buy = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "Buy Now: Helm with wings" }));
  return within(await screen.findByRole("dialog", { name: "Purchase Item" }));
};

describe("buying an item", () => {
  it("asks for one of the seller's methods and leads to the page of the purchase", async () => {
    const { api } = show("/shop");
    const dialog = await buy();
    expect(dialog.getAllByRole("radio")).toHaveLength(2);
    fireEvent.click(dialog.getByRole("radio", { name: "Card" }));
    fireEvent.click(dialog.getByRole("button", { name: "Buy for $1,250.00" }));
    expect(await screen.findByText("Check your email for payment instructions")).toBeTruthy();
    expect(api.requestsOf("POST /shop/purchase").map(({ body }) => body)).toEqual([
      { listingId: 41, paymentMethod: "stripe" },
    ]);
    const pay = await screen.findByRole("link", { name: "Pay $1,250.00 by Card" });
    expect(pay.getAttribute("href")).toBe("https://pay.example/c/1");
    expect(window.location.pathname).toBe("/shop/purchases/pu_1");
  });

  it("says why the site refused it, and where an address is given", async () => {
    const { api } = show("/shop", {
      "POST /shop/purchase": refused(409, "not_available", "Somebody is paying for it."),
    });
    const dialog = await buy();
    fireEvent.click(dialog.getByRole("button", { name: /^Buy for/ }));
    expect(await screen.findByText("Purchase Failed")).toBeTruthy();
    expect(screen.getByText("Somebody is paying for it.")).toBeTruthy();
    api.answer("POST /shop/purchase", refused(409, "email_required", "Confirm an e-mail address."));
    fireEvent.click(dialog.getByRole("button", { name: /^Buy for/ }));
    const settings = await dialog.findByRole("link", { name: "Open settings" });
    expect(settings.getAttribute("href")).toBe("/settings");
  });

  it("is not offered for one's own item, nor for one that cannot be delivered", async () => {
    show("/shop", {
      "GET /shop/listings": [aListing({ isOwn: true }), aListing({ id: 42, inCustody: false })],
    });
    for (const name of ["Your Item", "Not in custody"])
      expect((await screen.findByRole("button", { name })).hasAttribute("disabled")).toBe(true);
  });
});

describe("a purchase", () => {
  it("is listed with what became of payment and delivery", async () => {
    show("/shop?tab=purchases");
    const list = within(await screen.findByRole("region", { name: "Your purchases" }));
    const row = await list.findByRole("link", { name: /Helm with wings/ });
    expect(row.getAttribute("href")).toBe("/shop/purchases/pu_1");
    expect(within(row).getByText("Waiting for payment")).toBeTruthy();
    expect(screen.getByText("What others buy of you will appear here")).toBeTruthy();
  });

  it("has a history that begins empty", async () => {
    show("/shop?tab=purchases", { "GET /shop/purchases": [] });
    expect(await screen.findByText("Your purchase history will appear here")).toBeTruthy();
  });

  it("can be cancelled by its buyer while it can be paid", async () => {
    const { api } = show("/shop/purchases/pu_1");
    const cancel = await screen.findByRole("button", { name: "Cancel purchase" });
    api.answer("GET /shop/purchases/{id}", aPurchase({ paymentStatus: "cancelled", checkoutUrl: null }));
    fireEvent.click(cancel);
    expect(await screen.findByText("Nothing was charged.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("link", { name: /^Pay/ })).toBeNull());
    expect(screen.getAllByText("This will not happen.")).toHaveLength(3);
  });

  it("tells its seller what they receive, and when", async () => {
    show("/shop/purchases/pu_1", {
      "GET /auth/user": aUser({ id: "p_carol" }),
      "GET /shop/purchases/{id}": aPurchase({
        checkoutUrl: null,
        paymentStatus: "paid",
        deliveryStatus: "delivered",
        received: "1250.00",
        paidAt: "2026-01-31T12:05:00.000Z",
        deliveredAt: "2026-01-31T12:05:00.000Z",
        releaseAt: "2026-02-07T12:05:00.000Z",
      }),
    });
    const steps = within(await screen.findByRole("region", { name: "Steps" }));
    expect(steps.getByRole("heading", { name: /\$1,150.95 released to you/ })).toBeTruthy();
    expect(steps.getByText(/unless the payment is disputed/)).toBeTruthy();
    expect(screen.getByText("After $62.50 of the site and $36.55 of payment.")).toBeTruthy();
  });
});
