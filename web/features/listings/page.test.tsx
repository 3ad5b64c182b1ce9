import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SEARCH_CHARS_MAX } from "#domain/kernel/search.ts";
import "#web/features/listings/moderate/categories-page.tsx";
import "#web/features/listings/browse/item-page.tsx";
import "#web/features/listings/page.tsx";
import "#web/features/listings/moderate/remove-dialog.tsx";
import "#web/features/listings/sell/sell-dialog.tsx";
import "#web/features/listings/signed-out-page.tsx";
import { aLimited, anOwned } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import { aListing, somePrices } from "#web/testing/examples/listings.ts";
import { type FakeAnswers, fakeApi, paged, refused, unauthorized } from "#web/testing/fake-api.ts";
import { renderSite } from "#web/testing/render.tsx";

const category = { description: null, icon: null, isActive: true, sortOrder: 0 };
const CATEGORIES = [
  { ...category, id: 1, name: "Hats" },
  { ...category, id: 2, name: "Old things", isActive: false },
];

function show(address: string, answers: FakeAnswers = {}) {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /shop/listings": [aListing()],
    "GET /shop/my-listings": [aListing({ isOwn: true, title: "My helm" })],
    "GET /shop/items/{id}": somePrices(),
    "GET /user/limiteds": [anOwned(), anOwned({ id: 71, itemName: "Busy hat", inPlay: true })],
    "GET /limiteds": [aLimited()],
    "GET /shop/categories": CATEGORIES,
    "GET /shop/watchlist": [],
    "POST /shop/listings": aListing({ isOwn: true }),
    "PATCH /shop/listings/{id}": aListing({ isOwn: true }),
    "DELETE /shop/listings/{id}": aListing({ isOwn: true, status: "removed" }),
    ...answers,
  });
  return { api, ...renderSite(address) };
}
const cardOf = async (title: string) =>
  (await screen.findByRole("heading", { level: 2, name: title })).closest("li") as HTMLElement;
const dialogOf = async (button: string) => {
  fireEvent.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog"));
};
const fill = (dialog: ReturnType<typeof within>, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });

