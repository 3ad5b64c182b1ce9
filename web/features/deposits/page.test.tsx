import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { roughly } from "#web/features/deposits/messages.ts";
import "#web/features/deposits/page.tsx";
import { aLimited } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { aDeposit } from "#web/testing/examples/deposits.ts";
import { type FakeAnswers, fakeApi, lost, refused } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const TRADE = "https://www.roblox.com/trades/1";

function showPage(answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /deposits": [aDeposit()],
    "GET /limiteds": [aLimited(), aLimited({ id: 8, name: "Alpha Hat" })],
    "POST /deposits": aDeposit(),
    ...answers,
  });
  return { api, ...renderSite("/deposits") };
}
const open = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "New Deposit" }));
  return within(await screen.findByRole("dialog"));
};
const fill = (dialog: ReturnType<typeof within>, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
const submit = (dialog: ReturnType<typeof within>) =>
  fireEvent.click(dialog.getByRole("button", { name: "Submit Deposit" }));

describe("the page of deposits", () => {
  it("opens the dialog with the item that is to be played", async () => {
    fakeApi({
      "GET /auth/user": aUser(),
      "GET /deposits": [],
      "GET /limiteds": [aLimited(), aLimited({ id: 8, name: "Alpha Hat" })],
    });
    renderSite("/deposits?item=8");
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("option", { name: "Alpha Hat" });
    expect((dialog.getByLabelText("Limited Item") as HTMLSelectElement).value).toBe("item-8");
  });

  it("is linked in the navigation, and explains in three steps how it works", async () => {
    showPage();
    expect(await screen.findByRole("heading", { level: 1, name: "Deposits" })).toBeTruthy();
    const links = screen.getAllByRole("link", { name: "Deposits" });
    expect(links[0]?.getAttribute("href")).toBe("/deposits");
    for (const step of ["Submit Request", "Admin Review", "Credits Added"])
      expect(screen.getByRole("heading", { name: step })).toBeTruthy();
  });

  it("shows pending ones with their place in the queue and the duration of a review", async () => {
    showPage();
    const [row] = await screen.findAllByText("250.00 RBX");
    const shown = within(row?.closest("li") as HTMLElement);
    // Yellow, like the tickets.
    expect(shown.getByText("Pending").className).toContain("text-tix");
    expect(shown.getByText(/Number 4 in the queue · reviews currently take about 2 hours/)).toBeTruthy();
    expect(shown.queryByText("View Trade")).toBeNull();
  });

  it("moves up in the queue when any deposit leaves it, without polling", async () => {
    const { api, live } = showPage({ "GET /deposits": [aDeposit({ queuePosition: 2 })] });
    expect(await screen.findByText(/^Number 2 in the queue/)).toBeTruthy();
    api.answer("GET /deposits", [aDeposit({ queuePosition: 1 })]);
    act(() => live.changed(["queue"], 70));
    expect(await screen.findByText(/^Number 1 in the queue/)).toBeTruthy();
  });

  it("shows items with their trade, notes as text, and debts", async () => {
    const limited = { name: "Valkyrie Helm", imageUrl: "/x", estimatedValue: "5.00" };
    const over = { queuePosition: null, typicalWaitSeconds: null } as const;
    const { container } = showPage({
      "GET /deposits": [
        aDeposit({
          ...over,
          id: "a",
          type: "roblox_limited",
          amount: null,
          quantity: 2,
          limited,
          tradeUrl: TRADE,
          status: "completed",
        }),
        aDeposit({ ...over, id: "b", status: "rejected", adminNotes: "<b id=evil>No trade</b>" }),
        aDeposit({ ...over, id: "c", type: "tix", amount: "2500.00", status: "reversed", owed: "1070.00" }),
      ],
    });
    expect(await screen.findByText("Valkyrie Helm ×2")).toBeTruthy();
    const link = screen.getByRole("link", { name: /View Trade/ });
    expect([link.getAttribute("href"), link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
      TRADE,
      "_blank",
      "noopener noreferrer",
    ]);
    expect(screen.getByText("Completed").className).toContain("text-gain");
    expect(screen.getByText("Rejected").className).toContain("text-loss");
    expect(screen.getByText("<b id=evil>No trade</b>")).toBeTruthy();
    expect(container.querySelector("#evil")).toBeNull();
    expect(screen.getByText("2,500.00 TIX")).toBeTruthy();
    expect(screen.getByText(/1,070\.00 TIX of it is still owed/)).toBeTruthy();
  });

  it.each(["javascript:alert(1)", "https://evil.example/", "https://roblox.com.evil.example/"])(
    "creates no link of %s",
    async (tradeUrl) => {
      showPage({ "GET /deposits": [aDeposit({ type: "roblox_limited", amount: null, tradeUrl })] });
      expect(await screen.findByText("Limited item ×1")).toBeTruthy();
      expect(screen.queryByText("View Trade")).toBeNull();
    },
  );

  it("shows when there is nothing yet, and when it cannot be loaded", async () => {
    const { api } = showPage({ "GET /deposits": refused(503, "unavailable", "Busy.") });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /deposits", []);
    fireEvent.click(again);
    expect(await screen.findByText("No Deposits Yet")).toBeTruthy();
  });
});

describe("a new deposit", () => {
  it("asks for item, quantity and trade of limited items only, and for the amount of currencies only", async () => {
    showPage();
    const dialog = await open();
    for (const label of ["Limited Item", "Quantity", "Trade URL"])
      expect(dialog.getByLabelText(label)).toBeTruthy();
    expect(dialog.queryByLabelText("Amount")).toBeNull();
    fireEvent.click(dialog.getByLabelText("TIX"));
    expect(dialog.getByLabelText("Amount")).toBeTruthy();
    for (const label of ["Limited Item", "Quantity", "Trade URL"])
      expect(dialog.queryByLabelText(label)).toBeNull();
  });

  it("of items is sent as filled in, and is in the list afterwards", async () => {
    const { api } = showPage({ "GET /deposits": [] });
    const dialog = await open();
    await dialog.findByRole("option", { name: "Alpha Hat" });
    fill(dialog, "Limited Item", "item-8");
    fill(dialog, "Quantity", "3");
    fill(dialog, "Trade URL", TRADE);
    api.answer("GET /deposits", [aDeposit()]);
    submit(dialog);
    expect(await screen.findByText("Deposit request submitted successfully!")).toBeTruthy();
    const [request] = api.requestsOf("POST /deposits");
    expect(request?.body).toEqual({ type: "roblox_limited", itemId: 8, quantity: 3, tradeUrl: TRADE });
    expect(request?.headers.get("idempotency-key")).toBeTruthy();
    expect(await screen.findByText("250.00 RBX")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("of a currency is sent with its amount alone", async () => {
    const { api } = showPage();
    const dialog = await open();
    fireEvent.click(dialog.getByLabelText("RBX"));
    fill(dialog, "Amount", "19.75");
    submit(dialog);
    await screen.findByText("Deposit request submitted successfully!");
    expect(api.requestsOf("POST /deposits")[0]?.body).toEqual({ type: "rbx", amount: 19.75 });
  });

  it("shows what is missing, and sends nothing", async () => {
    const { api } = showPage();
    const dialog = await open();
    fill(dialog, "Quantity", "0");
    submit(dialog);
    for (const text of [
      "Please select a limited item",
      "Enter a whole number from 1 to 100",
      "Valid trade URL required",
    ])
      expect((await dialog.findByText(text)).getAttribute("role")).toBe("alert");
    fill(dialog, "Trade URL", "javascript:alert(1)");
    submit(dialog);
    expect(await dialog.findByText("Valid trade URL required")).toBeTruthy();
    fireEvent.click(dialog.getByLabelText("RBX"));
    submit(dialog);
    expect(await dialog.findByText("Please enter an amount")).toBeTruthy();
    for (const amount of ["0.5", "1000000.01", "1.001", "-3"]) {
      fill(dialog, "Amount", amount);
      submit(dialog);
      expect(await dialog.findByText(/Enter 1.00 to 1,000,000.00/)).toBeTruthy();
    }
    expect(api.requestsOf("POST /deposits")).toEqual([]);
  });

  it.each([
    [refused(409, "too_many_open", "10 of your deposits wait."), "10 of your deposits wait."],
    [refused(403, "suspended", "Your account is suspended."), "Your account is suspended."],
    [refused(500, "internal", ""), "Failed to submit deposit"],
  ])("that is refused shows why, and keeps its input: %#", async (failure, text) => {
    showPage({ "POST /deposits": failure });
    const dialog = await open();
    fireEvent.click(dialog.getByLabelText("RBX"));
    fill(dialog, "Amount", "5");
    submit(dialog);
    expect(await screen.findByText(text)).toBeTruthy();
    expect((dialog.getByLabelText("Amount") as HTMLInputElement).value).toBe("5");
  });

  it("whose answer was lost is sent again under the same key", async () => {
    let asked = 0;
    const { api } = showPage({
      "POST /deposits": () => {
        asked += 1;
        return asked === 1 ? lost : aDeposit();
      },
    });
    const dialog = await open();
    fireEvent.click(dialog.getByLabelText("RBX"));
    fill(dialog, "Amount", "5");
    submit(dialog);
    await screen.findByText("Deposit request submitted successfully!");
    const keys = api.requestsOf("POST /deposits").map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});

it.each([
  [20, "less than a minute"],
  [60, "about 1 minute"],
  [1_800, "about 30 minutes"],
  [5_400, "about 2 hours"],
])("%i seconds are %s", (seconds, text) => expect(roughly(seconds)).toBe(text));
