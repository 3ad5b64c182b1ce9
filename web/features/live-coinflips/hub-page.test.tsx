import "#web/features/inventory/inventory-tab.tsx";
import "#web/features/limiteds/item-dialog.tsx";
import "#web/features/limiteds/marketplace.tsx";
import "#web/features/live-coinflips/create/create-dialog.tsx";
import "#web/features/live-coinflips/hub-page.tsx";
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aCoinflip } from "#domain/testing/shown/coinflips.ts";
import { aLimited, anOwned } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { type FakeAnswers, fakeApi, refused } from "#web/testing/fake-api.ts";
import { aFairness } from "#web/testing/fixtures.ts";
import { renderSite } from "#web/testing/render.tsx";

const never = () => new Promise<never>(() => undefined);

async function showPage(answers: FakeAnswers = {}, tab = "") {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /fairness": aFairness(),
    "GET /games/history": [],
    "GET /limiteds": [
      aLimited(),
      aLimited({ id: 8, name: "Dusty Cap", rarity: "common", estimatedValue: "90.00" }),
    ],
    "GET /user/limiteds": [anOwned({ quantity: 2, serialNumber: null })],
    "GET /live-coinflips": [aCoinflip()],
    "POST /admin/seed-limiteds": { count: 2 },
    "POST /sync-inventory": { count: 0 },
    ...answers,
  });
  const page = renderSite(`/limiteds${tab && `?tab=${tab}`}`);
  await screen.findByRole("heading", { level: 1, name: "Roblox Limiteds" });
  return { api, ...page };
}

describe("the page of limiteds", () => {
  it("begins with live betting, and counts the contents of its tabs", async () => {
    await showPage();
    expect(screen.getByText("Collect and gamble with rare Roblox limited items")).toBeTruthy();
    expect(await screen.findByRole("tab", { name: "Live Betting (1)", selected: true })).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Marketplace" })).toBeTruthy();
    expect(await screen.findByRole("tab", { name: "My Inventory (1)" })).toBeTruthy();
    expect(await screen.findByRole("button", { name: /^Join Bob/ })).toBeTruthy();
  });

  it("shows no count that it does not know", async () => {
    await showPage({
      "GET /live-coinflips": never,
      "GET /user/limiteds": refused(503, "unavailable", "Busy."),
    });
    expect(screen.getByRole("tab", { name: "Live Betting (–)" })).toBeTruthy();
    expect(screen.getByRole("tab", { name: "My Inventory (–)" })).toBeTruthy();
  });

  it("creates a coinflip from its dialog", async () => {
    await showPage();
    fireEvent.click(await screen.findByRole("button", { name: "Create Coinflip" }));
    expect(await screen.findByRole("dialog", { name: "Create New Coinflip" })).toBeTruthy();
  });

  it("seeds the catalogue for those who may, and shows others why not", async () => {
    const { api } = await showPage();
    fireEvent.click(screen.getByRole("button", { name: "Seed Limiteds" }));
    expect(await screen.findByText("Limiteds seeded successfully!")).toBeTruthy();
    api.answer("POST /admin/seed-limiteds", refused(403, "forbidden", "Only admins may do this."));
    fireEvent.click(screen.getByRole("button", { name: "Seed Limiteds" }));
    expect(await screen.findByText("Only admins may do this.")).toBeTruthy();
  });

  it("shows that it is seeding", async () => {
    await showPage({ "POST /admin/seed-limiteds": never });
    fireEvent.click(screen.getByRole("button", { name: "Seed Limiteds" }));
    expect(await screen.findByRole("button", { name: "Seeding..." })).toBeTruthy();
  });
});

