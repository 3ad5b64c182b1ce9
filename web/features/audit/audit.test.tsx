// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/audit/account-page.tsx";
import "#web/features/audit/accounts-page.tsx";
import "#web/features/audit/event-page.tsx";
import "#web/features/audit/events-page.tsx";
import "#web/features/audit/players-page.tsx";
import "#web/features/audit/player-page.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aFile, anEntry, anEvent } from "#web/testing/audit.ts";
import { pagesOf } from "#web/testing/blocks.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const ENTRIES = Array.from({ length: 45 }, (_, index) => anEntry(60 - index));
const AT = "2026-11-20T10:00:00.000Z";

function show(address: string, answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/players": pagesOf([aFile()]),
    "GET /admin/players/{id}": aFile(),
    "GET /admin/players/{id}/made-games": { players: [], creators: [] },
    "GET /admin/accounts/{account}/entries": pagesOf(ENTRIES),
    "GET /admin/accounts/{account}/balance": {
      position: 60,
      at: AT,
      holdings: [{ asset: "RBX", amount: "1009.75" }],
    },
    "GET /admin/events": pagesOf([anEvent(42)]),
    "GET /admin/event-types": { items: ["BankFunded", "CoinFlipped"], next: null },
    "GET /ledger/trial-balance": {
      position: 60,
      assets: [
        {
          asset: "RBX",
          issued: "100.00",
          players: "40.00",
          escrow: "0.00",
          house: "60.00",
          creators: "0.00",
          transit: "0.00",
          peers: "0.00",
          sum: "0.00",
        },
      ],
    },
    ...answers,
  });
  return { api, ...renderSite(address) };
}
const region = async (name: string) => within(await screen.findByRole("region", { name }));
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const rowsOf = async (caption: string) => [
  ...(await screen.findByText(caption)).closest("table")!.tBodies[0]!.rows,
];

