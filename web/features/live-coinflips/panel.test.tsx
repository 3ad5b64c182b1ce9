// Loaded first, so that no test waits for dialogs to be compiled.
import "#web/features/live-coinflips/create/create-dialog.tsx";
import "#web/features/live-coinflips/join/join-dialog.tsx";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { aCoinflip, anItemsCoinflip } from "#domain/testing/shown/coinflips.ts";
import { aLimited, anOwned } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import LiveCoinflipsPanel from "#web/features/live-coinflips/panel.tsx";
import { celebrate } from "#web/lib/effects/confetti.ts";
import { playSound } from "#web/lib/effects/sound.ts";
import { ownClock, pass } from "#web/testing/clock.ts";
import { aSettledProof } from "#web/testing/examples/coinflips.ts";
import { type FakeAnswers, fakeApi, lost, refused } from "#web/testing/fake-api.ts";
import { aFairness } from "#web/testing/fixtures.ts";
import { renderAs } from "#web/testing/render.tsx";
import { FLIGHT_MS } from "#web/ui/coin/coin.tsx";

vi.mock("#web/lib/effects/sound.ts", () => ({ playSound: vi.fn() }));
vi.mock("#web/lib/effects/confetti.ts", () => ({ celebrate: vi.fn(() => () => undefined) }));
// With reduced motion the face shows at once: no test waits for the coin.
const calm = () => vi.stubGlobal("matchMedia", () => ({ matches: true }));

const JOIN = "POST /live-coinflips/{id}/join";
const won = { id: aCoinflip().id, creatorWon: false, result: "tix", message: "You won 19.75 RBX." } as const;
const lostGame = {
  ...won,
  creatorWon: true,
  result: "rbx",
  message: "You lost 10.00 RBX. Better luck next time!",
} as const;

function showPanel(answers: FakeAnswers = {}, user = aUser()) {
  const api = fakeApi({
    "GET /auth/user": user,
    "GET /fairness": aFairness(),
    "GET /user/limiteds": [],
    "GET /live-coinflips": [aCoinflip()],
    "POST /live-coinflips": aCoinflip({ id: "own", creatorId: user.id }),
    [JOIN]: won,
    ...answers,
  });
  return { api, ...renderAs(user, <LiveCoinflipsPanel />) };
}
const dialog = () => screen.findByRole("dialog");
const openJoin = async () => fireEvent.click(await screen.findByRole("button", { name: /^Join Bob/ }));
const openCreate = async () =>
  fireEvent.click((await screen.findAllByRole("button", { name: "Create Coinflip" }))[0]!);
const confirmJoin = async (name: RegExp | string = "Join for 10.00 RBX") =>
  fireEvent.click(await screen.findByRole("button", { name }));

beforeEach(() => {
  calm();
  vi.clearAllMocks();
});

