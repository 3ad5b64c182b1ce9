// Loaded first, so that no test waits for its pages to be compiled.
import "#web/features/inventory/demo-page.tsx";
import "#web/features/inventory/page.tsx";
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aLimited, anOwned } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { assetTypeLabel } from "#web/features/inventory/asset-types.ts";
import { type FakeAnswers, fakeApi, lost, refused, unauthorized } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

function showPage(answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /user/limiteds": [anOwned()],
    "GET /limiteds": [aLimited()],
    "POST /sync-inventory": { count: 3 },
    ...answers,
  });
  return { api, ...renderSite("/my-limiteds") };
}
const arrived = () => screen.findByRole("heading", { level: 1, name: "My Roblox Limiteds" });
const sync = async () => fireEvent.click(await screen.findByRole("button", { name: "Sync Inventory" }));

describe("a player's limiteds", () => {
  it("are shown with all known data", async () => {
    showPage();
    await arrived();
    const item = within((await screen.findAllByRole("listitem"))[0]!);
    for (const text of ["Valkyrie Helm", "Hat", "#42", "1029025"]) expect(item.getByText(text)).toBeTruthy();
    fireEvent.click(item.getByRole("button", { name: "125.0K RBX" }));
    expect(screen.getByRole("tooltip").textContent).toBe("125,000.00 RBX");
    expect(item.queryByText("In play")).toBeNull();
    const link = item.getByRole("link", { name: /View on Roblox/ });
    expect(link.getAttribute("href")).toBe("https://www.roblox.com/catalog/1029025");
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
      "_blank",
      "noopener noreferrer",
    ]);
    expect(screen.getByText(/1 item · last synced/)).toBeTruthy();
  });

  it("come page by page if there are many", async () => {
    const many = Array.from({ length: 30 }, (_, n) => anOwned({ id: n + 1, serialNumber: n + 1 }));
    showPage({ "GET /user/limiteds": many });
    const list = await screen.findByRole("list", { name: "Your limiteds" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(24);
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(within(list).getAllByRole("listitem")).toHaveLength(6);
    expect(screen.getByText("Page 2 of 2")).toBeTruthy();
  });

  it("show which are in play, and the number of each", async () => {
    showPage({
      "GET /user/limiteds": [
        anOwned({ inPlay: true }),
        anOwned({ id: 71, serialNumber: null, quantity: 3, itemValue: "999.00" }),
      ],
    });
    expect(await screen.findByText("In play")).toBeTruthy();
    expect(screen.getByText("3")).toBeTruthy();
    expect(screen.getByRole("button", { name: "999 RBX" })).toBeTruthy();
    expect(screen.getByText(/4 items/)).toBeTruthy();
  });

  it("show which are in custody, and link to the deposit of the others", async () => {
    showPage({
      "GET /user/limiteds": [anOwned(), anOwned({ id: 71, inCustody: false, limited: aLimited({ id: 9 }) })],
    });
    const items = (await screen.findAllByText(/custody$/)).map(({ textContent }) => textContent);
    expect(items).toEqual(["In custody", "Not in custody"]);
    const links = screen.getAllByRole("link", { name: "Deposit Valkyrie Helm to play" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/deposits?item=9"]);
  });

  it("keep the place of a picture that does not load", async () => {
    const { container } = showPage();
    await arrived();
    await screen.findByText("Valkyrie Helm");
    fireEvent.error(container.querySelector("li img")!);
    expect(container.querySelector("li img")).toBeNull();
    expect(screen.getByText("Item")).toBeTruthy();
  });

  it("keep their places while they load", async () => {
    showPage({ "GET /user/limiteds": () => new Promise(() => undefined) });
    await arrived();
    expect(screen.getAllByTestId("item-skeleton")).toHaveLength(4);
  });

  it("show tips when there are none", async () => {
    showPage({ "GET /user/limiteds": [] });
    expect(await screen.findByText("No Limiteds Found")).toBeTruthy();
    expect(screen.getByText(/inventory is public/)).toBeTruthy();
    expect(screen.getByText(/Own limited items/)).toBeTruthy();
    expect(screen.getByText(/Sync your inventory again/)).toBeTruthy();
  });

  it("that do not load leave the sync, after which they are there", async () => {
    const { api } = showPage({ "GET /user/limiteds": refused(503, "unavailable", "Busy.") });
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("Error Loading Limiteds")).toBeTruthy();
    expect(alert.textContent).toContain(
      "Could not load your Roblox limiteds. Please try syncing your inventory.",
    );
    api.answer("GET /user/limiteds", [anOwned()]);
    await sync();
    expect(await screen.findByText("Valkyrie Helm")).toBeTruthy();
    expect(api.requestsOf("GET /user/limiteds")).toHaveLength(2);
  });
});

describe("the sync", () => {
  it("shows how many were found, and lists them", async () => {
    const { api } = showPage({ "GET /user/limiteds": [] });
    await screen.findByText("No Limiteds Found");
    api.answer("GET /user/limiteds", [anOwned()]);
    await sync();
    expect(await screen.findByText("Inventory Synced")).toBeTruthy();
    expect(screen.getByText("Found 3 limited items from your Roblox account")).toBeTruthy();
    expect(await screen.findByText("Valkyrie Helm")).toBeTruthy();
    expect(api.requestsOf("POST /sync-inventory")[0]!.body).toEqual({});
  });

  it("shows that it is under way", async () => {
    showPage({ "POST /sync-inventory": () => new Promise(() => undefined) });
    await sync();
    const button = await screen.findByRole("button", { name: "Syncing..." });
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });

  it.each([
    [
      refused(409, "inventory_private", "Your Roblox inventory is private."),
      "Inventory Private",
      "Please make your Roblox inventory public to sync limiteds",
    ],
    [
      refused(409, "platform_token_expired", "Your Roblox access token is no longer good."),
      "Authentication Required",
      "Please sign out and sign back in to refresh your access",
    ],
    [
      refused(503, "unavailable", "Roblox cannot be reached."),
      "Sync Failed",
      "Could not sync your Roblox inventory. Please try again.",
    ],
    [lost, "Sync Failed", "Could not sync your Roblox inventory. Please try again."],
  ])("distinguishes failures: %#", async (failure, title, description) => {
    showPage({ "POST /sync-inventory": failure });
    await sync();
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(description)).toBeTruthy();
    expect(screen.getByText("Valkyrie Helm")).toBeTruthy();
  });
});