describe("the players", () => {
  it("are found by a search, and link to their files", async () => {
    const { api } = show("/admin/players");
    const link = await screen.findByRole("link", { name: /alice/ });
    expect(link.getAttribute("href")).toBe("/admin/players/p_alice");
    fill("Name or id", " ali ");
    fireEvent.click(screen.getByRole("button", { name: "Search" }));
    await waitFor(() => expect(api.requestsOf("GET /admin/players").at(-1)?.query.get("search")).toBe("ali"));
    expect(window.location.search).toBe("?search=ali");
    const exported = await screen.findByRole("link", { name: "Export players as CSV" });
    await waitFor(() =>
      expect(exported.getAttribute("href")).toBe("/api/admin/players?search=ali&export=csv"),
    );
  });

  it("show that none is found, and can be loaded again after an error", async () => {
    const { api } = show("/admin/players", { "GET /admin/players": refused(503, "unavailable", "Busy.") });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /admin/players", { items: [], next: null });
    fireEvent.click(again);
    expect(await screen.findByText("No player has that name or id.")).toBeTruthy();
  });

  it("are paged by name, so no page is older or newer", async () => {
    show("/admin/players", { "GET /admin/players": { items: [aFile()], next: "n" } });
    expect(await screen.findByRole("button", { name: "Next" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Previous" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
  });
});

describe("a player's file", () => {
  it("shows profile, holdings and sessions", async () => {
    show("/admin/players/p_alice");
    expect(await screen.findByRole("heading", { level: 1, name: "alice" })).toBeTruthy();
    const profile = await region("Profile");
    for (const text of ["90000001", "p_alice", "2, 40 XP"]) expect(profile.getByText(text)).toBeTruthy();
    const holdings = (await rowsOf("Holdings now")).map((row) => row.textContent);
    expect(holdings).toEqual(["RBX1,009.75", "item:700001:c11"]);
    expect(
      (await rowsOf("Sessions, newest first")).map((row) =>
        [1, 4].map((cell) => row.cells[cell]?.textContent),
      ),
    ).toEqual([
      ["Firefox on Linux", "Live"],
      ["Safari on iOS", "Over"],
    ]);
  });

  it("shows a suspension with its reason as text, and debts", async () => {
    const standing = {
      suspended: true,
      reason: "<b id=evil>Chargebacks</b>",
      by: "p_admin",
      at: AT,
      owes: [{ asset: "RBX", amount: "70.00" }],
    };
    const { container } = show("/admin/players/p_alice", {
      "GET /admin/players/{id}": aFile({ standing, roles: [{ role: "admin", source: "settings" }] }),
    });
    const profile = await region("Profile");
    expect(profile.getByText("Suspended")).toBeTruthy();
    expect(profile.getByText("<b id=evil>Chargebacks</b>")).toBeTruthy();
    expect(container.querySelector("#evil")).toBeNull();
    expect(profile.getByText("70.00 RBX")).toBeTruthy();
    expect(profile.getByText("admin, by the settings")).toBeTruthy();
  });

  it("says when there is no such player", async () => {
    show("/admin/players/p_nobody", {
      "GET /admin/players/{id}": refused(404, "not_found", "Nothing here."),
    });
    expect(await screen.findByText("Player not found.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "All players" }).getAttribute("href")).toBe("/admin/players");
  });
});

describe("a balance history", () => {
  it("shows every entry with the balance after it, its event, and the other legs", async () => {
    show("/admin/players/p_alice");
    const [first] = await rowsOf("Entries, newest first");
    expect(first?.textContent).toContain("60.0");
    expect(first?.textContent).toContain("-10.00");
    expect(first?.textContent).toContain("990.00");
    const row = within(first as HTMLElement);
    expect(row.getByRole("link", { name: /CoinFlipped/ }).getAttribute("href")).toBe("/admin/events/60");
    expect(row.getByRole("link", { name: "house" }).getAttribute("href")).toBe("/admin/accounts/house");
  });

  it("pages back to the first entry", async () => {
    show("/admin/players/p_alice");
    expect(await rowsOf("Entries, newest first")).toHaveLength(20);
    for (const page of [2, 3]) {
      fireEvent.click(await screen.findByRole("button", { name: "Older" }));
      await screen.findByText(`Page ${page}`);
    }
    expect(await screen.findByText("This is the first entry.")).toBeTruthy();
    expect(await rowsOf("Entries, newest first")).toHaveLength(5);
  });

  it("jumps to the first entry, and pages on from there", async () => {
    const { api } = show("/admin/accounts/house");
    await rowsOf("Entries, newest first");
    fireEvent.click(await screen.findByRole("button", { name: "Older" }));
    await screen.findByText("Page 2");
    fireEvent.click(screen.getByRole("button", { name: "First entry" }));
    await rowsOf("Entries, oldest first");
    const last = api.requestsOf("GET /admin/accounts/{account}/entries").at(-1);
    expect([...(last?.query ?? [])]).toEqual([
      ["limit", "20"],
      ["order", "oldest"],
    ]);
    fireEvent.click(screen.getByRole("button", { name: "Newer" }));
    await screen.findByText("Page 2");
    expect(window.location.search).toContain("order=oldest");
    fireEvent.click(screen.getByRole("button", { name: "Newest entry" }));
    await rowsOf("Entries, newest first");
  });

  it("is filtered by asset and time, from its newest page, and exported with the filter", async () => {
    const { api } = show("/admin/accounts/house");
    await rowsOf("Entries, newest first");
    fireEvent.click(await screen.findByRole("button", { name: "Older" }));
    await screen.findByText("Page 2");
    fill("Asset", "TIX");
    fill("From, local time", "2026-11-20T10:00:00");
    fireEvent.click(
      within(screen.getByRole("form", { name: "Filter entries" })).getByRole("button", { name: "Apply" }),
    );
    const from = new Date("2026-11-20T10:00:00").toISOString();
    await waitFor(() => {
      const last = api.requestsOf("GET /admin/accounts/{account}/entries").at(-1);
      expect([...(last?.query ?? [])]).toEqual([
        ["limit", "20"],
        ["asset", "TIX"],
        ["from", from],
      ]);
    });
    const exported = screen.getByRole("link", { name: "Export entries as JSON" }).getAttribute("href");
    const address = new URL(exported ?? "", "http://localhost");
    expect(address.pathname).toBe("/api/admin/accounts/house/entries");
    expect([...address.searchParams]).toEqual([
      ["asset", "TIX"],
      ["from", from],
      ["export", "1"],
    ]);
  });
});

it("the other legs of an entry are folded behind their number", async () => {
  const legs = Array.from({ length: 23 }, (_, leg) => ({
    leg: leg + 1,
    account: leg === 20 ? "issuance" : `escrow:cf_${leg}`,
    asset: leg === 20 ? "RBX" : "TIX",
    delta: leg === 20 ? "-9.00" : "1.00",
  }));
  show("/admin/accounts/house", {
    "GET /admin/accounts/{account}/entries": pagesOf([
      anEntry(60, { otherLegs: legs, otherLegsTotal: 23 }),
      anEntry(59),
    ]),
  });
  const summary = await screen.findByText("+22 legs");
  // A native disclosure: Enter and Space open it.
  expect([summary.tagName, (summary.parentElement as HTMLDetailsElement).open]).toEqual(["SUMMARY", false]);
  expect(within(summary.parentElement as HTMLElement).getAllByRole("link", { hidden: true })).toHaveLength(
    22,
  );
  const [first, second] = await rowsOf("Entries, newest first");
  // The shown leg is of the entry's own asset.
  expect(first?.textContent).toContain("issuance-9.00RBX+22 legs");
  expect(second?.querySelector("details")).toBeNull();
});

it("lists without a filter are exported without empty parameters", async () => {
  const addresses = {
    "/admin/accounts/house": "Export entries as CSV",
    "/admin/events": "Export events as CSV",
    "/admin/players": "Export players as CSV",
  };
  for (const [address, name] of Object.entries(addresses)) {
    const { unmount } = show(address);
    const href = (await screen.findByRole("link", { name })).getAttribute("href");
    expect(href?.split("?")[1]).toBe("export=csv");
    unmount();
  }
});

describe("a balance as of a moment", () => {
  it("is that of a position or of an instant", async () => {
    const { api } = show("/admin/accounts/escrow:cf_1");
    expect(await screen.findByText(/After position/)).toBeTruthy();
    const route = "GET /admin/accounts/{account}/balance";
    expect(api.requestsOf(route)[0]?.path).toBe("/api/admin/accounts/escrow%3Acf_1/balance");
    const press = () =>
      fireEvent.click(
        within(screen.getByRole("form", { name: "Choose the moment" })).getByRole("button", { name: "Show" }),
      );
    fill("After position", "17");
    press();
    await waitFor(() =>
      expect([...(api.requestsOf(route).at(-1)?.query ?? [])]).toEqual([["position", "17"]]),
    );
    fill("After position", "");
    fill("Or at a local time", "2026-11-20T10:00:00");
    press();
    const at = new Date("2026-11-20T10:00:00").toISOString();
    await waitFor(() => expect([...(api.requestsOf(route).at(-1)?.query ?? [])]).toEqual([["at", at]]));
    fill("One asset only", "TIX");
    press();
    const both = [
      ["asset", "TIX"],
      ["at", at],
    ];
    await waitFor(() => expect([...(api.requestsOf(route).at(-1)?.query ?? [])]).toEqual(both));
  });

  it("shows the service's reason why there is none", async () => {
    const detail = "position: the log ends at 60. Ask for a position from 0 to that.";
    show("/admin/accounts/house?position=99", {
      "GET /admin/accounts/{account}/balance": refused(400, "position_beyond_head", detail),
    });
    expect(await screen.findByText(detail)).toBeTruthy();
  });
});

describe("the accounts", () => {
  it("are exported: the trial balance, and holdings as of a position or a time", async () => {
    show("/admin/accounts?position=17");
    const href = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await href("Export the trial balance as CSV")).toBe("/api/admin/trial-balance?export=csv");
    expect(await href("Export holdings as JSON")).toBe("/api/admin/holdings?position=17&export=1");
  });

  it("are opened by name, and other texts are recognised", async () => {
    show("/admin/accounts");
    fireEvent.change(await screen.findByLabelText("Account"), { target: { value: "the house" } });
    fireEvent.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByText("Enter an account, such as house or player:p_1")).toBeTruthy();
    fill("Account", "receivable:p_1");
    fireEvent.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Account" })).toBeTruthy();
    expect(window.location.pathname).toBe("/admin/accounts/receivable:p_1");
  });
});

describe("an account that does not exist", () => {
  const NONE = "The ledger has no account of this name.";

  it("is said once for a name that no account can have, without a request", async () => {
    const { api } = show("/admin/accounts/nope");
    expect(await screen.findByText(NONE)).toBeTruthy();
    expect(screen.getByRole("link", { name: "All accounts" }).getAttribute("href")).toBe("/admin/accounts");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(api.requestsOf("GET /admin/accounts/{account}/entries")).toEqual([]);
  });

  it("is said once when the ledger does not know it", async () => {
    const unknown = refused(404, "not_found", "Nothing here.");
    show("/admin/accounts/escrow:cf_1", {
      "GET /admin/accounts/{account}/entries": unknown,
      "GET /admin/accounts/{account}/balance": unknown,
    });
    expect(await screen.findByText(NONE)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("region", { name: "Balance history" })).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the event explorer", () => {
  it("keeps its filters folded on a phone, and says whether one is in force", async () => {
    show("/admin/events?type=BankFunded");
    const fold = await screen.findByRole("button", { name: "Filter events Filtered" });
    const form = screen.getByRole("form", { name: "Filter events" });
    expect([
      fold.getAttribute("aria-expanded"),
      form.parentElement?.classList.contains("max-sm:hidden"),
    ]).toEqual(["false", true]);
    fireEvent.click(fold);
    expect([
      fold.getAttribute("aria-expanded"),
      form.parentElement?.classList.contains("max-sm:hidden"),
    ]).toEqual(["true", false]);
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(await screen.findByRole("button", { name: "Filter events" })).toBeTruthy();
  });

  it("filters by stream, type, actor and position", async () => {
    const { api } = show("/admin/events");
    await rowsOf("Events as they are stored");
    await screen.findByRole("option", { name: "CoinFlipped" });
    fill("Stream", "player:p_alice");
    fill("Type", "CoinFlipped");
    fill("Actor", "p_alice");
    fill("After position", "5");
    fill("Before position", "50");
    fill("Order", "oldest");
    fireEvent.click(screen.getByRole("button", { name: "Apply" }));
    const asked = {
      limit: "20",
      stream: "player:p_alice",
      type: "CoinFlipped",
      actor: "p_alice",
      after: "5",
      before: "50",
      order: "oldest",
    };
    await waitFor(() => {
      expect(Object.fromEntries(api.requestsOf("GET /admin/events").at(-1)?.query ?? [])).toEqual(asked);
    });
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(window.location.search).toBe(""));
  });

  it("shows how far an unfinished search has come", async () => {
    show("/admin/events?type=BankFunded", {
      "GET /admin/events": { items: [], next: "c1", scannedTo: 40_000 },
    });
    expect(await screen.findByText(/Searched up to position 40000/)).toBeTruthy();
    expect(screen.getByText("None so far. Continue with the next page.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Older" }).getAttribute("aria-disabled")).toBeNull();
  });

  it("shows an event as it is stored, with its legs, leaf and block", async () => {
    const { api } = show("/admin/events/42");
    expect(await screen.findByText(anEvent(42).payload)).toBeTruthy();
    expect(screen.getByText("ab".repeat(32))).toBeTruthy();
    expect(screen.getByText("Positions 41 to 42")).toBeTruthy();
    const own = screen
      .getAllByRole("link", { name: "player:p_alice" })
      .map((link) => link.getAttribute("href"));
    expect(own).toEqual([
      "/admin/events?stream=player%3Ap_alice",
      "/admin/players/p_alice",
      "/admin/players/p_alice",
    ]);
    const legs = (await region("Postings")).getAllByRole("listitem").map((leg) => leg.textContent);
    expect(legs).toEqual(["player:p_alice-10.00RBX", "house+10.00RBX"]);
    const [request] = api.requestsOf("GET /admin/events");
    expect([request?.query.get("after"), request?.query.get("before")]).toEqual(["41", "43"]);
    expect(screen.getByRole("link", { name: "41" }).getAttribute("href")).toBe("/admin/events/41");
  });

  it("links to every further stream of an event", async () => {
    const alsoIn = ["player:p_alice", "player:p_bob"];
    const event = anEvent(42, { stream: "coinflip:game_1", alsoIn, actor: "system", postings: [] });
    show("/admin/events/42", { "GET /admin/events": { items: [event], next: null } });
    expect(await screen.findByText("Also in")).toBeTruthy();
    for (const stream of alsoIn)
      expect(screen.getByRole("link", { name: stream }).getAttribute("href")).toBe(
        `/admin/events?stream=${encodeURIComponent(stream)}`,
      );
  });

  it("links from an event of a round to the round's proof", async () => {
    const payload = '{"amount":"1000","roundId":"0193a000-0000-7000-8000-000000000001"}';
    show("/admin/events/42", { "GET /admin/events": { items: [anEvent(42, { payload })], next: null } });
    const link = await screen.findByRole("link", { name: "Proof of the round" });
    expect(link.getAttribute("href")).toBe("/games/0193a000-0000-7000-8000-000000000001");
  });

  it.each(["/admin/events/99", "/admin/events/x"])("has nothing at %s", async (address) => {
    show(address, { "GET /admin/events": { items: [], next: null } });
    expect(await screen.findByText("The log has no event at this position.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "All events" }).getAttribute("href")).toBe("/admin/events");
  });
});
