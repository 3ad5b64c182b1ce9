import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { PaymentMethodShown } from "#domain/features/payment-methods/contract.ts";
import "#web/features/payment-methods/add-dialog.tsx";
import { aUser } from "#domain/testing/shown/users.ts";
import MethodsCard from "#web/features/payment-methods/methods-card.tsx";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderAs } from "#web/testing/render.tsx";

const NOTHING = { paypalEmail: null, cashappTag: null, cryptoWallet: null, cryptoCurrency: null };
const PAYPAL: PaymentMethodShown = {
  ...NOTHING,
  id: "pm_1",
  method: "paypal",
  isDefault: true,
  isVerified: true,
  paypalEmail: "a@mail.example",
};
const CARD: PaymentMethodShown = {
  ...NOTHING,
  id: "pm_2",
  method: "stripe",
  isDefault: false,
  isVerified: false,
};

function show(answers: FakeAnswers = {}) {
  const user = aUser();
  const api = fakeApi({ "GET /auth/user": user, "GET /shop/payment-methods": [PAYPAL, CARD], ...answers });
  renderAs(user, <MethodsCard />);
  return api;
}

it("lists the stored methods, and marks the default", async () => {
  show();
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first?.textContent).toContain("PayPalDefaultConfirmeda@mail.example");
  expect(second?.textContent).toContain("CardThe card is entered when you pay");
});

it("adds a method, and shows what is missing", async () => {
  const api = show({ "GET /shop/payment-methods": [], "POST /shop/payment-methods": PAYPAL });
  fireEvent.click(await screen.findByRole("button", { name: "Add method" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Add method" }));
  expect(await dialog.findByText("Required")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("PayPal email address"), { target: { value: "a@mail.example" } });
  api.answer("GET /shop/payment-methods", [PAYPAL]);
  fireEvent.click(dialog.getByRole("button", { name: "Add method" }));
  expect(await screen.findByText("a@mail.example")).toBeTruthy();
  expect(api.requestsOf("POST /shop/payment-methods").map(({ body }) => body)).toEqual([
    { method: "paypal", paypalEmail: "a@mail.example" },
  ]);
});

it("makes another one the default, and removes one", async () => {
  const api = show({
    "PATCH /shop/payment-methods/{id}": { ...CARD, isDefault: true },
    "DELETE /shop/payment-methods/{id}": [PAYPAL],
  });
  fireEvent.click(await screen.findByRole("button", { name: /Make Card .* the default/ }));
  expect(await screen.findByText("This is your default now.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Remove Card/ }));
  expect(await screen.findByText("The payment method is removed.")).toBeTruthy();
  expect(api.requestsOf("PATCH /shop/payment-methods/{id}")).toHaveLength(1);
});

it("shows that the list could not be loaded", async () => {
  show({ "GET /shop/payment-methods": refused(503, "unavailable", "Busy.") });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

it("no longer shows a method that was removed in another window", async () => {
  const api = show({
    "DELETE /shop/payment-methods/{id}": refused(404, "not_found", "There is no such thing."),
  });
  const [first] = await screen.findAllByRole("button", { name: /^Remove / });
  api.answer("GET /shop/payment-methods", [CARD]);
  fireEvent.click(first!);
  expect(await screen.findByText("There is no such thing.")).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText("a@mail.example")).toBeNull());
  const [sent] = api.requestsOf("DELETE /shop/payment-methods/{id}");
  expect(sent!.headers.get("idempotency-key")).toBeTruthy();
});
