// Loaded first, so that no test waits for them to be compiled.
import "#web/features/bot-flips/bot-game.tsx";
import "#web/features/bot-flips/play-bot.tsx";
import "#web/features/live-coinflips/create/create-dialog.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { anOwned } from "#domain/testing/shown/items.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import LiveCoinflipsPanel from "#web/features/live-coinflips/panel.tsx";
import { playSound } from "#web/lib/effects/sound.ts";
import { type FakeAnswers, fakeApi, lost, refused } from "#web/testing/fake-api.ts";
import { aFairness, aGame, someLimits } from "#web/testing/fixtures.ts";
import { renderAs } from "#web/testing/render.tsx";

vi.mock("#web/lib/effects/sound.ts", () => ({ playSound: vi.fn() }));
vi.mock("#web/lib/effects/confetti.ts", () => ({ celebrate: vi.fn(() => () => undefined) }));

const BOT = "POST /games/coinflip-vs-bot";
const won = {
  id: "game_1",
  won: true,
  result: "rbx",
  message: "You won 1,200.00 RBX and keep your items.",
  winAmount: "2700.00",
} as const;

async function showDialog(answers: FakeAnswers = {}, itemValue = "1500.00") {
  const api = fakeApi({
    "GET /auth/user": aUser(),
    "GET /fairness": aFairness(),
    "GET /games/history": [],
    "GET /games/limits": someLimits(),
    "GET /user/limiteds": [anOwned({ id: 1, itemValue })],
    "GET /live-coinflips": [],
    [BOT]: won,
    ...answers,
  });
  const { live } = renderAs(aUser(), <LiveCoinflipsPanel />);
  fireEvent.click((await screen.findAllByRole("button", { name: "Create Coinflip" }))[0]!);
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("radio", { name: "Limiteds" }));
  await screen.findByRole("checkbox");
  return { api, dialog, live };
}
const bot = () => screen.queryByRole("button", { name: "🤖 Play vs Bot (1.8x)" });
const choose = () => fireEvent.click(screen.getByRole("checkbox"));
const offered = () => screen.findByRole("button", { name: "🤖 Play vs Bot (1.8x)" });
const toStep = async () => {
  choose();
  fireEvent.click(await offered());
  await screen.findByRole("dialog", { name: "Play vs Bot" });
};
const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Stake 1 item and flip" }));
// With reduced motion the face shows at once: no test waits for the coin.
const calm = () => vi.stubGlobal("matchMedia", () => ({ matches: true }));

beforeEach(() => {
  calm();
  vi.clearAllMocks();
});