describe("the open coinflips", () => {
  it("are listed with creator, stake, value and time left", async () => {
    showPanel({ "GET /live-coinflips": [aCoinflip(), anItemsCoinflip()] });
    const rows = within(await screen.findByRole("list", { name: "Open coinflips" })).getAllByRole("listitem");
    expect(rows).toHaveLength(2);
    const [items, currency] = rows.map((row) => row.textContent ?? "");
    expect(currency).toContain("10.00 RBX on RBX");
    expect(currency).toContain("Total Value10.00");
    expect(currency).toMatch(/23h 59m/);
    expect(items).toContain("1 Limited(s)");
    expect(items).toContain("Items Value100.0K RBX");
  });

  it("show up to three pictures and count the others", async () => {
    const [item] = anItemsCoinflip().betItems;
    const betItems = [1, 2, 3, 4, 5].map((serialNumber) => ({ ...item!, serialNumber }));
    const { container } = showPanel({ "GET /live-coinflips": [anItemsCoinflip({ betItems })] });
    await screen.findByRole("list", { name: "Open coinflips" });
    expect(screen.getByText("5 Limited(s)")).toBeTruthy();
    expect(screen.getAllByText("+2").length).toBeGreaterThan(0);
    fireEvent.error(container.querySelector("li img")!);
    expect(screen.getAllByText("Item").length).toBeGreaterThan(0);
  });

  it("invite to be the first when there are none", async () => {
    showPanel({ "GET /live-coinflips": [] });
    expect(await screen.findByText("No Active Coinflips")).toBeTruthy();
    expect(screen.getByText("Be the first to create a coinflip battle!")).toBeTruthy();
  });

  it("can be loaded again after an error", async () => {
    const { api } = showPanel({ "GET /live-coinflips": refused(503, "unavailable", "Busy.") });
    const retry = await screen.findByRole("button", { name: "Try again" });
    api.answer("GET /live-coinflips", [aCoinflip()]);
    fireEvent.click(retry);
    expect(await screen.findByText("Bob")).toBeTruthy();
  });

  it("are filtered by kind and value, and show when none matches", async () => {
    showPanel({ "GET /live-coinflips": [aCoinflip(), anItemsCoinflip()] });
    fireEvent.click(await screen.findByRole("radio", { name: "Limiteds" }));
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    fireEvent.change(screen.getByLabelText("Maximum value"), { target: { value: "5" } });
    expect(screen.getByText("No coinflip fits")).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "All" }));
    fireEvent.change(screen.getByLabelText("Maximum value"), { target: { value: "" } });
    fireEvent.change(screen.getByLabelText("Order"), { target: { value: "lowest" } });
    expect(screen.getAllByRole("listitem")[0]!.textContent).toContain("10.00 RBX on RBX");
  });

  it("keep order and value behind a button on a phone, which counts the filters", async () => {
    showPanel({ "GET /live-coinflips": [aCoinflip()] });
    const button = await screen.findByRole("button", { name: "Filters" });
    const fields = document.getElementById(button.getAttribute("aria-controls") ?? "");
    const seen = () => [button.getAttribute("aria-expanded"), fields?.classList.contains("hidden")];
    expect(fields?.contains(screen.getByLabelText("Order"))).toBe(true);
    expect(seen()).toEqual(["false", true]);
    fireEvent.click(button);
    expect(seen()).toEqual(["true", false]);
    fireEvent.click(screen.getByRole("radio", { name: "RBX" }));
    fireEvent.change(screen.getByLabelText("Order"), { target: { value: "lowest" } });
    fireEvent.change(screen.getByLabelText("Minimum value"), { target: { value: "1" } });
    expect(button.textContent).toBe("Filters (2)");
    fireEvent.click(button);
    expect(seen()).toEqual(["false", true]);
  });

  it("keep their places while others come and go", async () => {
    const [first, second, third] = [1, 2, 3].map((n) =>
      aCoinflip({ id: `f${n}`, position: n, betAmount: `${n}0.00`, totalValue: `${n}0.00` }),
    ) as [LiveCoinflip, LiveCoinflip, LiveCoinflip];
    const { api, queryClient } = showPanel({ "GET /live-coinflips": [first, second] });
    const places = async (...wanted: readonly RegExp[]) =>
      waitFor(() => {
        const rows = screen.getAllByRole("listitem").map((row) => row.textContent);
        expect(rows).toEqual(wanted.map((text) => expect.stringMatching(text)));
      });
    const become = (...flips: readonly LiveCoinflip[]) => {
      api.answer("GET /live-coinflips", [...flips]);
      return act(() => queryClient.invalidateQueries());
    };
    await places(/20\.00.*Join/, /10\.00.*Join/);
    await become(first);
    await places(/20\.00.*No longer open/, /10\.00.*Join/);
    expect(screen.getAllByRole("button", { name: /^Join/ })).toHaveLength(1);
    await become(first, third);
    await places(/30\.00.*Join/, /10\.00.*Join/);
    await become(third);
    await places(/30\.00.*Join/);
  });

  it("are shown ten at a time", async () => {
    const many = Array.from({ length: 13 }, (_, n) => aCoinflip({ id: `f${n}`, position: n + 1 }));
    showPanel({ "GET /live-coinflips": many });
    fireEvent.click(await screen.findByRole("button", { name: "Show more (3)" }));
    expect(screen.getAllByRole("listitem")).toHaveLength(13);
  });
});

describe("a player's own open coinflip", () => {
  const own = aCoinflip({ creatorId: aUser().id });

  it("cannot be joined, but cancelled", async () => {
    const { api } = showPanel({
      "GET /live-coinflips": [own],
      "POST /live-coinflips/{id}/cancel": { id: own.id, status: "cancelled" },
    });
    const button = (await screen.findByRole("button", { name: "Your Game" })) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    api.answer("GET /live-coinflips", []);
    fireEvent.click(screen.getByRole("button", { name: /^Cancel your coinflip/ }));
    expect(await screen.findByText("Coinflip cancelled")).toBeTruthy();
    expect(await screen.findByText("No Active Coinflips")).toBeTruthy();
    expect(api.requestsOf("POST /live-coinflips/{id}/cancel")[0]!.path).toContain(own.id);
  });

  it("shows why it could not be cancelled", async () => {
    showPanel({
      "GET /live-coinflips": [own],
      "POST /live-coinflips/{id}/cancel": refused(
        409,
        "already_joined",
        "Someone has already joined this coinflip.",
      ),
    });
    fireEvent.click(await screen.findByRole("button", { name: /^Cancel your coinflip/ }));
    expect(await screen.findByText("Someone has already joined this coinflip.")).toBeTruthy();
  });
});

