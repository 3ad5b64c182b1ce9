// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/deposits/review/review-page.tsx";
import "#web/layout/not-found-page.tsx";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { FRESH_SIGN_IN_DELAY_MS } from "#web/lib/api/fresh-sign-in.ts";
import { leaveTo } from "#web/lib/page/leave.ts";
import { ownClock, pass } from "#web/testing/clock.ts";
import { aProposed } from "#web/testing/examples/proposals.ts";
import { aClaimedReview, anAdmin, aReview, person } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, lost, refused, unauthorized } from "#web/testing/fake-api.ts";
import { FakeEventSource, fakeEventSource } from "#web/testing/fake-event-source.ts";
import { renderSite } from "#web/testing/render.tsx";

vi.mock("#web/lib/page/leave.ts", async (original) => ({ ...(await original<object>()), leaveTo: vi.fn() }));

const only = (...items: readonly ReturnType<typeof aReview>[]) => ({ items: [...items], next: null });
const STALE = refused(
  403,
  "fresh_sign_in_required",
  "Sign in again to do this: your last sign-in was a while ago.",
);
const TRADE = "https://www.roblox.com/trades/1";
const ITEM = {
  type: "roblox_limited",
  amount: null,
  quantity: 2,
  tradeUrl: TRADE,
  limited: { name: "Valkyrie Helm", imageUrl: "/x", estimatedValue: "5.00" },
} as const;

function show(answers: FakeAnswers = {}, address = "/admin/review") {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/deposits": only(aReview()),
    "POST /admin/deposits/{id}/claim": {
      id: "dep_1",
      status: "pending",
      approvals: 0,
      until: "2026-11-20T10:15:00.000Z",
    },
    "POST /admin/deposits/{id}/approve": { id: "dep_1", status: "completed", approvals: 1 },
    "POST /admin/deposits/{id}/reject": { id: "dep_1", status: "rejected", approvals: 0 },
    "POST /admin/deposits/{id}/reverse": { id: "dep_1", status: "reversed", taken: "180.00", owed: "70.00" },
    "POST /admin/deposits/{id}/write-off": aProposed({ kind: "write_off_debt" }),
    ...answers,
  });
  return { api, ...renderSite(address) };
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const dialog = async () => within(await screen.findByRole("dialog"));
const send = async (name: string) => fireEvent.click((await dialog()).getByRole("button", { name }));
const write = async (label: string | RegExp, value: string) =>
  fireEvent.change((await dialog()).getByLabelText(label), { target: { value } });

beforeEach(() => vi.clearAllMocks());