describe("the shop", () => {
  it("asks visitors to sign in", async () => {
    show("/shop", { "GET /auth/user": unauthorized });
    expect(await screen.findByText("Please log in to access the shop")).toBeTruthy();
  });

  it("shows listings as cards, with titles as plain text", async () => {
    show("/shop", {
      "GET /shop/listings": [aListing({ title: "<b>Helm</b> & more" }), aListing({ id: 42, isOwn: true })],
    });
    const card = within(await cardOf("<b>Helm</b> & more"));
    expect(screen.getByRole("heading", { level: 1, name: "Limited Items Shop" })).toBeTruthy();
    for (const text of ["Excellent", "$1,250.00", "Valkyrie Helm", "carol", "PayPal", "Card"])
      expect(card.getByText(text)).toBeTruthy();
    expect(card.getByText("views", { exact: false }).parentElement?.textContent).toBe("3 views");
    const own = within(await cardOf("Helm with wings")).getByRole("button", { name: "Your Item" });
    expect(own.hasAttribute("disabled")).toBe(true);
  });

  it.each([
    ["Valkyrie Helm", null, "Valkyrie Helm"],
    ["Valkyrie Helm", 5, "Valkyrie Helm #5"],
    ["Valkyrie Helm #5", 5, "Valkyrie Helm #5"],
  ])("names an item once if the title is %s with serial %s, with a link to its prices", async (...row) => {
    const [title, serialNumber, named] = row;
    show("/shop", { "GET /shop/listings": [aListing({ title, serialNumber })] });
    const card = await cardOf(title);
    const link = within(card).getByRole("link", { name: title });
    expect(link.getAttribute("href")).toBe("/shop/items/1029025");
    // Clipping text would clip the focus ring of a link in it, too.
    expect(link.parentElement?.closest("[class*=line-clamp],[class*=truncate]")).toBeNull();
    expect(`${title}${card.querySelector("h2")?.parentElement?.nextElementSibling?.textContent}`).toBe(named);
  });

  it("holds eight places while it loads, and shows when it finds nothing or fails", async () => {
    const { api } = show("/shop", { "GET /shop/listings": refused(503, "unavailable", "Busy.") });
    expect(await screen.findAllByTestId("item-skeleton")).toHaveLength(8);
    const again = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /shop/listings", []);
    fireEvent.click(again);
    expect(await screen.findByText("No items found")).toBeTruthy();
    expect(screen.getByText("Try adjusting your search criteria")).toBeTruthy();
    expect(screen.getByText("No player sells an item at the moment.")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: "helm" } });
    await waitFor(() => expect(screen.queryByText("No player sells an item at the moment.")).toBeNull());
    expect(screen.getByText("Try adjusting your search criteria")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: "" } });
    expect(await screen.findByText("No player sells an item at the moment.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show all items" })).toBeNull();
  });

  it("calls the shop empty neither by an empty later page nor before the whole shop was read", async () => {
    const { api } = show("/shop?listings=older", { "GET /shop/listings": [] });
    expect(await screen.findByText("Try adjusting your search criteria")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: "helm" } });
    const all = await screen.findByRole("button", { name: "Show all items" });
    const searched = () => api.requestsOf("GET /shop/listings").at(-1)?.query.get("search") ?? null;
    await waitFor(() => expect(searched()).toBe("helm"));
    api.answer("GET /shop/listings", () => new Promise(() => {}));
    fireEvent.click(all);
    await waitFor(() => expect(searched()).toBeNull());
    expect(screen.getByText("No items found")).toBeTruthy();
    expect(screen.queryByText("No player sells an item at the moment.")).toBeNull();
  });

  it("is searched, sorted and filtered, and ignores an invalid price", async () => {
    const { api } = show("/shop");
    await cardOf("Helm with wings");
    fireEvent.click(screen.getByRole("button", { name: "Filters" }));
    expect(screen.getByLabelText("Search")).toHaveProperty("maxLength", SEARCH_CHARS_MAX);
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: " helm " } });
    fireEvent.change(screen.getByLabelText("Sort"), { target: { value: "deal" } });
    fireEvent.change(screen.getByLabelText("Lowest price ($)"), { target: { value: "5" } });
    fireEvent.change(screen.getByLabelText("Highest price ($)"), { target: { value: "many" } });
    fireEvent.change(screen.getByLabelText("Rarity"), { target: { value: "epic" } });
    fireEvent.change(screen.getByLabelText("Condition"), { target: { value: "good" } });
    fireEvent.change(screen.getByLabelText("Payment method"), { target: { value: "crypto" } });
    expect(await screen.findByText("Enter a price such as 19.99")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Filters (5)" })).toBeTruthy();
    await waitFor(() =>
      expect(Object.fromEntries(api.requestsOf("GET /shop/listings").at(-1)?.query ?? [])).toEqual({
        search: "helm",
        sort: "deal",
        minPrice: "5",
        rarity: "epic",
        condition: "good",
        paymentMethod: "crypto",
        limit: "24",
      }),
    );
    fireEvent.change(screen.getByLabelText("Highest price ($)"), { target: { value: "4.99" } });
    expect(await screen.findByText("Enter at least the lowest price")).toBeTruthy();
  });

  it("continues after the page header's position", async () => {
    const { api } = show("/shop", { "GET /shop/listings": paged([aListing()], "pz9") });
    await cardOf("Helm with wings");
    fireEvent.click(screen.getByRole("button", { name: "Older" }));
    await waitFor(() => expect(api.requestsOf("GET /shop/listings").at(-1)?.query.get("next")).toBe("pz9"));
  });
});

