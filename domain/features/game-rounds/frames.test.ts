import { expect, it } from "vitest";
import { shownBet, shownRound } from "../../testing/shown/rounds.ts";
import type { GameRound, RoundBet } from "./contract.ts";
import { bustOf, framesOf, framesSince, turnsAt } from "./frames.ts";

const AT = Date.parse("2026-11-22T12:00:00.000Z");
const instant = (ms: number) => new Date(AT + ms).toISOString();

const bet = (seq: number, more: Partial<RoundBet> = {}): RoundBet => {
  const player = { id: `p_${seq}`, username: `player ${seq}`, profileImageUrl: null };
  return shownBet({ id: `bet ${seq}`, seq, player, ...more });
};
const round = (more: Partial<GameRound> = {}): GameRound => shownRound({ bets: [bet(0)], ...more }, AT);
const seen = (of: GameRound, { at = 0, position = 1 } = {}) => ({ round: of, position, at: AT + at });
const names = (frames: readonly { readonly name: string }[]) => frames.map(({ name }) => name);

it("a new listener gets the state of a round, and every bet", () => {
  const [head, bets, ...more] = framesOf(seen(round(), { at: 3_000, position: 9 }));
  expect(head?.data).toMatchObject({
    phase: "betting",
    inMs: 5_000,
    elapsedMs: null,
    players: 1,
    position: 9,
  });
  expect(bets?.data).toEqual({ round: "r1", bets: [[0, bet(0).player, "10.00"]] });
  expect(more).toEqual([]);
});

it("earlier listeners get the news, and nothing without any", () => {
  const before = seen(round());
  expect(framesSince(before, seen(round(), { at: 500, position: 2 }))).toEqual([]);
  const after = seen(round({ bets: [bet(0), bet(1)], pot: "20.00" }), { position: 2 });
  const [head, bets] = framesSince(before, after);
  expect(head?.data).toMatchObject({ players: 2, total: "20.00" });
  expect(bets?.data).toMatchObject({ bets: [[1, { username: "player 1" }, "10.00"]] });
});

it("a cashed-out bet is sent once, with the present force", () => {
  const running = round({ status: "running", bets: [bet(0), bet(1)] });
  const left = bet(1, { multiplier: "1.50", winAmount: "15.00", cause: "auto" });
  const after = { ...running, force: "9.50", bets: [bet(0), left] };
  expect(framesSince(seen(running), seen(after))).toEqual([
    { name: "cashouts", data: { round: "r1", cashouts: [[1, "1.50", "15.00", "auto"]], force: "9.50" } },
  ]);
  expect(framesSince(seen(after), seen(after))).toEqual([]);
  expect(names(framesOf(seen(after)))).toEqual(["round", "bets", "cashouts"]);
});

it("the end of a crash round is its bust, and then that it is settled", () => {
  const running = round({ status: "running" });
  const over = round({ status: "settled", point: "2.00", endedAt: instant(20_000), force: null });
  const frames = framesSince(seen(running), seen(over, { position: 5 }));
  expect(names(frames)).toEqual(["round", "bust", "settled"]);
  expect(frames[1]?.data).toEqual({ round: "r1", point: "2.00", t: bustOf(200) });
  expect(frames[2]?.data).toEqual({ round: "r1", phase: "settled", position: 5 });
});

it("the end of a jackpot is its ticket, with the entry that holds it", () => {
  const entries = [bet(0, { from: "0.00", to: "25.00" }), bet(1, { from: "25.00", to: "100.00" })];
  const open = round({ gameType: "jackpot", cap: null, force: null, pot: "100.00", bets: entries });
  expect(names(framesOf(seen(open)))).toEqual(["round", "entries"]);
  const drawnAt = (ticket: string) =>
    framesSince(seen(open), seen({ ...open, status: "settled", ticket })).find(
      ({ name }) => name === "drawn",
    );
  expect(drawnAt("24.99")?.data).toEqual({ round: "r1", ticket: "24.99", total: "100.00", seq: 0 });
  expect(drawnAt("25.00")?.data).toMatchObject({ seq: 1 });
});

it("a void round has an end and no result", () => {
  const frames = framesSince(seen(round()), seen(round({ status: "void" })));
  expect(names(frames)).toEqual(["round", "settled"]);
});

it("a running round shows its running time, and a hidden player counts for each bet", () => {
  const hidden = { id: null, username: "Hidden player", profileImageUrl: null };
  const bets = [bet(0), bet(1, { player: hidden }), bet(2, { player: hidden })];
  const [head] = framesOf(
    seen(round({ status: "running", startsAt: instant(11_500), bets }), { at: 12_000 }),
  );
  expect(head?.data).toMatchObject({ elapsedMs: 500, inMs: null, players: 3 });
});

it("phases that change by time alone are known in advance", () => {
  expect(turnsAt(round())).toBe(AT + 8_000);
  expect(turnsAt(round({ status: "locked" }))).toBe(AT + 11_500);
  expect(turnsAt(round({ status: "running" }))).toBeNull();
  expect(turnsAt(round({ status: "waiting", closesAt: null }))).toBeNull();
});

it("a curve is past 2.00 after 11.6 seconds, and ends by itself", () => {
  expect(bustOf(200)).toBeGreaterThan(11_552);
  expect(bustOf(200)).toBeLessThan(11_700);
  expect(bustOf(1_000_000)).toBe(153_506);
});
