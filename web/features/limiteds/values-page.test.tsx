// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/limiteds/values-page.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ValuedLimited } from "#domain/features/limiteds/contract.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const AT = "2026-11-20T10:00:00.000Z";
const MARKET_AT = "2026-11-19T09:00:00.000Z";
const HELM: ValuedLimited = {
  id: 7,
  assetId: 700007,
  name: "Valkyrie Helm",
  imageUrl: "/x",
  value: "5.00",
  market: { value: "5.00", source: "original_price", at: MARKET_AT },
  override: null,
};
const CROWN: ValuedLimited = {
  ...HELM,
  id: 1,
  assetId: 700001,
  name: "Crown",
  value: "90.00",
  override: { reason: "<b id=evil>Too few sales</b>", by: "p_admin", at: AT },
};

function show(address = "/admin/catalogue") {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/limiteds": { items: [HELM, CROWN], next: null },
    "PUT /admin/limiteds/{assetId}/value": { assetId: 700007, value: "12.50" },
    "DELETE /admin/limiteds/{assetId}/value": { assetId: 700001, value: "5.00" },
  });
  return { api, ...renderSite(address) };
}
async function open(name: string) {
  fireEvent.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("dialog"));
}

it("values are shown with their basis, and reasons as text", async () => {
  const { container } = show();
  expect(await screen.findByText("<b id=evil>Too few sales</b>")).toBeTruthy();
  expect(container.querySelector("#evil")).toBeNull();
  expect(screen.getByText("Its original price")).toBeTruthy();
  expect(screen.getAllByText(dateAndTime(MARKET_AT))).toHaveLength(2);
  expect(screen.getByText(dateAndTime(AT), { exact: false })).toBeTruthy();
  expect(screen.getByRole("link", { name: "p_admin" }).getAttribute("href")).toBe("/admin/players/p_admin");
  expect(screen.queryByRole("button", { name: "Reset the value of Valkyrie Helm" })).toBeNull();
});

it("a value is set within its bounds, with a reason", async () => {
  const { api } = show();
  const dialog = await open("Set the value of Valkyrie Helm");
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Too few sales" } });
  const value = dialog.getByLabelText("Value in RBX");
  for (const wrong of ["", "0.99", "1.001", "-3", "1e9"]) {
    fireEvent.change(value, { target: { value: wrong } });
    fireEvent.click(dialog.getByRole("button", { name: /^(Set value|Propose)$/ }));
    expect(await dialog.findByText(/^Enter 1\.00 to /)).toBeTruthy();
  }
  expect(api.requestsOf("PUT /admin/limiteds/{assetId}/value")).toEqual([]);
  fireEvent.change(value, { target: { value: "12.5" } });
  fireEvent.click(dialog.getByRole("button", { name: /^(Set value|Propose)$/ }));
  expect(await screen.findByText("Valkyrie Helm is now valued at 12.50 RBX.")).toBeTruthy();
  expect(api.requestsOf("PUT /admin/limiteds/{assetId}/value")[0]).toMatchObject({
    path: "/api/admin/limiteds/700007/value",
    body: { value: 12.5, reason: "Too few sales" },
  });
});

it("a value is lifted with a reason", async () => {
  const { api } = show();
  const dialog = await open("Reset the value of Crown");
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Enough sales" } });
  expect(dialog.getByText("Needs a second admin")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
  await waitFor(() => expect(api.requestsOf("DELETE /admin/limiteds/{assetId}/value")).toHaveLength(1));
  expect(api.requestsOf("DELETE /admin/limiteds/{assetId}/value")[0]?.body).toEqual({
    reason: "Enough sales",
  });
});

it("items are filtered, and exported with the filter", async () => {
  const { api } = show("/admin/catalogue?search=crown&overridden=1");
  await screen.findByText("Valkyrie Helm");
  const asked = Object.fromEntries(api.requestsOf("GET /admin/limiteds")[0]?.query ?? []);
  expect(asked).toEqual({ limit: "20", search: "crown", overridden: "1" });
  const link = screen.getByRole("link", { name: "Export values as CSV" });
  expect(link.getAttribute("href")).toBe("/api/admin/limiteds?search=crown&overridden=1&export=csv");
});
