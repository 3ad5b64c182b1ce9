// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/revenue/page.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { GameRevenue, Revenue, RevenueRow } from "#domain/features/revenue/contract.ts";
import { daysBetween } from "#web/features/revenue/figures.ts";
import { anAdmin } from "#web/testing/examples/reviews.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const row = (day: string, change: Partial<RevenueRow> = {}): RevenueRow => ({
  day,
  game: "coinflip",
  currency: "RBX",
  games: 4,
  wagered: "400.00",
  paidOut: "197.50",
  edge: "2.50",
  revenue: "202.50",
  ...change,
});

const REVENUE: Revenue = {
  from: "2026-11-18",
  to: "2026-11-20",
  items: [
    row("2026-11-20"),
    row("2026-11-20", { game: "coinflip_vs_bot", revenue: "50.00" }),
    row("2026-11-20", { game: "live_coinflip", revenue: "0.00" }),
    row("2026-11-18", { revenue: "-30.00" }),
  ],
  next: null,
  position: 90,
  bank: { RBX: "1000000.00", TIX: "999000.00", USD: "-3.50", items: { copies: 1, value: "12.00" } },
  exposure: { RBX: "25.00", TIX: "0.00", items: { copies: 2, value: "30.00" } },
  issued: { RBX: "1001500.00", TIX: "1000500.00" },
  sources: [{ type: "DepositCompleted", asset: "RBX", issued: "250.00", returned: "50.00" }],
  dollars: [
    { day: "2026-11-20", type: "PaymentObserved", earned: "0.00", spent: "0.88", net: "-0.88" },
    { day: "2026-11-20", type: "PurchaseReleased", earned: "1.88", spent: "0.00", net: "1.88" },
  ],
};

const GAMES: GameRevenue[] = [
  {
    gameId: "game_2",
    revenueType: "payout",
    amount: "-9.75",
    currency: "RBX",
    userId: "p_alice",
    at: "2026-11-20T10:00:00.000Z",
    position: 42,
  },
];

function show(address: string, answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": anAdmin(),
    "GET /admin/revenue": REVENUE,
    "GET /admin/revenue/games": { items: GAMES, next: "p9" },
    ...answers,
  });
  return { api, ...renderSite(address) };
}
const figures = async (caption: string) =>
  [...(await screen.findByText(caption)).closest("table")!.tBodies[0]!.rows].map(({ cells }) =>
    [...cells].map((cell) => cell.textContent),
  );

const listed = (figure: HTMLElement) =>
  [...figure.querySelectorAll("dt")].map((name) => [name.textContent, name.nextElementSibling?.textContent]);

it("a winner from another log has no page to open", async () => {
  const games = GAMES.map((game) => ({ ...game, userId: "guest.2-s1" }));
  show("/admin/house", { "GET /admin/revenue/games": { items: games, next: null } });
  expect(await screen.findByText("A player of another log")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "guest.2-s1" })).toBeNull();
});

it("the house is shown with its bank, the open stakes, and the circulation", async () => {
  show("/admin/house");
  const bank = within(await screen.findByRole("region", { name: "Bank and exposure" }));
  await bank.findByText("1,000,000.00");
  for (const text of ["Bank in RBX", "Exposure in items", "2 copies", "In circulation, TIX", "1,000,500.00"])
    expect(bank.getByText(text)).toBeTruthy();
  const names = bank.getAllByRole("term").map((name) => name.textContent ?? "");
  const inColumn = (column: number) => names.filter((_, index) => index % 3 === column);
  expect(inColumn(0).every((name) => name.endsWith("RBX"))).toBe(true);
  expect(inColumn(1).every((name) => name.endsWith("TIX"))).toBe(true);
});

