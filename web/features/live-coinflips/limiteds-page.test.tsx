import "#web/features/live-coinflips/create/limiteds-form.tsx";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SESSION_HINT } from "#domain/kernel/session-hint.ts";
import { aCoinflip, anItemsCoinflip } from "#domain/testing/shown/coinflips.ts";
import { anOwned } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import LimitedsCoinflipPage from "#web/features/live-coinflips/limiteds-page.tsx";
import { playSound } from "#web/lib/effects/sound.ts";
import { type FakeAnswers, fakeApi, refused, unauthorized } from "#web/testing/fake-api.ts";
import { aFairness } from "#web/testing/fixtures.ts";
import { renderAs, renderSite } from "#web/testing/render.tsx";

vi.mock("#web/lib/effects/sound.ts", () => ({ playSound: vi.fn() }));

const answersOf = (answers: FakeAnswers): FakeAnswers => ({
  "GET /auth/user": aUser(),
  "GET /fairness": aFairness(),
  "GET /user/limiteds": [anOwned({ id: 1, itemValue: "1500.00" })],
  "GET /coinflips/live": [],
  "POST /coinflip/create": anItemsCoinflip({ creatorId: aUser().id }),
  "POST /sync-inventory": { count: 4 },
  ...answers,
});
function showPage(answers: FakeAnswers = {}) {
  const api = fakeApi(answersOf(answers));
  return { api, ...renderAs(aUser(), <LimitedsCoinflipPage />) };
}
const submit = async () => fireEvent.click(await screen.findByRole("button", { name: "Create Coinflip" }));
const lands = (byte: number) =>
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    (array as unknown as Uint8Array)[0] = byte;
    return array;
  });

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.restoreAllMocks());

