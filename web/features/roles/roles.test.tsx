// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/roles/holders-page.tsx";
import "#web/features/roles/reads-page.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PlayerActions, type Subject } from "#web/features/roles/player-actions.tsx";
import { FRESH_SIGN_IN_DELAY_MS } from "#web/lib/api/fresh-sign-in.ts";
import { leaveTo } from "#web/lib/page/leave.ts";
import { ownClock, pass } from "#web/testing/clock.ts";
import { anAdmin, person } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderAs, renderSite } from "#web/testing/render.tsx";

vi.mock("#web/lib/page/leave.ts", async (original) => ({ ...(await original<object>()), leaveTo: vi.fn() }));

const ALICE: Subject = { id: "p_alice", username: "alice", roles: [], suspended: false };
const AT = "2026-11-20T10:00:00.000Z";

function act(subject: Subject, answers: FakeAnswers = {}) {
  window.history.replaceState(null, "", `/admin/players/${subject.id}`);
  const done = { playerId: subject.id };
  const api = fakeApi({
    "POST /admin/roles": done,
    "DELETE /admin/roles": done,
    "POST /admin/players/{id}/suspend": done,
    "POST /admin/players/{id}/lift": done,
    ...answers,
  });
  return { api, ...renderAs(anAdmin(), <PlayerActions subject={subject} />) };
}
const buttons = () => screen.getAllByRole("button").map(({ textContent }) => textContent);
async function decide(name: string, reason: string) {
  fireEvent.click(screen.getByRole("button", { name }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: reason } });
  // Granting admin needs two.
  fireEvent.click(dialog.getByRole("button", { name: name === "Make admin" ? "Propose" : name }));
}

const exported = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

beforeEach(() => vi.clearAllMocks());

describe("the actions on a player", () => {
  it("depend on the player's roles and suspension", () => {
    act(ALICE);
    expect(buttons()).toEqual([
      "Suspend",
      "Sign out everywhere",
      "Remove second factors",
      "Make moderator",
      "Make admin",
    ]);
  });

  it("are lifting and revoking for a suspended player with a role", () => {
    act({ ...ALICE, suspended: true, roles: [{ role: "moderator", source: "grant" }] });
    expect(buttons()).toEqual([
      "Lift suspension",
      "Sign out everywhere",
      "Remove second factors",
      "Make admin",
      "Revoke moderator",
    ]);
  });

  it("exclude admins named by the settings", () => {
    act({ ...ALICE, roles: [{ role: "admin", source: "settings" }] });
    expect(buttons()).toEqual(["Sign out everywhere", "Remove second factors", "Make moderator"]);
  });

  it("exclude oneself", () => {
    act({ ...ALICE, id: "p_admin" });
    expect(screen.queryByRole("button")).toBeNull();
  });

  it.each([
    ["Make admin", "POST /admin/roles", { playerId: "p_alice", role: "admin", reason: "New colleague" }, {}],
    [
      "Revoke moderator",
      "DELETE /admin/roles",
      { playerId: "p_alice", role: "moderator", reason: "New colleague" },
      { roles: [{ role: "moderator", source: "grant" }] },
    ],
    ["Suspend", "POST /admin/players/{id}/suspend", { reason: "New colleague" }, {}],
    ["Lift suspension", "POST /admin/players/{id}/lift", { reason: "New colleague" }, { suspended: true }],
  ] as const)("are sent with a reason: %s", async (name, route, body, change) => {
    const { api } = act({ ...ALICE, ...change });
    await decide(name, "New colleague");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const [request, ...more] = api.requestsOf(route);
    expect(more).toEqual([]);
    expect(request?.body).toEqual(body);
    expect(request?.headers.get("idempotency-key")).toBeTruthy();
  });

  it("need a reason", async () => {
    const { api } = act(ALICE);
    await decide("Suspend", "  ");
    expect(await screen.findByText("Write a few words")).toBeTruthy();
    expect(api.requests).toEqual([]);
  });

  it("show why they were refused, and keep the input", async () => {
    act(ALICE, {
      "POST /admin/players/{id}/suspend": refused(
        409,
        "suspended_already",
        "This player is already suspended.",
      ),
    });
    await decide("Suspend", "Again");
    expect(await screen.findByText("This player is already suspended.")).toBeTruthy();
    expect((screen.getByLabelText("Reason") as HTMLTextAreaElement).value).toBe("Again");
  });

  it("lead through a fresh sign-in if the last one is too old", async () => {
    ownClock();
    act(ALICE, { "POST /admin/roles": refused(403, "fresh_sign_in_required", "Sign in again to do this.") });
    await decide("Make admin", "Promoted");
    await screen.findByText("Sign in again");
    await pass(FRESH_SIGN_IN_DELAY_MS);
    await waitFor(() => expect(leaveTo).toHaveBeenCalledOnce());
    expect(String(vi.mocked(leaveTo).mock.calls[0]?.[0])).toContain(
      `returnTo=${encodeURIComponent("/admin/players/p_alice?act=grant-admin%3Ap_alice")}`,
    );
  });
});

it("every role is listed with its holder and its source", async () => {
  const given = { grantedBy: "p_admin", confirmedBy: null, reason: "Promoted", grantedAt: AT };
  fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/roles": {
      items: [
        {
          player: person("admin"),
          role: "admin",
          source: "settings",
          grantedBy: null,
          confirmedBy: null,
          reason: null,
          grantedAt: null,
          suspended: false,
        },
        { player: person("emil"), role: "moderator", source: "grant", ...given, suspended: true },
      ],
      next: null,
    },
  });
  renderSite("/admin/roles");
  const rows = await screen.findAllByRole("row");
  const texts = rows
    .slice(1)
    .map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent));
  expect(texts[0]?.slice(1, 3)).toEqual(["admin", "the settings"]);
  expect(texts[1]?.slice(1, 3)).toEqual(["moderatorsuspended", "p_admin"]);
  expect(texts[1]?.[4]).toBe("Promoted");
  expect(exported("Export roles as CSV")).toBe("/api/admin/roles?export=csv");
});

it("the access log lists who opened whose data, filtered by player", async () => {
  const look = {
    id: "look_1",
    at: AT,
    actor: person("admin"),
    subject: person("alice"),
    what: "/admin/players/{id}",
    requestId: "req_1",
  };
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/reads": { items: [look], next: null },
  });
  renderSite("/admin/reads?player=p_alice");
  expect(await screen.findByText("/admin/players/{id}")).toBeTruthy();
  expect(api.requestsOf("GET /admin/reads")[0]?.query.get("player")).toBe("p_alice");
  expect((screen.getByLabelText("Player") as HTMLInputElement).value).toBe("p_alice");
  expect(exported("Export accesses as JSON")).toBe("/api/admin/reads?player=p_alice&export=1");
});