it("revenue is plotted by day and by game for each currency, and the plots are tables too", async () => {
  show("/admin/house");
  expect(await screen.findByRole("img", { name: /^Revenue by day, in RBX/ })).toBeTruthy();
  expect(await figures("Revenue by day, in RBX")).toEqual([
    ["2026-11-18", "-30.00"],
    ["2026-11-19", "0.00"],
    ["2026-11-20", "252.50"],
  ]);
  const byGame = screen.getByRole("figure", { name: "Revenue by game in RBX" });
  expect(listed(byGame)).toEqual([
    ["Coin flip", "172.50"],
    ["Against the bot", "50.00"],
    ["Between players", "0.00"],
  ]);
  expect(screen.queryByRole("figure", { name: "Revenue by game in TIX" })).toBeNull();
  const [first] = await figures("Revenue by day, game and currency");
  expect(first).toEqual(["2026-11-20", "Coin flip", "RBX", "4", "400.00", "197.50", "2.50", "202.50"]);
});

it("issuance and sinks are shown by event", async () => {
  show("/admin/house");
  const figure = await screen.findByRole("figure", { name: "Issued less returned in RBX" });
  expect(listed(figure)).toEqual([["DepositCompleted", "200.00"]]);
  expect(await figures("What was issued and returned, by event")).toEqual([
    ["DepositCompleted", "RBX", "250.00", "50.00"],
  ]);
});

it("dollars are shown by day and event, with their sums", async () => {
  show("/admin/house");
  expect(await figures("Dollars of the house by day and event")).toEqual([
    ["2026-11-20", "Kept by payment providers, and losses", "$0.00", "$0.88", "-$0.88"],
    ["2026-11-20", "Fees of purchases", "$1.88", "$0.00", "$1.88"],
  ]);
  expect(screen.getByText("Earned $1.88, spent $0.88, net $1.00.")).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Bank and exposure" })).getByText("-$3.50")).toBeTruthy();
});

it("days without dollars say so", async () => {
  show("/admin/house", { "GET /admin/revenue": { ...REVENUE, dollars: [] } });
  expect(await screen.findByText("The house earned and spent no dollars in these days.")).toBeTruthy();
});

it("the days are chosen, and exports follow them", async () => {
  const { api } = show("/admin/house");
  await screen.findByText("1,000,000.00");
  fireEvent.change(screen.getByLabelText("From, UTC"), { target: { value: "2026-11-01" } });
  fireEvent.change(screen.getByLabelText("To, UTC"), { target: { value: "2026-11-10" } });
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  const asked = { from: "2026-11-01T00:00:00Z", to: "2026-11-10T00:00:00Z", by: "day,game,currency" };
  await waitFor(() =>
    expect(Object.fromEntries(api.requestsOf("GET /admin/revenue").at(-1)?.query ?? [])).toEqual(asked),
  );
  const link = screen.getByRole("link", { name: "Export revenue as CSV" }).getAttribute("href");
  const address = new URL(link ?? "", "http://localhost");
  expect(Object.fromEntries(address.searchParams)).toEqual({ ...asked, export: "csv" });
});

it("invalid days get the service's message", async () => {
  const detail = "from: lies in the future. Ask for a day up to 2026-11-20.";
  show("/admin/house?from=2030-01-01", { "GET /admin/revenue": refused(400, "instant_in_future", detail) });
  expect((await screen.findAllByText(detail)).length).toBeGreaterThan(0);
});

it("days without a game have a place on the axis, and long periods a limit", () => {
  expect(daysBetween("2026-02-27", "2026-03-01")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(daysBetween("2000-01-01", "2026-03-01")).toHaveLength(400);
});

it("the page lists the revenue of every game in the days shown", async () => {
  const { api } = show("/admin/house?from=2026-11-18&to=2026-11-20");
  const [game] = await figures("Revenue by game, newest first");
  expect([game?.[0], ...(game ?? []).slice(2)]).toEqual(["42", "Win paid", "-9.75 RBX", "p_alice", "game_2"]);
  const query = Object.fromEntries(api.requestsOf("GET /admin/revenue/games")[0]?.query ?? []);
  expect(query).toEqual({ limit: "20", from: "2026-11-18T00:00:00Z", to: "2026-11-20T00:00:00Z" });
  const exported = screen.getByRole("link", { name: "Export revenue by game as CSV" });
  expect(exported.getAttribute("href")).toContain("/api/admin/revenue/games?from=2026-11-18");
  fireEvent.click(screen.getByRole("button", { name: "Older" }));
  await waitFor(() =>
    expect(api.requestsOf("GET /admin/revenue/games").at(-1)?.query.get("next")).toBe("p9"),
  );
});
