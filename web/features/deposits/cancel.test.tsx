import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aLimited } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { aDeposit } from "#web/testing/examples/deposits.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const CONTACTS = { support: null, deposits: { name: "FlorinVault", url: "https://www.roblox.com/users/1" } };

function showPage(answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /deposits": [aDeposit()],
    "GET /limiteds": [aLimited()],
    "GET /contacts": CONTACTS,
    ...answers,
  });
  renderSite("/deposits");
  return api;
}
const pressCancel = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "Cancel deposit of 250.00 RBX" }));
  return within(await screen.findByRole("dialog", { name: "Cancel this deposit?" }));
};

it("a pending deposit can be cancelled, once confirmed, and shows as cancelled", async () => {
  const cancelled = aDeposit({ status: "cancelled", queuePosition: null, typicalWaitSeconds: null });
  const api = showPage({ "POST /deposits/{id}/cancel": cancelled });
  const dialog = await pressCancel();
  expect(api.requestsOf("POST /deposits/{id}/cancel")).toHaveLength(0);
  api.answer("GET /deposits", [cancelled]);
  fireEvent.click(dialog.getByRole("button", { name: "Cancel deposit" }));
  const list = await screen.findByRole("list", { name: "Your deposits" });
  const badge = await within(list).findByText("Cancelled");
  expect(badge.className).toContain("text-muted");
  expect(await screen.findByText("Deposit cancelled")).toBeTruthy();
  const [request] = api.requestsOf("POST /deposits/{id}/cancel");
  expect(request?.path).toBe("/api/deposits/dep_1/cancel");
  expect(request?.headers.get("Idempotency-Key")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Cancel deposit/ })).toBeNull();
});

it("shows why a deposit under review cannot be cancelled", async () => {
  showPage({
    "POST /deposits/{id}/cancel": refused(409, "in_review", "An admin is reviewing this deposit."),
  });
  const dialog = await pressCancel();
  fireEvent.click(dialog.getByRole("button", { name: "Cancel deposit" }));
  expect(await screen.findByText("An admin is reviewing this deposit.")).toBeTruthy();
});

it("a finished deposit cannot be cancelled, and a credited one shows when", async () => {
  const over = { queuePosition: null, typicalWaitSeconds: null } as const;
  const availableAt = "2026-11-20T11:00:00.000Z";
  showPage({
    "GET /deposits": [
      aDeposit({ ...over, id: "a", status: "completed", availableAt }),
      aDeposit({ ...over, id: "b", status: "rejected" }),
      aDeposit({ ...over, id: "c", status: "reversed", availableAt, owed: "0.00" }),
    ],
  });
  expect((await screen.findAllByText(/^Credited/, { selector: "p" })).length).toBe(1);
  expect(screen.queryByRole("button", { name: /^Cancel/ })).toBeNull();
});

it("the form explains step by step where to send the trade", async () => {
  showPage();
  fireEvent.click(await screen.findByRole("button", { name: "New Deposit" }));
  const dialog = within(await screen.findByRole("dialog"));
  const steps = await dialog.findByRole("list", { name: "How to deposit" });
  expect(within(steps).getAllByRole("listitem")).toHaveLength(4);
  expect(within(steps).getByText("FlorinVault")).toBeTruthy();
  const link = within(steps).getByRole("link", { name: /Open on Roblox/ });
  expect(link.getAttribute("href")).toBe(CONTACTS.deposits.url);
  fireEvent.click(dialog.getByLabelText("RBX"));
  expect(dialog.getByRole("list", { name: "How to deposit" }).textContent).toContain(
    "from your account alice",
  );
});

it("without an account for trades, items are closed, and the rest refers to support", async () => {
  showPage({ "GET /contacts": { support: "help@a.example", deposits: null } });
  fireEvent.click(await screen.findByRole("button", { name: "New Deposit" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("Deposits of items are closed")).toBeTruthy();
  const submit = dialog.getByRole("button", { name: "Submit Deposit" });
  expect(submit.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(dialog.getByLabelText("TIX"));
  await waitFor(() => expect(submit.getAttribute("aria-disabled")).not.toBe("true"));
  expect(dialog.getByRole("link", { name: "help@a.example" }).getAttribute("href")).toBe(
    "mailto:help@a.example",
  );
});