describe("the trial coin", () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it.each([
    [0, "Demo Win!", "win"],
    [1, "Demo Loss", "lose"],
  ])("flies for 2 s, and 300 ms later shows its result: %i", async (byte, title, sound) => {
    vi.useFakeTimers();
    const { api } = showPage();
    await pass(0);
    lands(byte);
    fireEvent.click(screen.getByRole("button", { name: "Preview" }));
    expect(screen.getByRole("img", { name: "Coin in the air" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Flip the demo coin" }));
    await pass(1999);
    expect(vi.mocked(playSound).mock.calls.flat()).toEqual(["coin-flip"]);
    await pass(1);
    expect(
      screen.getByRole("img", { name: byte === 0 ? "Coin showing RBX" : "Coin showing TIX" }),
    ).toBeTruthy();
    expect(screen.queryByText(title)).toBeNull();
    await pass(300);
    expect(screen.getByText(title)).toBeTruthy();
    expect(vi.mocked(playSound).mock.calls.flat()).toEqual(["coin-flip", "coin-land", sound]);
    expect(api.requests.some(({ route }) => route.startsWith("POST"))).toBe(false);
  });

  it("calls the side chosen in the form", async () => {
    vi.useFakeTimers();
    showPage();
    await pass(0);
    fireEvent.click(screen.getByRole("button", { name: "TIX" }));
    lands(1);
    fireEvent.click(screen.getByRole("button", { name: "Flip the demo coin" }));
    await pass(2300);
    expect(screen.getByText("Demo Win!")).toBeTruthy();
  });
});

describe("creating a limiteds game", () => {
  it("sends the selection with its values, and shows that the game is live", async () => {
    const { api } = showPage();
    fireEvent.click(await screen.findByRole("checkbox"));
    await submit();
    expect(await screen.findByText("Coinflip Created!")).toBeTruthy();
    expect(
      screen.getByText("Your limiteds coinflip game is now live. Waiting for an opponent."),
    ).toBeTruthy();
    expect(api.requestsOf("POST /coinflip/create")[0]!.body).toEqual({
      betType: "limiteds",
      betAmount: null,
      betSide: "rbx",
      betItems: [{ limitedId: 1029025, quantity: 1, inventoryId: 1, value: 1500 }],
      totalValue: 1500,
    });
    expect(screen.getByText("Select Limiteds to Bet (0 selected)")).toBeTruthy();
  });

  it("shows a currency's largest payout: 1.975 times the stake", async () => {
    showPage();
    fireEvent.click(await screen.findByRole("radio", { name: "Currency" }));
    fireEvent.change(screen.getByPlaceholderText("Enter amount"), { target: { value: "100" } });
    expect(screen.getByText("197.50 RBX")).toBeTruthy();
  });

  it.each(["", "0.5"])("refuses the amount %j", async (text) => {
    const { api } = showPage();
    fireEvent.click(await screen.findByRole("radio", { name: "Currency" }));
    fireEvent.change(screen.getByPlaceholderText("Enter amount"), { target: { value: text } });
    await submit();
    expect(await screen.findByText("Invalid Bet")).toBeTruthy();
    expect(screen.getByText("Please enter a valid bet amount (minimum 1 RBX/TIX)")).toBeTruthy();
    expect(api.requestsOf("POST /coinflip/create")).toEqual([]);
  });

  it("shows that nothing is chosen", async () => {
    showPage();
    await submit();
    expect(await screen.findByText("No Items Selected")).toBeTruthy();
  });

  it("shows why the server refused", async () => {
    showPage({
      "POST /coinflip/create": refused(409, "items_not_free", "Some of these items are not yours."),
    });
    fireEvent.click(await screen.findByRole("checkbox"));
    await submit();
    expect(await screen.findByText("Some of these items are not yours.")).toBeTruthy();
  });
});

describe("the sync", () => {
  it("shows its result", async () => {
    showPage();
    fireEvent.click(await screen.findByRole("button", { name: "Sync Inventory" }));
    expect(await screen.findByText("Inventory Synced!")).toBeTruthy();
  });

  it("shows the server's reason when it failed", async () => {
    showPage({
      "POST /sync-inventory": refused(409, "inventory_private", "Your Roblox inventory is private."),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Sync Inventory" }));
    expect(await screen.findByText("Sync Failed")).toBeTruthy();
    expect(screen.getByText("Your Roblox inventory is private.")).toBeTruthy();
  });
});

describe("the live limiteds games", () => {
  it("show when there are none", async () => {
    showPage({ "GET /coinflips/live": [aCoinflip()] });
    expect(await screen.findByText("No active limiteds games")).toBeTruthy();
  });

  it("are the open games for items", async () => {
    showPage({ "GET /coinflips/live": [aCoinflip(), anItemsCoinflip()] });
    expect(await screen.findByRole("button", { name: /^Join Bob: 1 Limited/ })).toBeTruthy();
    expect(screen.queryByText("10.00 RBX on RBX")).toBeNull();
  });

  it("are shown to visitors too, who sign in to join", async () => {
    fakeApi(answersOf({ "GET /auth/user": unauthorized, "GET /coinflips/live": [anItemsCoinflip()] }));
    renderSite("/limiteds-coinflip");
    expect(await screen.findByRole("link", { name: "Sign in to join" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Create Coinflip" })).toBeNull();
    await waitFor(() => expect(screen.getByText("The winner takes all")).toBeTruthy());
  });
});

it("keeps the place of the button to sync while the session loads, and for no visitor", async () => {
  const place = async () => {
    const title = await screen.findByRole("heading", { name: "New game" });
    return title.closest("section")?.querySelector(".h-11.w-36") ?? null;
  };
  const never = () => new Promise<never>(() => undefined);
  fakeApi(answersOf({ "GET /auth/user": never }));
  const cookies = vi.spyOn(document, "cookie", "get");
  cookies.mockReturnValue(`${SESSION_HINT.name}=${SESSION_HINT.value}`);
  const { unmount } = renderSite("/limiteds-coinflip");
  expect(await place()).not.toBeNull();
  unmount();
  cookies.mockReturnValue("");
  renderSite("/limiteds-coinflip");
  expect(await place()).toBeNull();
});
