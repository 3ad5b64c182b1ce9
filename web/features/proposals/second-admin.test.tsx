// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/proposals/page.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Proposal } from "#web/features/proposals/queries.ts";
import { anAdmin, aReview, person } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { laterAnswer } from "#web/testing/later-answer.ts";
import { renderSite } from "#web/testing/render.tsx";

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();
const aProposal = (differently: Partial<Proposal> = {}): Proposal => ({
  id: "prop_1",
  kind: "change_settings",
  status: "proposed",
  by: "p_dora",
  reason: "A busy <b>day</b>",
  expiresAt: IN_AN_HOUR,
  position: 41,
  createdAt: "2026-11-20T10:00:00.000Z",
  proposer: person("dora"),
  act: {
    kind: "change_settings",
    changes: [
      { name: "secondApprovalAbove", from: "10000.00", to: "20000.00" },
      { name: "roleHours", from: 24, to: 12 },
    ],
  },
  endedBy: null,
  endedAt: null,
  bar: null,
  ...differently,
});

function show(items: readonly Proposal[], answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/proposals": { items: [...items], next: null },
    "GET /admin/deposits": { items: [], next: null },
    "POST /admin/proposals/{id}/confirm": { id: "prop_1", status: "confirmed", position: 50 },
    "POST /admin/proposals/{id}/withdraw": { id: "prop_1", status: "withdrawn", position: 50 },
    ...answers,
  });
  return { api, ...renderSite("/admin/proposals") };
}
const row = async (name: string) => within(await screen.findByRole("listitem", { name }));

describe("acts that need a second admin", () => {
  it("stand above further lists, which wait for them to stay where they appear", async () => {
    const { promise, come } = laterAnswer({ items: [aProposal()], next: null });
    show([], { "GET /admin/proposals": () => promise });
    const deposits = () => screen.queryByRole("heading", { name: "Deposits" });
    await screen.findByRole("heading", { name: "Proposals" });
    expect(deposits()).toBeNull();
    await come();
    await row("Change settings");
    await waitFor(() => expect(deposits()).not.toBeNull());
  });

  it("are shown with proposer, act, reason and expiry, and confirmed after a second look", async () => {
    const { api } = show([aProposal()]);
    const proposal = await row("Change settings");
    for (const text of [
      "Second approval of deposits above: 10,000.00 → 20,000.00",
      "A busy <b>day</b>",
      "dora",
    ])
      expect(proposal.getByText(text)).toBeTruthy();
    expect(proposal.getByText(/^Lapses .*, in /)).toBeTruthy();
    fireEvent.click(proposal.getByRole("button", { name: /^Confirm/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change settings" }));
    expect(api.requestsOf("POST /admin/proposals/{id}/confirm")).toHaveLength(0);
    fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.requestsOf("POST /admin/proposals/{id}/confirm")[0]?.body).toEqual({});
  });

  it("show why this admin cannot confirm them", async () => {
    const detail = "Your role is too new to be the second of two: wait 3 more hours.";
    show([aProposal({ bar: { code: "role_too_new", detail } })]);
    const proposal = await row("Change settings");
    expect(proposal.getByText(detail)).toBeTruthy();
    expect(proposal.queryByRole("button")).toBeNull();
  });

  it("can be withdrawn by their proposer, and not confirmed", async () => {
    const bar = { code: "second_admin_needed", detail: "You were the first." };
    const { api } = show([aProposal({ by: "p_admin", proposer: person("admin"), bar })]);
    const proposal = await row("Change settings");
    expect(proposal.getByText("Your own: another admin has to confirm it.")).toBeTruthy();
    expect(proposal.queryByRole("button", { name: /^Confirm/ })).toBeNull();
    fireEvent.click(proposal.getByRole("button", { name: /^Withdraw/ }));
    await waitFor(() => expect(api.requestsOf("POST /admin/proposals/{id}/withdraw")).toHaveLength(1));
  });

  it("include deposits that wait for a second approval, and why this admin cannot give it", async () => {
    const detail = "The first admin granted or confirmed your role, so another admin has to be the second.";
    const secondBar = { code: "granted_by_first", detail };
    const { api } = show([], {
      "GET /admin/deposits": {
        items: [aReview({ approvals: 1, firstApprovedBy: person("dora"), secondBar })],
        next: null,
      },
    });
    expect(await screen.findByText("No open proposals.")).toBeTruthy();
    expect(await screen.findByText(detail)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Claim/ })).toBeNull();
    expect(api.requestsOf("GET /admin/deposits")[0]?.query.get("approvals")).toBe("1");
  });

  it("can be loaded again after an error", async () => {
    const { api } = show([], { "GET /admin/proposals": refused(503, "unavailable", "Away") });
    const again = await screen.findByRole("button", { name: /again/i });
    api.answer("GET /admin/proposals", { items: [aProposal()], next: null });
    fireEvent.click(again);
    expect(await row("Change settings")).toBeTruthy();
  });

  it.each<[Proposal["act"], string]>([
    [{ kind: "grant_role", player: person("bob"), role: "admin" }, "Make bob an admin"],
    [{ kind: "lift_suspension", player: person("bob") }, "Lift the suspension of bob"],
    [{ kind: "override_value", assetId: 7, item: "Hat", from: "50.00", to: "1.00" }, "Set the value of Hat"],
    [
      { kind: "lift_override", assetId: 7, item: null, from: "1.00", to: "50.00" },
      "Reset the value of item 7",
    ],
    [{ kind: "resume_stakes", since: "2026-11-20T10:00:00.000Z", halt: "Position 7" }, "Resume stakes"],
    [
      { kind: "write_off_debt", depositId: "dep_1", player: person("bob"), owed: "70.00", asset: "RBX" },
      "Write off what bob owes",
    ],
  ])("are described in words: %j", async (act, title) => {
    show([aProposal({ kind: act.kind, act })]);
    expect(await row(title)).toBeTruthy();
  });
});

describe("before the click", () => {
  const settings = (holders: readonly string[]) => {
    fakeApi({
      "GET /auth/user": anAdmin(),
      "GET /admin/stakes": {
        halted: true,
        since: "2026-11-20T10:00:00.000Z",
        reason: "Position 7",
        lastCheck: null,
      },
      "GET /admin/roles": {
        items: holders.map((id) => ({
          player: person(id),
          role: "admin" as const,
          source: "settings" as const,
          grantedBy: null,
          confirmedBy: null,
          reason: null,
          grantedAt: null,
          suspended: false,
        })),
        next: null,
      },
    });
    renderSite("/admin/system?act=resume:stakes");
  };

  it("an admin reads that it needs a second one", async () => {
    settings(["admin", "dora"]);
    expect(await screen.findByText(/Another admin has to confirm it within 24 hours/)).toBeTruthy();
  });

  it("an admin alone reads that nobody can confirm it, and what to do", async () => {
    settings(["admin"]);
    expect(
      await screen.findByText(/No other admin has signed in yet, so nobody can confirm this/),
    ).toBeTruthy();
  });
});