describe("the demo for visitors", () => {
  const showDemo = (answers: FakeAnswers = {}) =>
    showPage({ "GET /auth/user": unauthorized, "GET /user/limiteds": unauthorized, ...answers });

  it("shows items of the catalogue, and the sign-in", async () => {
    const { api } = showDemo();
    expect(await screen.findByRole("heading", { level: 1, name: "Demo: Roblox Limiteds" })).toBeTruthy();
    expect(await screen.findByText("Valkyrie Helm")).toBeTruthy();
    expect(screen.getByText("Epic")).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "Sign In with Roblox" }).length).toBeGreaterThan(0);
    expect(api.requestsOf("GET /user/limiteds")).toEqual([]);
  });

  it("shows when there are none, and can be loaded again", async () => {
    const { api } = showDemo({ "GET /limiteds": refused(503, "unavailable", "Busy.") });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /limiteds", []);
    fireEvent.click(again);
    expect(await screen.findByText("No Limiteds Available")).toBeTruthy();
  });
});

describe("the label of an asset type", () => {
  it.each([
    [8, "Hat"],
    [18, "Face"],
    [19, "Gear"],
    [27, "Head"],
    [28, "Face Accessory"],
    [42, "Face Accessory"],
    [29, "Neck Accessory"],
    [43, "Neck Accessory"],
    [30, "Shoulder Accessory"],
    [44, "Shoulder Accessory"],
    [31, "Front Accessory"],
    [45, "Front Accessory"],
    [32, "Back Accessory"],
    [46, "Back Accessory"],
    [33, "Waist Accessory"],
    [47, "Waist Accessory"],
    [41, "Hair Accessory"],
    [9, "Limited"],
  ])("of %i is %s", (assetType, label) => expect(assetTypeLabel(assetType)).toBe(label));
});
