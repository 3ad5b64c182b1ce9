import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import "#web/features/listings/page.tsx";
import "#web/features/purchases/admin-page.tsx";
import "#web/features/purchases/analytics-tab.tsx";
import "#web/features/purchases/buy-button.tsx";
import "#web/features/purchases/buy-dialog.tsx";
import "#web/features/purchases/buying.tsx";
import "#web/features/purchases/purchase-page.tsx";
import "#web/features/purchases/purchases-tab.tsx";
import { aUser } from "#domain/testing/shown/users.ts";
import { stepsOf } from "#web/features/purchases/steps.ts";
import { aListing } from "#web/testing/examples/listings.ts";
import { aPurchase } from "#web/testing/examples/purchases.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

function show(address: string, answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /shop/listings": [aListing()],
    "GET /shop/my-listings": [],
    "GET /shop/categories": [],
    "GET /shop/watchlist": [],
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

it("an address of no purchase says so, and offers nothing to try again", async () => {
  show("/shop/purchases/nope", {
    "GET /shop/purchases/{id}": refused(404, "not_found", "No such purchase."),
  });
  expect(await screen.findByText("You have no purchase at this address.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

describe("buying an item", () => {
  it("asks for one of the seller's methods and leads to the page of the purchase", async () => {
    const { api } = show("/shop");
    const dialog = await buy();
    expect(dialog.getByText("Valkyrie Helm #42 · Sold by carol")).toBeTruthy();
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

  it("starts with the player's default if the seller accepts it", async () => {
    const cards = { id: "pm_1", method: "stripe", isDefault: true, isVerified: false } as const;
    const nothing = { paypalEmail: null, cashappTag: null, cryptoWallet: null, cryptoCurrency: null };
    show("/shop", { "GET /shop/payment-methods": [{ ...cards, ...nothing }] });
    const dialog = await buy();
    const card = await dialog.findByRole<HTMLInputElement>("radio", { name: "Card" });
    await waitFor(() => expect(card.checked).toBe(true));
  });

  it("shows why the site refused it, and where to give an address", async () => {
    const { api } = show("/shop", {
      "POST /shop/purchase": refused(409, "not_available", "Somebody is paying for it."),
    });
    const dialog = await buy();
    fireEvent.click(dialog.getByRole("button", { name: /^Buy for/ }));
    expect(await screen.findByText("Purchase Failed")).toBeTruthy();
    expect(screen.getByText("Somebody is paying for it.")).toBeTruthy();
    api.answer("POST /shop/purchase", refused(409, "email_required", "Confirm an email address."));
    fireEvent.click(dialog.getByRole("button", { name: /^Buy for/ }));
    const settings = await dialog.findByRole("link", { name: "Open settings" });
    expect(settings.getAttribute("href")).toBe("/settings#email-title");
    // In the footer, which stays in sight on a phone.
    expect(settings.closest(".sticky")?.textContent).toContain("Buy for");
  });

  it("is answered although somebody else's purchase has removed the listing meanwhile", async () => {
    const { api, live } = show("/shop", {
      "POST /shop/purchase": refused(409, "not_available", "Somebody is paying for it."),
    });
    const dialog = await buy();
    api.answer("GET /shop/listings", []);
    act(() => live.changed(["shop"], null));
    expect(await screen.findByText("No player sells an item at the moment.")).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: /^Buy for/ }));
    expect(await screen.findByText("Somebody is paying for it.")).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("tells the price that the seller asks by now", async () => {
    const { api, live } = show("/shop");
    const dialog = await buy();
    api.answer("GET /shop/listings", [aListing({ priceUSD: "20.00" })]);
    act(() => live.changed(["shop"], null));
    expect(await dialog.findByRole("button", { name: "Buy for $20.00" })).toBeTruthy();
  });

  it("is forgotten when the page is left", async () => {
    const { unmount } = show("/shop");
    await buy();
    unmount();
    renderSite("/shop");
    await screen.findByRole("button", { name: "Buy Now: Helm with wings" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is not offered for one's own item, and shows for one on sight that it comes by a trade", async () => {
    show("/shop", {
      "GET /shop/listings": [aListing({ isOwn: true }), aListing({ id: 42, inCustody: false })],
    });
    expect((await screen.findByRole("button", { name: "Your Item" })).hasAttribute("disabled")).toBe(true);
    expect((await buy()).getByText(/If it does not arrive, you get your money back/)).toBeTruthy();
  });
});

describe("a purchase", () => {
  it("is listed with the states of payment and delivery", async () => {
    show("/shop?tab=purchases");
    const list = within(await screen.findByRole("region", { name: "Your purchases" }));
    const row = await list.findByRole("link", { name: /Helm with wings/ });
    expect(row.getAttribute("href")).toBe("/shop/purchases/pu_1");
    expect(within(row).getByText("Waiting for payment")).toBeTruthy();
    expect(screen.getByText("Your sales will appear here")).toBeTruthy();
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
    expect(screen.getByText("Cancelled before anything was paid.")).toBeTruthy();
    expect(screen.getAllByText("This will not happen.")).toHaveLength(2);
    const item = screen.getByRole("link", { name: "See the item in the shop" });
    expect(item.getAttribute("href")).toBe("/shop/items/1029025");
  });

  it("tells the buyer of a declined payment that nothing was charged, and how to pay after all", async () => {
    show("/shop/purchases/pu_1");
    const payment = within(await screen.findByRole("region", { name: "Payment" }));
    expect(
      payment.getByText(/declined\? Nothing was charged\. Try again, .* cancel and buy it again/),
    ).toBeTruthy();
    expect(screen.getByText("No payment has arrived yet.")).toBeTruthy();
  });

  it("asks for the rest of an amount alone, and for nothing while a payment is on its way", async () => {
    const { api, live } = show("/shop/purchases/pu_1", {
      "GET /shop/purchases/{id}": aPurchase({ paymentStatus: "underpaid", received: "99.00" }),
    });
    expect(await screen.findByRole("link", { name: "Pay $1,151.00 by Card" })).toBeTruthy();
    expect(screen.getByText(/you get back what you paid/)).toBeTruthy();
    api.answer("GET /shop/purchases/{id}", aPurchase({ paymentStatus: "processing" }));
    act(() => live.changed(["shop"], null));
    expect(await screen.findByText(/^Your payment is on its way/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: /^Pay/ })).toBeNull();
  });

  it("leads its buyer to a claimable refund", async () => {
    const claim = "https://pay.example/claim/1";
    show("/shop/purchases/pu_1", {
      "GET /shop/purchases/{id}": aPurchase({
        ...{ checkoutUrl: null, paymentMethod: "crypto", paymentStatus: "refund_offered" },
        refundUrls: [claim],
      }),
    });
    expect((await screen.findByRole("link", { name: "Claim your refund" })).getAttribute("href")).toBe(claim);
    expect(screen.getByText("Refund offered")).toBeTruthy();
  });

  it("shows its seller the net, and its time", async () => {
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
    expect(screen.getByText("After a $62.50 site fee and a $36.55 payment fee.")).toBeTruthy();
  });

  it.each([
    [
      "the amount that arrived of a larger price",
      "Paid",
      "Only $99.00 of $1,250.00 arrived.",
      "underpaid",
      "99.00",
    ],
    ["the same once it was sent back", "Paid", "Only $99.00 of $1,250.00 arrived.", "refunded", "99.00"],
    ["a payment after its time", "Paid", "It arrived too late.", "refund_offered", "1250.00"],
    ["a payment that never came", "Paid", "No payment arrived in time.", "expired", "0.00"],
    [
      "what a dispute holds up",
      "Seller paid",
      "Once the payment is no longer disputed.",
      "disputed",
      "1250.00",
    ],
  ] as const)("tells %s in its steps", (_, title, text, paymentStatus, received) => {
    const step = stepsOf(aPurchase({ paymentStatus, received }), false).find((one) => one.title === title);
    expect(step?.text).toBe(text);
  });

  const delivered = {
    checkoutUrl: null,
    paymentStatus: "paid",
    deliveryStatus: "delivered",
    paidAt: "2026-01-31T12:05:00.000Z",
    deliveredAt: "2026-01-31T12:05:00.000Z",
    releaseAt: "2026-02-07T12:05:00.000Z",
  } as const;

  it("is confirmed by its buyer, or complained about in words that the seller sees", async () => {
    const one = aPurchase(delivered);
    const complained = { ...one, complaint: { reason: "Another hat", at: one.createdAt } };
    const { api } = show("/shop/purchases/pu_1", {
      "GET /shop/purchases/{id}": one,
      "POST /shop/purchases/{id}/confirm": { ...one, deliveryStatus: "confirmed" },
      "POST /shop/purchases/{id}/complain": complained,
    });
    fireEvent.click(await screen.findByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Purchase Confirmed")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Complain" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Send complaint" }));
    expect(await dialog.findByText("Write a few words")).toBeTruthy();
    fireEvent.change(dialog.getByLabelText("What is wrong"), { target: { value: "Another hat" } });
    api.answer("GET /shop/purchases/{id}", complained);
    fireEvent.click(dialog.getByRole("button", { name: "Send complaint" }));
    expect(
      await screen.findByText("An admin is reviewing it. The seller is not paid until then."),
    ).toBeTruthy();
    expect(screen.getByText(/^You complained on/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
    expect(api.requestsOf("POST /shop/purchases/{id}/complain").map(({ body }) => body)).toEqual([
      { reason: "Another hat" },
    ]);
  });

  it("that is complained about tells its seller what that means for them", async () => {
    const complaint = { reason: "Another hat", at: delivered.deliveredAt };
    show("/shop/purchases/pu_1", {
      "GET /auth/user": aUser({ id: "p_carol" }),
      "GET /shop/purchases/{id}": aPurchase({ ...delivered, complaint }),
    });
    expect(await screen.findByText(/^The buyer complained on/)).toBeTruthy();
    expect(screen.getByText("An admin is reviewing it. You are not paid until then.")).toBeTruthy();
    expect(screen.getByText("Once an admin has reviewed the complaint.")).toBeTruthy();
  });

  it("that waits for a trade shows the seller where to send it, and asks the buyer whether it came", async () => {
    const awaited = aPurchase({
      ...{ checkoutUrl: null, paymentStatus: "paid", deliveryStatus: "awaiting_trade" },
      paidAt: delivered.paidAt,
      tradeUntil: "2026-02-01T12:05:00.000Z",
      robloxTradeUrl: "https://www.roblox.com/users/7/trade",
    });
    const { api, unmount } = show("/shop/purchases/pu_1", {
      "GET /shop/purchases/{id}": awaited,
      "POST /shop/purchases/{id}/confirm": { ...awaited, deliveryStatus: "confirmed" },
    });
    fireEvent.click(await screen.findByRole("button", { name: "I have received it" }));
    expect(await screen.findByText("Purchase Confirmed")).toBeTruthy();
    expect(api.requestsOf("POST /shop/purchases/{id}/confirm")).toHaveLength(1);
    expect(screen.queryByRole("link", { name: "Trade with the buyer" })).toBeNull();
    unmount();
    show("/shop/purchases/pu_1", {
      "GET /auth/user": aUser({ id: "p_carol" }),
      "GET /shop/purchases/{id}": awaited,
    });
    const link = await screen.findByRole("link", { name: "Trade with the buyer" });
    expect(link.getAttribute("href")).toBe("https://www.roblox.com/users/7/trade");
    expect(screen.queryByRole("button", { name: "I have received it" })).toBeNull();
  });

  it("shows how much of a refund was settled otherwise, and nothing if all of it went back", async () => {
    const ended = { ...aPurchase(), paymentStatus: "refunded" as const, received: "25.50" };
    const page = (refunded: string) =>
      show("/shop/purchases/pu_1", { "GET /shop/purchases/{id}": { ...ended, refunded } });
    const { unmount } = page("5.00");
    const label = await screen.findByText("Settled another way");
    expect(label.parentElement?.textContent).toContain("$20.50");
    expect(screen.getByText(/in your notifications/)).toBeTruthy();
    expect(screen.getByText("$5.00 went back to you.")).toBeTruthy();
    unmount();
    // The seller gets no notification of it.
    const sold = show("/shop/purchases/pu_1", {
      "GET /auth/user": aUser({ id: "p_carol" }),
      "GET /shop/purchases/{id}": { ...ended, refunded: "5.00" },
    });
    expect(await screen.findByText(/The buyer was told why\./)).toBeTruthy();
    expect(screen.queryByText(/in your notifications/)).toBeNull();
    expect(screen.getByText("$5.00 went back to the buyer.")).toBeTruthy();
    sold.unmount();
    const unpaid = page("0.00");
    expect(await screen.findByText("Settled another way.")).toBeTruthy();
    unpaid.unmount();
    page("25.50");
    expect((await screen.findAllByText("Refunded")).length).toBeGreaterThan(0);
    expect(screen.queryByText("Settled another way")).toBeNull();
  });

  it.each([
    ["refunding", "The payment provider sends the money back."],
    ["refund_offered", "Once you claim it."],
  ] as const)("shows where its refund is: %s", async (paymentStatus, text) => {
    const one = aPurchase({ paymentStatus, received: "25.50", refunded: "0.00" });
    show("/shop/purchases/pu_1", { "GET /shop/purchases/{id}": one });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("is reviewed once its seller is paid", async () => {
    const one = aPurchase({ ...delivered, deliveryStatus: "confirmed", releasedAt: delivered.releaseAt });
    const review = { rating: 4, comment: "<b>Fine</b>", isRecommended: false, createdAt: one.createdAt };
    const { api } = show("/shop/purchases/pu_1", {
      "GET /shop/purchases/{id}": one,
      "POST /shop/purchases/{id}/review": { ...one, review },
    });
    const publish = await screen.findByRole("button", { name: "Publish review" });
    fireEvent.click(publish);
    expect(await screen.findByText("Choose 1 to 5 stars")).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "4 stars" }));
    fireEvent.change(screen.getByLabelText("Comment"), { target: { value: "<b>Fine</b>" } });
    fireEvent.click(screen.getByRole("checkbox", { name: "I recommend this seller" }));
    api.answer("GET /shop/purchases/{id}", { ...one, review });
    fireEvent.click(publish);
    expect(await screen.findByText("Review Published")).toBeTruthy();
    expect(api.requestsOf("POST /shop/purchases/{id}/review").map(({ body }) => body)).toEqual([
      { rating: 4, comment: "<b>Fine</b>", isRecommended: false },
    ]);
    expect(await screen.findByText("<b>Fine</b>")).toBeTruthy();
    expect(screen.getByText("4 of 5 stars")).toBeTruthy();
  });
});

describe("purchases in the console", () => {
  const person = (name: string) => ({ id: `p_${name}`, username: name, profileImageUrl: null });
  const row = aPurchase({
    checkoutUrl: null,
    paymentStatus: "paid",
    deliveryStatus: "delivered",
    complaint: { reason: "Another hat", at: "2026-01-31T13:00:00.000Z" },
  });

  it("are refunded by one admin after a complaint, and released by two", async () => {
    const { api } = show("/admin/purchases?status=contested", {
      "GET /auth/user": aUser({ roles: ["admin"] }),
      "GET /admin/purchases": {
        items: [{ ...row, buyer: person("bob"), seller: person("carol") }],
        next: null,
      },
      "POST /admin/purchases/{id}/refund": { id: "pu_1" },
      "POST /admin/purchases/{id}/release": refused(403, "forbidden", "No."),
    });
    expect(await screen.findByText("Another hat")).toBeTruthy();
    expect(api.requestsOf("GET /admin/purchases")[0]?.query.get("status")).toBe("contested");
    fireEvent.click(screen.getByRole("button", { name: "Release Helm with wings" }));
    const release = within(await screen.findByRole("dialog"));
    expect(release.getByRole("button", { name: "Propose" })).toBeTruthy();
    fireEvent.click(release.getByRole("button", { name: "Close" }));
    fireEvent.click(screen.getByRole("button", { name: "Refund Helm with wings" }));
    const refund = within(await screen.findByRole("dialog"));
    fireEvent.change(refund.getByLabelText("Reason"), { target: { value: "The buyer is right" } });
    fireEvent.click(refund.getByRole("button", { name: "Refund" }));
    expect(await screen.findByText("bob gets the money back.")).toBeTruthy();
  });
});

describe("the seller's figures", () => {
  const figures = {
    period: "month" as const,
    ...{ views: 40, activeListings: 2, sales: 3, conversion: 750, secondsToSell: 90_000 },
    ...{ revenue: "30.00", fees: "3.00", net: "27.00", disputes: 0, complaints: 1, takenBack: 0 },
    days: [{ day: "2026-01-30", sales: 3, net: "27.00" }],
  };

  it("are shown for a week, a month and all time, with the income by day", async () => {
    const { api } = show("/shop?tab=analytics", {
      "GET /shop/analytics": { ...figures, days: [...figures.days] },
    });
    expect(await screen.findByText("7.50%")).toBeTruthy();
    expect(screen.getByRole("img", { name: /^What you receive by day, in USD/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "7 days" }));
    await waitFor(() =>
      expect(api.requestsOf("GET /shop/analytics").map(({ query }) => query.get("period"))).toEqual([
        "month",
        "week",
      ]),
    );
  });

  it("show when nothing was sold", async () => {
    const none = { ...figures, sales: 0, conversion: null, secondsToSell: null, days: [] };
    show("/shop?tab=analytics", { "GET /shop/analytics": none });
    expect(await screen.findByText("Nothing was sold in this period")).toBeTruthy();
  });
});