describe("the marketplace", () => {
  it("lists every item, and shows each in full", async () => {
    await showPage({}, "marketplace");
    expect(await screen.findByText("Dusty Cap")).toBeTruthy();
    expect(screen.getByRole("button", { name: "90 RBX" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "View Valkyrie Helm" }));
    const item = within(await screen.findByRole("dialog", { name: "Valkyrie Helm" }));
    expect(item.getByText("125,000.00 RBX")).toBeTruthy();
    expect(item.getByText(/median of its daily prices/)).toBeTruthy();
    expect(item.getByRole("link", { name: /View on Roblox/ })).toBeTruthy();
  });

  it("can be searched, filtered and sorted, and shows when nothing matches", async () => {
    await showPage({}, "marketplace");
    await screen.findByText("2 items");
    const names = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    const fill = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    expect(names()).toEqual(["Valkyrie Helm", "Dusty Cap"]);
    fill("Sort", "value-up");
    expect(names()).toEqual(["Dusty Cap", "Valkyrie Helm"]);
    fill("Rarity", "epic");
    expect(names()).toEqual(["Valkyrie Helm"]);
    expect(screen.getByText("1 item")).toBeTruthy();
    fill("Maximum value", "100");
    expect(screen.getByText("No items match")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show all items" }));
    fill("Search", "dusty");
    expect(names()).toEqual(["Dusty Cap"]);
  });

  it("shows a long catalogue page by page, and a search from its first page", async () => {
    const many = Array.from({ length: 50 }, (_, n) =>
      aLimited({ id: n + 1, name: `Item ${n + 1}`, estimatedValue: `${1_000 - n}.00` }),
    );
    await showPage({ "GET /limiteds": many }, "marketplace");
    await screen.findByText("Page 1 of 3");
    expect(within(screen.getByRole("list", { name: "All limiteds" })).getAllByRole("listitem")).toHaveLength(
      24,
    );
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.getByText("Page 3 of 3")).toBeTruthy();
    expect(screen.getByText("Item 50")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: "item 4" } });
    expect(screen.getByText("Item 4")).toBeTruthy();
    expect(screen.queryByText(/^Page/)).toBeNull();
  });

  it("holds eight places while it loads, and shows when it is empty", async () => {
    await showPage({ "GET /limiteds": never }, "marketplace");
    expect(await screen.findAllByTestId("item-skeleton")).toHaveLength(8);
  });

  it("explains what to do when it is empty", async () => {
    await showPage({ "GET /limiteds": [] }, "marketplace");
    expect(await screen.findByText("No Limiteds Available")).toBeTruthy();
    expect(screen.getByText(/Click "Seed Limiteds"/)).toBeTruthy();
  });

  it("can be asked for again", async () => {
    await showPage({ "GET /limiteds": refused(503, "unavailable", "Busy.") }, "marketplace");
    expect(await screen.findByText("The catalogue could not be loaded.")).toBeTruthy();
  });
});

describe("the player's own items", () => {
  it("can be gambled from their cards", async () => {
    await showPage({}, "my-inventory");
    expect(await screen.findByText("×2")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Gamble Valkyrie Helm" }));
    await screen.findByRole("dialog", { name: "Create New Coinflip" });
    expect(await screen.findByText("Select Limiteds to Bet (1 selected)")).toBeTruthy();
    expect(screen.getByRole("dialog").textContent).toContain("Total Value: 125.0K RBX");
  });

  it("cannot be gambled while they are in play", async () => {
    await showPage({ "GET /user/limiteds": [anOwned({ inPlay: true })] }, "my-inventory");
    expect(await screen.findByText("In play")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Gamble Valkyrie Helm" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
  });

  it("hold four places while they load", async () => {
    await showPage({ "GET /user/limiteds": never }, "my-inventory");
    expect(await screen.findAllByTestId("item-skeleton")).toHaveLength(4);
  });

  it("show when there are none, and link to a deposit", async () => {
    await showPage({ "GET /user/limiteds": [] }, "my-inventory");
    expect(await screen.findByText("No Items in Inventory")).toBeTruthy();
    expect(screen.getByText("Deposit some Roblox limiteds to start gambling with them")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Make a Deposit" }).getAttribute("href")).toBe("/deposits");
    expect(screen.getByRole("button", { name: "Sync Inventory" })).toBeTruthy();
  });

  it("can be asked for again", async () => {
    await showPage({ "GET /user/limiteds": refused(503, "unavailable", "Busy.") }, "my-inventory");
    expect(await screen.findByText("Your items could not be loaded.")).toBeTruthy();
  });
});