describe("selling an item", () => {
  it("shows the seller's net, and sends the input once", async () => {
    const { api } = show("/shop");
    const dialog = await dialogOf("Sell Item");
    expect(dialog.getByText("Create Shop Listing")).toBeTruthy();
    fireEvent.click(await dialog.findByRole("radio", { name: /Valkyrie Helm/ }));
    expect(dialog.getByText("Quantity 1 · #42")).toBeTruthy();
    expect((dialog.getByLabelText("Title") as HTMLInputElement).value).toBe("Valkyrie Helm");
    fireEvent.click(await dialog.findByRole("button", { name: "Use $900.00" }));
    fill(dialog, "Price (USD)", "0.49");
    fireEvent.click(dialog.getByRole("checkbox", { name: "Card" }));
    const receipts = within(dialog.getByRole("region", { name: "You receive" }));
    expect(receipts.getAllByText("cannot be paid: this method takes $0.50 or more")).toHaveLength(2);
    fill(dialog, "Price (USD)", "10");
    expect(receipts.queryByText(/cannot be paid/)).toBeNull();
    expect([receipts.getByText("$8.66"), receipts.getByText("$8.91")]).toHaveLength(2);
    fireEvent.click(dialog.getByRole("button", { name: "Create Listing" }));
    expect(await screen.findByText("Your item is now listed for sale!")).toBeTruthy();
    expect(api.requestsOf("POST /shop/listings").map(({ body }) => body)).toEqual([
      {
        userLimitedId: 70,
        title: "Valkyrie Helm",
        description: "",
        priceUSD: 10,
        condition: "excellent",
        paymentMethods: ["paypal", "stripe"],
        category: null,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("does not offer items in play", async () => {
    show("/shop");
    const dialog = await dialogOf("Sell Item");
    const busy = await dialog.findByRole("radio", { name: /Busy hat/ });
    expect(busy.hasAttribute("disabled")).toBe(true);
  });

  it.each([
    ["Title", " ", "Title is required"],
    ["Title", "x".repeat(101), "Title too long"],
    ["Description", "x".repeat(501), "Description too long"],
    ["Price (USD)", "0", "Price must be at least $0.01"],
    ["Price (USD)", "10000.01", "Price too high"],
    ["Price (USD)", "0.001", "Enter a price with at most two decimals"],
  ])("is not sent with %s %s", async (label, value, message) => {
    const { api } = show("/shop");
    const dialog = await dialogOf("Sell Item");
    fireEvent.click(await dialog.findByRole("radio", { name: /Valkyrie Helm/ }));
    fill(dialog, label, value);
    fireEvent.click(dialog.getByRole("button", { name: "Create Listing" }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(api.requestsOf("POST /shop/listings")).toHaveLength(0);
  });

  it("is not sent without an item and a payment method", async () => {
    show("/shop");
    const dialog = await dialogOf("Sell Item");
    fireEvent.click(dialog.getByRole("checkbox", { name: "PayPal" }));
    fireEvent.click(dialog.getByRole("button", { name: "Create Listing" }));
    expect(await dialog.findByText("User limited item is required")).toBeTruthy();
    expect(dialog.getByText("At least one payment method required")).toBeTruthy();
  });

  it("shows why the site refused it", async () => {
    show("/shop", { "POST /shop/listings": refused(409, "in_play", "This item is in a game.") });
    const dialog = await dialogOf("Sell Item");
    fireEvent.click(await dialog.findByRole("radio", { name: /Valkyrie Helm/ }));
    fireEvent.click(dialog.getByRole("button", { name: "Create Listing" }));
    expect(await screen.findByText("This item is in a game.")).toBeTruthy();
  });
});

describe("the player's own listings", () => {
  it("are counted, edited and removed", async () => {
    const { api } = show("/shop?tab=mine");
    expect(await screen.findByRole("tab", { name: "My Listings (1)" })).toBeTruthy();
    const edit = await dialogOf("Edit My helm");
    fill(edit, "Price (USD)", "99.5");
    fireEvent.click(edit.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Listing Saved")).toBeTruthy();
    expect(api.requestsOf("PATCH /shop/listings/{id}").at(-1)).toMatchObject({
      path: "/api/shop/listings/41",
      body: { priceUSD: 99.5, title: "My helm" },
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    api.answer("GET /shop/my-listings", [aListing({ isOwn: true, status: "removed" })]);
    const remove = await dialogOf("Remove My helm");
    fireEvent.click(remove.getByRole("button", { name: "Remove listing" }));
    expect(await screen.findByText("No active listings")).toBeTruthy();
  });

  it("cannot change while a buyer pays", async () => {
    show("/shop?tab=mine", {
      "GET /shop/my-listings": [aListing({ isOwn: true, title: "My helm", status: "reserved" })],
    });
    expect(await screen.findByText("Awaiting payment")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Edit My helm" }).hasAttribute("disabled")).toBe(true);
    expect(screen.getByRole("button", { name: "Remove My helm" }).hasAttribute("disabled")).toBe(true);
  });
});

describe("the page of an item's prices", () => {
  it("shows asking and sales prices, and says when there were none", async () => {
    const { api, unmount } = show("/shop/items/1029025");
    const prices = within(await screen.findByRole("region", { name: "Prices" }));
    expect(prices.getByText("$1,250.00")).toBeTruthy();
    expect(within(screen.getByRole("region", { name: "Sales" })).getByText("$900.00")).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1, name: "Valkyrie Helm" })).toBeTruthy();
    unmount();
    api.answer("GET /shop/items/{id}", somePrices({ sales: [], median: null, lowest: null }));
    renderSite("/shop/items/1029025");
    expect(await screen.findByText("No copy of this item has been sold here yet.")).toBeTruthy();
    expect(screen.getByText("Not for sale at the moment")).toBeTruthy();
  });

  it("lists all copies for sale by the item's number, the cheapest first, page by page", async () => {
    const further = aListing({ id: 43, title: "The dearest helm" });
    const { api } = show("/shop/items/1029025", {
      "GET /shop/listings": ({ query }) =>
        query.get("next") === null ? paged([aListing()], "c1") : [further],
    });
    const copies = within(await screen.findByRole("list", { name: "Copies for sale" }));
    expect(await copies.findByRole("button", { name: "Buy Now: Helm with wings" })).toBeTruthy();
    const { query } = api.requestsOf("GET /shop/listings")[0]!;
    expect(Object.fromEntries(query)).toEqual({ limitedId: "1029025", sort: "price_asc", limit: "24" });
    fireEvent.click(screen.getByRole("button", { name: /^Next/ }));
    expect(await screen.findByRole("button", { name: "Buy Now: The dearest helm" })).toBeTruthy();
  });

  it("says when its copies cannot be loaded", async () => {
    show("/shop/items/1029025", { "GET /shop/listings": refused(503, "unavailable", "Busy.") });
    expect(await screen.findByRole("heading", { name: "For sale" })).toBeTruthy();
    expect(await screen.findByText("What is for sale could not be loaded.")).toBeTruthy();
  });

  it("is headed by the item's number until the catalogue is there", async () => {
    const { api } = show("/shop/items/1029025", { "GET /limiteds": refused(503, "unavailable", "Busy.") });
    expect(await screen.findByRole("heading", { level: 1, name: "Item 1029025" })).toBeTruthy();
    expect(await screen.findByRole("region", { name: "Prices" })).toBeTruthy();
    expect(api.requestsOf("GET /limiteds").length).toBeGreaterThan(0);
  });

  it("shows a 404 page for a malformed id without a request, and for an unknown id", async () => {
    const { api, unmount } = show("/shop/items/nope");
    expect(await screen.findByText("404 Page Not Found")).toBeTruthy();
    expect(api.requestsOf("GET /shop/items/{id}")).toEqual([]);
    unmount();
    api.answer("GET /shop/items/{id}", refused(404, "not_found", "There is no such item."));
    renderSite("/shop/items/404");
    expect(await screen.findByText("404 Page Not Found")).toBeTruthy();
  });
});

describe("categories, sellers and the watchlist", () => {
  const lastQuery = (api: ReturnType<typeof fakeApi>, name: string) =>
    api.requestsOf("GET /shop/listings").at(-1)?.query.get(name) ?? null;

  it("filter the listings; a closed category is no choice", async () => {
    const { api } = show("/shop?seller=p_carol", {
      "GET /shop/sellers/{id}": {
        ...{ id: "p_carol", username: "carol", profileImageUrl: null, rating: null, sales: 0 },
        ...{ activeListings: 1, reviewCount: 0, recommendedCount: 0, reviews: [] },
      },
    });
    expect(await screen.findByRole("button", { name: "Show everyone's items" })).toBeTruthy();
    expect(lastQuery(api, "seller")).toBe("p_carol");
    fireEvent.click(screen.getByRole("button", { name: "Filters" }));
    const choice = await screen.findByLabelText("Category");
    await within(choice).findByRole("option", { name: "Hats" });
    expect(within(choice).queryByRole("option", { name: "Old things" })).toBeNull();
    fireEvent.change(choice, { target: { value: "1" } });
    await waitFor(() => expect(lastQuery(api, "category")).toBe("1"));
    fireEvent.click(screen.getByRole("button", { name: "Show everyone's items" }));
    await waitFor(() => expect(lastQuery(api, "seller")).toBeNull());
  });

  it("show watched listings beside one's own", async () => {
    show("/shop?tab=mine", { "GET /shop/watchlist": [aListing()] });
    expect(await screen.findByRole("heading", { name: "Watchlist (1)" })).toBeTruthy();
  });

  it("store the watchlist", async () => {
    const { api } = show("/shop", { "POST /shop/watchlist": [aListing()] });
    const watch = await screen.findByRole("button", { name: "Watch Helm with wings" });
    expect(watch.getAttribute("aria-pressed")).toBe("false");
    api.answer("GET /shop/watchlist", [aListing()]);
    fireEvent.click(watch);
    await waitFor(() => expect(watch.getAttribute("aria-pressed")).toBe("true"));
    expect(api.requestsOf("POST /shop/watchlist").map(({ body }) => body)).toEqual([{ listingId: 41 }]);
  });

  it("are created and changed in the console", async () => {
    const { api } = show("/admin/shop", {
      "GET /auth/user": aUser({ roles: ["admin"] }),
      "POST /admin/shop/categories": { ...category, id: 3, name: "Faces" },
    });
    const prices = await screen.findByRole("link", { name: "Valkyrie Helm" });
    expect(prices.getAttribute("href")).toBe("/shop/items/1029025");
    fireEvent.click(await screen.findByRole("button", { name: "New category" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText("Name"), { target: { value: " Faces " } });
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Faces is saved.")).toBeTruthy();
    expect(api.requestsOf("POST /admin/shop/categories").map(({ body }) => body)).toEqual([
      { name: "Faces", description: null, sortOrder: 0, isActive: true },
    ]);
  });
});
