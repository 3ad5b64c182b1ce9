import "#web/features/audit/player-page.tsx";
import "#web/features/dollar-debts/debt-section.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aFile } from "#web/testing/audit.ts";
import { pagesOf } from "#web/testing/blocks.ts";
import { aProposed } from "#web/testing/examples/proposals.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const AT = "2026-11-20T10:00:00.000Z";
const PATH = "POST /admin/players/{id}/dollar-debt/write-off";

function show(owes: ReturnType<typeof aFile>["standing"]["owes"], id = "p_alice") {
  const standing = { suspended: false, reason: null, by: null, at: null, owes };
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/players/{id}": aFile({ id, standing }),
    "GET /admin/players/{id}/made-games": { players: [], creators: [] },
    "GET /admin/accounts/{account}/entries": pagesOf([]),
    "GET /admin/accounts/{account}/balance": { position: 60, at: AT, holdings: [] },
    [PATH]: aProposed({ kind: "write_off_dollar_debt" }),
  });
  renderSite(`/admin/players/${id}`);
  return api;
}

it("shows a player's debt in dollars, and has two admins write it off", async () => {
  const api = show([
    { asset: "RBX", amount: "70.00" },
    { asset: "USD", amount: "19.99" },
  ]);
  const section = within(await screen.findByRole("region", { name: "Debt in dollars" }));
  expect(section.getByText("$19.99")).toBeTruthy();
  fireEvent.click(section.getByRole("button", { name: "Write off" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Write off what alice owes in dollars" }));
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "Lost for good." } });
  fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
  await waitFor(() => expect(api.requestsOf(PATH)[0]?.body).toEqual({ reason: "Lost for good." }));
});

it("shows nothing without a debt", async () => {
  show([{ asset: "RBX", amount: "70.00" }]);
  expect(await screen.findByRole("heading", { level: 1, name: "alice" })).toBeTruthy();
  expect(screen.queryByText("Debt in dollars")).toBeNull();
});

it("lets nobody write off a debt of their own", async () => {
  show([{ asset: "USD", amount: "19.99" }], anAdmin().id);
  expect(await screen.findByText("Another admin has to decide on your own debt.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Write off" })).toBeNull();
});
