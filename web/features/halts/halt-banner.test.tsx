// What the page loads later is loaded first, so that no test waits for it.
import "#web/features/ledger/page.tsx";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const BANNER = "No bets are taken at the moment";
const show = (halted: boolean) => {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /ledger/trial-balance": { position: 0, assets: [] },
    "GET /ledger/heads": { items: [], next: null },
    "GET /ledger/keys": { keys: [] },
    "GET /ledger": { items: [], next: null },
    "GET /stakes": { halted, since: halted ? "2026-01-01T03:00:00.000Z" : null },
  });
  renderSite("/ledger");
  return api;
};

it("shows above the page that no bets are taken, and that balances are safe", async () => {
  show(true);
  const banner = await screen.findByText(BANNER);
  expect(banner.closest("[role=status]")?.textContent).toContain("Your balance is safe");
});

it("shows nothing while bets are taken", async () => {
  const api = show(false);
  await waitFor(() => expect(api.requestsOf("GET /stakes")).toHaveLength(1));
  expect(screen.queryByText(BANNER)).toBeNull();
});
