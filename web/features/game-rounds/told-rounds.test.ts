import { describe, expect, it } from "vitest";
import {
  heardFrame,
  type KeptFrame,
  NOTHING_TOLD,
  type ToldRounds,
  withTold,
} from "#web/features/game-rounds/told-rounds.ts";
import { aCrashRound, aJackpotRound } from "#web/testing/examples/rounds.ts";

const CAROL = { id: "p_carol", username: "carol", profileImageUrl: null };
const heard = (...frames: readonly KeptFrame[]): ToldRounds => frames.reduce(heardFrame, NOTHING_TOLD);
const tick = (round: string, t = 250): KeptFrame => ({ name: "tick", data: { round, t } });

describe("a round updated by frames", () => {
  it("has new entries with their tickets, and everybody's chance of the larger pot", () => {
    const round = aJackpotRound();
    const told = heard({
      name: "entries",
      data: { round: round.id, entries: [[2, CAROL, "50.00", "100.00", "150.00"]] },
    });
    const shown = withTold(round, told.get(round.id));
    expect(shown.pot).toBe("150.00");
    expect(shown.bets.map(({ seq, chance }) => [seq, chance])).toEqual([
      [0, "16.66"],
      [1, "50.00"],
      [2, "33.33"],
    ]);
  });

  it("has a bet once, whether it was read, received or both", () => {
    const round = aCrashRound();
    const { bets } = round;
    const again = bets.map(({ seq, player, betAmount }) => [seq, player, betAmount] as const);
    const told = heard({
      name: "bets",
      data: { round: round.id, bets: [...again, [2, CAROL, "5.00"]] },
    });
    const shown = withTold(round, told.get(round.id));
    expect(shown.bets.map(({ seq }) => seq)).toEqual([0, 1, 2]);
    expect(shown.bets.slice(0, 2)).toEqual(bets);
    expect(shown.pot).toBe("40.00");
  });

  it("shows where and for how much bets left, including the player's", () => {
    const round = aCrashRound();
    const left = { name: "cashouts", data: { round: round.id, cashouts: [], force: "7.00" } } as const;
    const told = heard({
      ...left,
      data: {
        ...left.data,
        cashouts: [
          [0, "1.20", "30.00", "auto"],
          [1, "1.50", "15.00", "manual"],
        ],
      },
    });
    const shown = withTold(round, told.get(round.id));
    expect(shown.bets.map(({ multiplier, winAmount }) => [multiplier, winAmount])).toEqual([
      ["1.20", "30.00"],
      ["1.50", "15.00"],
    ]);
    expect(shown.you).toMatchObject({ multiplier: "1.50", winAmount: "15.00", cause: "manual" });
    expect(shown.force).toBe("7.00");
  });

  it("is at the later state of reading and frames", () => {
    const locked = aCrashRound({ status: "locked" });
    expect(withTold(locked, heard(tick(locked.id)).get(locked.id)).status).toBe("running");
    const settled = aCrashRound({ status: "settled" });
    expect(withTold(settled, heard(tick(settled.id)).get(settled.id)).status).toBe("settled");
  });

  it("is unaffected by frames of other rounds", () => {
    const round = aCrashRound();
    expect(withTold(round, heard(tick("another")).get(round.id))).toBe(round);
  });
});

describe("the remembered frames", () => {
  it("are those of the newest rounds", () => {
    const told = heard(
      ...["a", "b", "c", "d", "a", "e"].map(
        (id): KeptFrame => ({
          name: "bust",
          data: { round: id, point: "1.00", t: 0 },
        }),
      ),
    );
    expect([...told.keys()]).toEqual(["c", "d", "a", "e"]);
  });

  it("do not change with every tick of a curve", () => {
    const once = heard(tick("a"));
    expect(heardFrame(once, tick("a", 500))).toBe(once);
  });
});