describe("creating a coinflip", () => {
  const amount = async () => within(await dialog()).getByPlaceholderText("Enter amount");
  const submit = async () =>
    fireEvent.click(within(await dialog()).getByRole("button", { name: "Create Coinflip" }));

  it("shows the largest payout, stakes an amount, and waits for an opponent", async () => {
    const { api } = showPanel();
    await openCreate();
    fireEvent.change(await amount(), { target: { value: "25.5" } });
    fireEvent.change(within(await dialog()).getByLabelText("Side"), { target: { value: "tix" } });
    const terms = (await dialog()).textContent;
    for (const text of ["50%, exactly even", "50.36 TIX", "0.64 TIX"]) expect(terms).toContain(text);
    await submit();
    expect(await screen.findByText("Coinflip created! Waiting for an opponent...")).toBeTruthy();
    const [request] = api.requestsOf("POST /live-coinflips");
    expect(request!.body).toEqual({ betAmount: 25.5, betSide: "tix" });
    expect(request!.headers.get("idempotency-key")).toMatch(/^[\w-]{21}$/);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("opens one game by two presses that follow at once", async () => {
    const { api } = showPanel();
    await openCreate();
    fireEvent.change(await amount(), { target: { value: "25.5" } });
    const button = within(await dialog()).getByRole("button", { name: "Create Coinflip" });
    // On a busy page both presses wait, and the second one comes before the button is drawn again.
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findAllByText("Coinflip created! Waiting for an opponent...")).toBeTruthy();
    expect(api.requestsOf("POST /live-coinflips")).toHaveLength(1);
  });

  it("is off while the amount is empty or 0, and while nothing is selected", async () => {
    showPanel({ "GET /user/limiteds": [anOwned({ id: 1 })] });
    await openCreate();
    const isOff = async () =>
      within(await dialog())
        .getByRole("button", { name: "Create Coinflip" })
        .getAttribute("aria-disabled");
    for (const [text, off] of [
      ["", "true"],
      ["0", "true"],
      ["0.00", "true"],
      ["1", null],
    ] as const) {
      fireEvent.change(await amount(), { target: { value: text } });
      expect(await isOff(), text).toBe(off);
    }
    fireEvent.click(screen.getByRole("radio", { name: "Limiteds" }));
    expect(await isOff()).toBe("true");
    fireEvent.click(await screen.findByRole("checkbox"));
    expect(await isOff()).toBeNull();
  });

  it("shows under the field why an amount is no stake", async () => {
    showPanel();
    await openCreate();
    fireEvent.change(await amount(), { target: { value: "0.5" } });
    expect((await amount()).getAttribute("aria-invalid")).toBe("true");
    expect(within(await dialog()).getByRole("alert").textContent).toBe("The minimum bet is 1.00 RBX.");
    fireEvent.change(await amount(), { target: { value: "5" } });
    expect((await amount()).getAttribute("aria-invalid")).toBeNull();
  });

  it("shows the totals of both sides for items", async () => {
    showPanel({ "GET /user/limiteds": [anOwned({ id: 1, itemValue: "1500.00" })] });
    await openCreate();
    fireEvent.click(screen.getByRole("radio", { name: "Limiteds" }));
    fireEvent.click(await screen.findByRole("checkbox"));
    expect((await dialog()).textContent).toContain(
      "Potential winAll items of bothYours 1,500.00 RBX, theirs 1,500.00 to 1,650.00 RBX",
    );
  });

  it.each([
    ["", "Invalid Amount", "Please enter a valid bet amount"],
    ["0", "Invalid Amount", "Please enter a valid bet amount"],
    ["1000.01", "Insufficient Balance", "You don't have enough RBX to place this bet"],
  ])("refuses %j before it is sent", async (text, title, description) => {
    const { api } = showPanel();
    await openCreate();
    fireEvent.change(await amount(), { target: { value: text } });
    await submit();
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(description)).toBeTruthy();
    expect(api.requestsOf("POST /live-coinflips")).toEqual([]);
  });

  it("shows why the server refused, and stays", async () => {
    showPanel({
      "POST /live-coinflips": refused(409, "too_many_open", "You already have 10 open coinflips."),
    });
    await openCreate();
    fireEvent.change(await amount(), { target: { value: "10" } });
    await submit();
    expect(await screen.findByText("You already have 10 open coinflips.")).toBeTruthy();
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  it("stakes chosen copies of items, each with quantity 1", async () => {
    const { api } = showPanel({
      "GET /user/limiteds": [
        anOwned({ id: 1, serialNumber: null, quantity: 2, itemValue: "1500.00" }),
        anOwned({ id: 2, inPlay: true, limited: aLimited({ name: "Busy Hat" }) }),
      ],
    });
    await openCreate();
    fireEvent.click(within(await dialog()).getByRole("radio", { name: "Limiteds" }));
    const boxes = (await screen.findAllByRole("checkbox")) as HTMLInputElement[];
    expect(boxes.map(({ disabled }) => disabled)).toEqual([false, false, true]);
    await submit();
    expect(await screen.findByText("No Items Selected")).toBeTruthy();
    expect(screen.getByText("Please select at least one limited item to bet")).toBeTruthy();
    fireEvent.click(boxes[0]!);
    fireEvent.click(boxes[1]!);
    expect(screen.getByText("Select Limiteds to Bet (2 selected)")).toBeTruthy();
    expect((await dialog()).textContent).toContain("Total Value: 3.0K RBX");
    await submit();
    const item = { limitedId: 1029025, quantity: 1, inventoryId: 1 };
    await waitFor(() =>
      expect(api.requestsOf("POST /live-coinflips")[0]?.body).toEqual({
        betSide: "rbx",
        betItems: [item, item],
      }),
    );
  });

  it("shows that there is nothing to stake", async () => {
    showPanel();
    await openCreate();
    fireEvent.click(within(await dialog()).getByRole("radio", { name: "Limiteds" }));
    expect(await screen.findByText("No limiteds in your inventory")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Deposit limiteds" }).getAttribute("href")).toBe("/deposits");
  });
});

describe("joining a coinflip", () => {
  it("asks with odds and both stakes, then shows the coin and the winnings", async () => {
    const { api } = showPanel();
    await openJoin();
    const asked = (await dialog()).textContent;
    for (const text of [
      "Bob stakes10.00 RBX",
      "You stake10.00 RBX",
      "TIX",
      "50%, exactly even",
      "19.75 RBX",
      "0.25 RBX",
    ])
      expect(asked).toContain(text);
    await confirmJoin();
    expect(await screen.findByText("You Won!")).toBeTruthy();
    expect(screen.getByText("Result: TIX. You won 19.75 RBX.")).toBeTruthy();
    expect(screen.getByRole("img", { name: "Coin showing TIX" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Proof" }).getAttribute("href")).toBe(`/games/${won.id}`);
    expect(api.requestsOf(JOIN)[0]!.body).toEqual({});
    // An effect after the result's first drawing plays its sounds.
    await waitFor(() =>
      expect(vi.mocked(playSound).mock.calls.flat()).toEqual(["bet-place", "coin-flip", "coin-land", "win"]),
    );
    expect(celebrate).toHaveBeenCalledOnce();
  });

  it("shows a loss in the destructive style, and offers a rematch for the same stake", async () => {
    showPanel({ [JOIN]: lostGame });
    await openJoin();
    await confirmJoin();
    expect((await screen.findByText("You Lost!")).className).toContain("text-loss");
    fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
    expect(await screen.findByText("Create New Coinflip")).toBeTruthy();
    expect((screen.getByPlaceholderText("Enter amount") as HTMLInputElement).value).toBe("10");
    expect((screen.getByLabelText("Side") as HTMLSelectElement).value).toBe("rbx");
  });

  it("warns in time that the stake cannot be paid", async () => {
    const { api } = showPanel({}, aUser({ rbxBalance: "9.99" }));
    await openJoin();
    expect(await screen.findByText("Insufficient Balance")).toBeTruthy();
    await confirmJoin();
    expect(api.requestsOf(JOIN)).toEqual([]);
  });

  it.each([
    refused(409, "already_joined", "Someone has already joined this coinflip."),
    refused(409, "not_open", "This coinflip is no longer open."),
    refused(409, "own_game", "You cannot join your own coinflip."),
  ])("shows why it was refused: %#", async (refusal) => {
    showPanel({ [JOIN]: refusal });
    await openJoin();
    await confirmJoin();
    const detail = JSON.parse("body" in refusal ? refusal.body : "{}") as { detail: string };
    expect((await screen.findAllByText(detail.detail)).length).toBe(2);
    expect(screen.getByText("Not joined")).toBeTruthy();
  });

  it("repeats the request under the same key when the answer is lost", async () => {
    let asked = 0;
    const { api } = showPanel({ [JOIN]: () => (asked++ === 0 ? lost : won) });
    await openJoin();
    await confirmJoin();
    expect(await screen.findByText("You Won!")).toBeTruthy();
    const keys = api.requestsOf(JOIN).map(({ headers }) => headers.get("idempotency-key"));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it("follows a locked game until it is settled", async () => {
    const settled = aSettledProof();
    const pending = { ...settled, status: "locked", result: null, serverSeed: null, digest: null } as const;
    const locked = {
      id: settled.id,
      status: "locked",
      round: 1000,
      publishAt: settled.beacon!.publishAt,
      receipt: settled.receipt,
    };
    const { api, live } = showPanel({ [JOIN]: locked as never, "GET /games/{id}/proof": pending });
    await openJoin();
    await confirmJoin();
    expect(await screen.findByText(/Round 1000 of the beacon decides/)).toBeTruthy();
    expect(screen.getByText("The game is locked and waiting for its beacon.")).toBeTruthy();
    api.answer("GET /games/{id}/proof", settled);
    act(() => live.changed(["coinflips"], 61));
    const verdict = settled.result === "tix" ? "You Won!" : "You Lost!";
    expect(await screen.findByText(verdict)).toBeTruthy();
  });

  it("shows when a locked game is void", async () => {
    const settled = aSettledProof();
    const locked = {
      id: settled.id,
      status: "locked",
      round: 1000,
      publishAt: settled.beacon!.publishAt,
      receipt: null,
    };
    const nothing = { ...settled, status: "void", result: null } as const;
    showPanel({ [JOIN]: locked as never, "GET /games/{id}/proof": nothing });
    await openJoin();
    await confirmJoin();
    expect(await screen.findByText("Void")).toBeTruthy();
  });

  it("keeps figures back until the coin has landed", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    ownClock();
    const { api } = showPanel();
    await openJoin();
    const before = api.requestsOf("GET /auth/user").length;
    await confirmJoin();
    await waitFor(() => expect(api.requestsOf(JOIN)).toHaveLength(1));
    expect(screen.getAllByText(/The coin is in the air/).length).toBeGreaterThan(0);
    expect(screen.queryByText("You Won!")).toBeNull();
    expect(api.requestsOf("GET /auth/user")).toHaveLength(before);
    await pass(FLIGHT_MS);
    expect(await screen.findByText("You Won!")).toBeTruthy();
    await waitFor(() => expect(api.requestsOf("GET /auth/user").length).toBeGreaterThan(before));
  });
});

describe("joining a coinflip for items", () => {
  const mine = [
    anOwned({ id: 1, itemValue: "60000.00" }),
    anOwned({ id: 2, itemValue: "45000.00", serialNumber: 2 }),
  ];

  it("shows both totals and the difference, and allows only a match", async () => {
    const { api } = showPanel({ "GET /live-coinflips": [anItemsCoinflip()], "GET /user/limiteds": mine });
    await openJoin();
    const boxes = await screen.findAllByRole("checkbox");
    fireEvent.click(boxes[0]!);
    expect((await dialog()).textContent).toContain("Difference-40,000.00 RBX");
    const button = screen.getByRole("button", { name: "Join with 1 item" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(boxes[1]!);
    const asked = (await dialog()).textContent;
    for (const text of [
      "Bob stakes100,000.00 RBX",
      "You stake105,000.00 RBX",
      "Difference+5,000.00 RBX",
      "All items of both",
    ])
      expect(asked).toContain(text);
    await confirmJoin("Join with 2 items");
    await waitFor(() =>
      expect(api.requestsOf(JOIN)[0]?.body).toEqual({
        betItems: [
          { limitedId: 1029025, quantity: 1, inventoryId: 1 },
          { limitedId: 1029025, quantity: 1, inventoryId: 2 },
        ],
      }),
    );
  });

  it("picks matching items, or shows what is missing", async () => {
    const { api } = showPanel({ "GET /live-coinflips": [anItemsCoinflip()], "GET /user/limiteds": mine });
    await openJoin();
    await screen.findAllByRole("checkbox");
    fireEvent.click(screen.getByRole("button", { name: "Pick for me" }));
    expect(await screen.findByRole("button", { name: "Join with 2 items" })).toBeTruthy();
    expect(api.requestsOf(JOIN)).toEqual([]);
  });

  it("shows how much is missing when nothing matches", async () => {
    showPanel({ "GET /live-coinflips": [anItemsCoinflip()], "GET /user/limiteds": mine.slice(0, 1) });
    await openJoin();
    await screen.findAllByRole("checkbox");
    fireEvent.click(screen.getByRole("button", { name: "Pick for me" }));
    expect(await screen.findByText("Your items do not match: you are 40,000.00 RBX short.")).toBeTruthy();
  });
});