describe("the game against the bot", () => {
  it("is offered once an item is chosen, and only in limiteds mode", async () => {
    const { dialog } = await showDialog();
    expect(bot()).toBeNull();
    choose();
    expect(await offered()).toBeTruthy();
    expect(
      screen.getByText("Win: you keep your items and get 1,200.00 RBX. Lose: the house keeps your items."),
    ).toBeTruthy();
    fireEvent.click(dialog.getByRole("radio", { name: "Currency" }));
    expect(bot()).toBeNull();
  });

  it("shows odds, edge, gain and loss before anything is staked, and can be left", async () => {
    const { api } = await showDialog();
    await toStep();
    await screen.findByText("50%, exactly even");
    const step = screen.getByRole("dialog", { name: "Play vs Bot" }).textContent;
    for (const text of [
      "The coin flips as soon as you confirm. This cannot be undone.",
      "1 item, 1,500.00 RBX",
      "50%, exactly even",
      "+1,200.00 RBX, items kept",
      "-1,500.00 RBX, items gone",
      "House edge10%",
    ])
      expect(step).toContain(text);
    fireEvent.click(screen.getByRole("button", { name: "10%" }));
    expect(screen.getByRole("tooltip").textContent).toContain("keeps a tenth");
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(await screen.findByText("Select Limiteds to Bet (1 selected)")).toBeTruthy();
    expect(api.requestsOf(BOT)).toEqual([]);
  });

  it("shows the results of the last games before anything is staked", async () => {
    await showDialog({
      "GET /games/history": [aGame({ id: "g1", won: true }), aGame({ id: "g2", won: false })],
    });
    await toStep();
    const ends = within(await screen.findByRole("list", { name: "How your last games ended" }));
    expect(ends.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["WWon", "LLost"]);
    expect(screen.getByText("1 of the last 2 won")).toBeTruthy();
  });

  it("stakes the chosen items once confirmed, shows the coin, then the result with the proof", async () => {
    let answer = (): void => undefined;
    const held = new Promise<typeof won>((resolve) => {
      answer = () => resolve(won);
    });
    const { api } = await showDialog({ [BOT]: () => held });
    await toStep();
    confirm();
    expect(await screen.findByRole("img", { name: "Coin in the air" })).toBeTruthy();
    expect(screen.getByText("Playing...")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /and flip$/ })).toBeNull();
    expect(screen.queryByText(/cannot be undone/)).toBeNull();
    answer();
    expect(await screen.findAllByText("Victory!")).toHaveLength(1);
    expect(screen.getByRole("img", { name: "Coin showing RBX" })).toBeTruthy();
    expect(screen.getAllByText(`Result: RBX. ${won.message}`).length).toBeGreaterThan(0);
    expect(screen.getByRole("link", { name: "Proof" }).getAttribute("href")).toBe("/games/game_1");
    // An effect after the result's first drawing plays its sounds.
    await waitFor(() =>
      expect(vi.mocked(playSound).mock.calls.flat()).toEqual(["bet-place", "coin-flip", "coin-land", "win"]),
    );
    expect(api.requestsOf(BOT).map(({ body }) => body)).toEqual([
      { betSide: "rbx", betItems: [{ limitedId: 1029025, quantity: 1, inventoryId: 1 }] },
    ]);
    fireEvent.click(screen.getByRole("button", { name: "Play again" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Create New Coinflip" }));
    expect((dialog.getByRole("radio", { name: "Currency" }) as HTMLInputElement).checked).toBe(true);
    fireEvent.click(dialog.getByRole("radio", { name: "Limiteds" }));
    expect(await screen.findByText("Select Limiteds to Bet (0 selected)")).toBeTruthy();
  });

  it("shows a loss", async () => {
    const message = "You lost your items. Better luck next time!";
    await showDialog({ [BOT]: { ...won, won: false, result: "tix", winAmount: "0.00", message } });
    await toStep();
    confirm();
    expect(await screen.findAllByText("Defeat!")).toHaveLength(1);
    expect(screen.getAllByText(`Result: TIX. ${message}`)).toHaveLength(1);
  });

  it("shows the result at once when the dialog is closed while the coin is in the air", async () => {
    let answer = (): void => undefined;
    const held = new Promise<typeof won>((resolve) => {
      answer = () => resolve(won);
    });
    const { live } = await showDialog({ [BOT]: () => held });
    await toStep();
    confirm();
    await screen.findByRole("img", { name: "Coin in the air" });
    expect(live.isHeld("balance")).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    answer();
    expect(await screen.findByText("Victory!")).toBeTruthy();
    expect(live.isHeld("balance")).toBe(false);
  });

  it("warns in time that the items are worth too much", async () => {
    const { api } = await showDialog({}, "100000.01");
    choose();
    expect((await offered()).getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByText("The bot plays for items worth 1.00 to 100,000.00 RBX in total.")).toBeTruthy();
    fireEvent.click(bot()!);
    expect(api.requestsOf(BOT)).toEqual([]);
  });

  it("follows the largest stake that the bank covers now", async () => {
    const bot40 = someLimits({ bot: { largestStake: "40.00", winningsBasisPoints: 8_000 } });
    await showDialog({ "GET /games/limits": bot40 }, "40.01");
    choose();
    expect(await screen.findByText("The bot plays for items worth 1.00 to 40.00 RBX in total.")).toBeTruthy();
    expect(bot()?.getAttribute("aria-disabled")).toBe("true");
  });

  it("shows why the server refused, and keeps the selection", async () => {
    await showDialog({ [BOT]: refused(409, "items_in_play", "Of item 7 you have 0 free and 1 in play.") });
    await toStep();
    confirm();
    expect(await screen.findByText("Of item 7 you have 0 free and 1 in play.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(await screen.findByText("Select Limiteds to Bet (1 selected)")).toBeTruthy();
  });

  it("is sent again under the same key when the answer is lost", async () => {
    let asked = 0;
    const { api } = await showDialog({ [BOT]: () => (asked++ === 0 ? lost : won) });
    await toStep();
    confirm();
    expect((await screen.findAllByText("Victory!")).length).toBeGreaterThan(0);
    const keys = api.requestsOf(BOT).map(({ headers }) => headers.get("Idempotency-Key"));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});