describe("the admin console", () => {
  it.each([
    ["a player", aUser()],
    ["a moderator", aUser({ roles: ["moderator"] })],
    ["a visitor", unauthorized],
  ])("does not exist for %s", async (_, user) => {
    const { api } = show({ "GET /auth/user": user }, "/admin");
    expect(await screen.findByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Admin" })).toBeNull();
    expect(api.requestsOf("GET /admin/deposits")).toEqual([]);
  });

  it("is linked in the header for admins, and shows nothing else at its addresses", async () => {
    show({}, "/admin/nowhere");
    expect(await screen.findByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeTruthy();
    expect((await screen.findAllByRole("link", { name: "Admin" }))[0]?.getAttribute("href")).toBe("/admin");
  });
});

describe("the review queue", () => {
  it("shows place, age, player and the deposit's contents", async () => {
    const hourAgo = new Date(Date.now() - 3_660_000).toISOString();
    show({ "GET /admin/deposits": only(aReview({ createdAt: hourAgo, queuePosition: 7 })) });
    const row = within(await screen.findByRole("listitem", { name: "250.00 RBX of alice" }));
    expect(row.getByText("#7")).toBeTruthy();
    expect(row.getByText(/^1 h 1 min/)).toBeTruthy();
    expect(row.getByRole("link", { name: /alice/ }).getAttribute("href")).toBe("/admin/players/p_alice");
  });

  it("requires a claim before any decision", async () => {
    const { api } = show();
    await screen.findByRole("button", { name: /^Claim/ });
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
    api.answer("GET /admin/deposits", only(aClaimedReview()));
    await press(/^Claim/);
    expect(await screen.findByRole("button", { name: "Approve" })).toBeTruthy();
    expect(screen.getByText(/^\d{1,2}:\d{2}$/)).toBeTruthy();
    expect(api.requestsOf("POST /admin/deposits/{id}/claim")).toHaveLength(1);
  });

  it("names the reviewer, and lets nobody else act", async () => {
    const claim = { by: person("admin2"), until: new Date(Date.now() + 60_000).toISOString() };
    show({ "GET /admin/deposits": only(aReview({ claim })) });
    expect(await screen.findByText(/admin2 reviews it/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Claim|Approve|Reject/ })).toBeNull();
  });

  it("allows a new claim once the old one has expired", async () => {
    const claim = { by: person("admin2"), until: new Date(Date.now() - 1_000).toISOString() };
    show({ "GET /admin/deposits": only(aReview({ claim })) });
    expect(await screen.findByRole("button", { name: /^Claim/ })).toBeTruthy();
  });

  it("leaves the admin's own deposit to others", async () => {
    show({ "GET /admin/deposits": only(aReview({ player: person("admin") })) });
    expect(await screen.findByText("Your own: another admin reviews it.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Claim/ })).toBeNull();
  });

  it("follows others' actions, live", async () => {
    fakeEventSource();
    const { api } = show();
    await screen.findByRole("button", { name: /^Claim/ });
    api.answer("GET /admin/deposits", only());
    act(() => FakeEventSource.current.tell({ topic: "reviews", position: 90 }));
    expect(await screen.findByText("The queue is empty")).toBeTruthy();
  });

  it("shows when it could not be loaded, and loads it again", async () => {
    const { api } = show({ "GET /admin/deposits": refused(503, "unavailable", "Busy.") });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /admin/deposits", only(aReview()));
    fireEvent.click(again);
    expect(await screen.findByText("250.00 RBX")).toBeTruthy();
  });

  it("creates no link to a trade outside of the platform", async () => {
    show({ "GET /admin/deposits": only(aReview({ ...ITEM, tradeUrl: "javascript:alert(1)" })) });
    expect(await screen.findByText("javascript:alert(1)")).toBeTruthy();
    expect(screen.queryByRole("link", { name: /javascript/ })).toBeNull();
  });
});

describe("a decision", () => {
  it("to approve a currency takes one click", async () => {
    const { api } = show({ "GET /admin/deposits": only(aClaimedReview()) });
    await press("Approve");
    expect((await dialog()).getByText("250.00 RBX").textContent).toBe("250.00 RBX of alice");
    await send("Approve");
    expect(await screen.findByText("The deposit is credited, and the player is notified.")).toBeTruthy();
    expect(api.requestsOf("POST /admin/deposits/{id}/approve")[0]?.body).toEqual({});
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("to approve items names the copies, as many as there are", async () => {
    const { api } = show({ "GET /admin/deposits": only(aClaimedReview(ITEM)) });
    await press("Approve");
    await write(/^Copies received/, "a-1");
    await send("Approve");
    expect((await dialog()).getByText("Name the 2 copies received")).toBeTruthy();
    await write(/^Copies received/, "a-1\na-1");
    await send("Approve");
    expect((await dialog()).getByText("Each copy can be named once")).toBeTruthy();
    expect(api.requestsOf("POST /admin/deposits/{id}/approve")).toEqual([]);
    await write(/^Copies received/, "a-1\n a-2 ");
    await write(/^Note/, " thanks ");
    await send("Approve");
    await screen.findByText("The deposit is credited, and the player is notified.");
    const [request] = api.requestsOf("POST /admin/deposits/{id}/approve");
    expect(request?.body).toEqual({ instances: ["a-1", "a-2"], note: "thanks" });
    expect(request?.headers.get("idempotency-key")).toBeTruthy();
  });

  it("of a first admin shows that it needs a second", async () => {
    const { api } = show({
      "GET /admin/deposits": only(aClaimedReview()),
      "POST /admin/deposits/{id}/approve": { id: "dep_1", status: "pending", approvals: 1 },
    });
    await press("Approve");
    api.answer("GET /admin/deposits", only(aReview({ approvals: 1, firstApprovedBy: person("admin") })));
    await send("Approve");
    expect(await screen.findByText(/A second admin must approve it too/)).toBeTruthy();
    expect(await screen.findByText("You approved it: another admin has to approve it too.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Approve|Claim/ })).toBeNull();
  });

  it("of a second admin confirms the copies that the first has named", async () => {
    const second = { ...ITEM, approvals: 1, firstApprovedBy: person("admin2"), instances: ["x-1", "x-2"] };
    const { api } = show({ "GET /admin/deposits": only(aClaimedReview(second)) });
    expect(await screen.findByText(/admin2, a second admin is needed/)).toBeTruthy();
    await press("Approve");
    await screen.findByRole("dialog", { name: "Approve deposit as the second admin" });
    await send("Approve");
    await screen.findByText("The deposit is credited, and the player is notified.");
    expect(api.requestsOf("POST /admin/deposits/{id}/approve")[0]?.body).toEqual({
      instances: ["x-1", "x-2"],
    });
  });

  it("to reject starts with a common reason, which the admin can edit", async () => {
    const { api } = show({ "GET /admin/deposits": only(aClaimedReview()) });
    await press("Reject");
    await send("Reject");
    expect((await dialog()).getByText("Write a few words")).toBeTruthy();
    await write("Common reasons", "The trade was not received.");
    await write("Note for the player", "The trade was not received. Send it again.");
    await send("Reject");
    await screen.findByText("The deposit is rejected, and the player sees your note.");
    const [request] = api.requestsOf("POST /admin/deposits/{id}/reject");
    expect(request?.body).toEqual({ note: "The trade was not received. Send it again." });
  });

  it("that came second is told so, and the list is loaded again", async () => {
    const { api } = show({
      "GET /admin/deposits": only(aClaimedReview()),
      "POST /admin/deposits/{id}/approve": refused(
        409,
        "already_reviewed",
        "This deposit is already rejected.",
      ),
    });
    await press("Approve");
    api.answer("GET /admin/deposits", only());
    await send("Approve");
    expect(await screen.findByText("This deposit is already rejected.")).toBeTruthy();
    expect(await screen.findByText("The queue is empty")).toBeTruthy();
  });

  it("whose answer was lost is sent again under the same key", async () => {
    let asked = 0;
    const { api } = show({
      "GET /admin/deposits": only(aClaimedReview()),
      "POST /admin/deposits/{id}/approve": () => {
        asked += 1;
        return asked === 1 ? lost : { id: "dep_1", status: "completed" as const, approvals: 1 };
      },
    });
    await press("Approve");
    await send("Approve");
    await screen.findByText("The deposit is credited, and the player is notified.");
    const keys = api
      .requestsOf("POST /admin/deposits/{id}/approve")
      .map(({ headers }) => headers.get("idempotency-key"));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it("to reverse one shows what was taken and what is owed", async () => {
    const done = aReview({ status: "completed", queuePosition: null, reviewedBy: person("admin2") });
    const { api } = show({ "GET /admin/deposits": only(done) }, "/admin/review?status=completed");
    expect(await screen.findByText("Reviewed by:")).toBeTruthy();
    const link = screen.getByRole("link", { name: "Export deposits as CSV" });
    expect(link.getAttribute("href")).toBe("/api/admin/deposits?status=completed&export=csv");
    await press(/^Take back/);
    await write("Reason", "Charged back");
    await send("Take back");
    expect(await screen.findByText("Taken back: 180.00. Still owed: 70.00.")).toBeTruthy();
    expect(api.requestsOf("GET /admin/deposits")[0]?.query.get("status")).toBe("completed");
    expect(api.requestsOf("POST /admin/deposits/{id}/reverse")[0]?.body).toEqual({ reason: "Charged back" });
  });

  it("to write a debt off exists only while there is a debt", async () => {
    const over = { status: "reversed", queuePosition: null } as const;
    const { api } = show(
      {
        "GET /admin/deposits": only(
          aReview({ ...over, owed: "70.00" }),
          aReview({ ...over, id: "dep_2", owed: "0.00" }),
        ),
      },
      "/admin/review?status=reversed",
    );
    await screen.findByText("Still owed: 70.00 RBX");
    expect(screen.getAllByRole("button", { name: /^Write off/ })).toHaveLength(1);
    await press(/^Write off/);
    await write("Reason", "Settled outside");
    expect((await dialog()).getByText("Needs a second admin")).toBeTruthy();
    await send("Propose");
    expect(await screen.findByText(/another admin has to confirm it/)).toBeTruthy();
    expect(api.requestsOf("POST /admin/deposits/{id}/write-off")[0]?.body).toEqual({
      reason: "Settled outside",
    });
  });
});

describe("an action that requires a fresh sign-in", () => {
  it("leads through it, and back to the same dialog with the same input", async () => {
    ownClock();
    const done = aReview({ status: "completed", queuePosition: null });
    const answers = { "GET /admin/deposits": only(done), "POST /admin/deposits/{id}/reverse": STALE };
    const first = show(answers, "/admin/review?status=completed");
    await press(/^Take back/);
    await write("Reason", "Charged back");
    await send("Take back");
    expect(await screen.findByText("Sign in again")).toBeTruthy();
    await pass(FRESH_SIGN_IN_DELAY_MS);
    const back = "/admin/review?status=completed&act=reverse%3Adep_1";
    await waitFor(() => expect(leaveTo).toHaveBeenCalledOnce());
    const asked = new URL(String(vi.mocked(leaveTo).mock.calls[0]?.[0]), "http://localhost");
    expect([asked.pathname, ...asked.searchParams.entries()]).toEqual([
      "/api/login",
      ["fresh", "1"],
      ["login_hint", "admin"],
      ["returnTo", back],
    ]);
    first.unmount();
    show(answers, back);
    expect(((await dialog()).getByLabelText("Reason") as HTMLTextAreaElement).value).toBe("Charged back");
  });
});
