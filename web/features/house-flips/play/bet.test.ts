import { describe, expect, it } from "vitest";
import { minor } from "#domain/kernel/money.ts";
import { allIn, doubled, halved, readBet } from "#web/features/house-flips/play/bet.ts";
import { balanceOf } from "#web/lib/stakes/stake.ts";

const balances = { rbxBalance: "100.00", tixBalance: "0.99" };
const invalid = { title: "Invalid Bet", description: "Please enter a valid bet amount" };

describe("the input of a bet", () => {
  it.each(["", " ", "0", "0.00", "-5", "abc", "1e3", "NaN", "Infinity", "0.99", "1.005", "1,000"])(
    "%j is no valid amount",
    (text) => {
      expect(readBet({ text, side: "rbx" }, balances)).toEqual({ notice: invalid });
    },
  );

  it.each(["1", "1.5", "10.25", "100", "100.00"])("%j is a bet", (text) => {
    expect(readBet({ text, side: "rbx" }, balances)).toEqual({ bet: { side: "rbx", stake: minor(text) } });
  });

  it("must not exceed the balance of the side's own currency", () => {
    expect(readBet({ text: "100.01", side: "rbx" }, balances)).toEqual({
      notice: {
        title: "Insufficient Balance",
        description: "You don't have enough RBX to place this bet",
      },
    });
    expect(readBet({ text: "1", side: "tix" }, balances)).toEqual({
      notice: {
        title: "Insufficient Balance",
        description: "You don't have enough TIX to place this bet",
      },
    });
  });
});

describe("the buttons beside it", () => {
  it("halve down to a cent, and not below the smallest bet", () => {
    expect(["25", "10.01", "1.50", "1", "", "abc"].map(halved)).toEqual(["12.50", "5", "1", "1", "", "abc"]);
  });

  it("double up to the whole balance", () => {
    const balance = minor("99.99");
    expect(["10.50", "49.99", "50", ""].map((text) => doubled(text, balance))).toEqual([
      "21",
      "99.98",
      "99.99",
      "",
    ]);
  });

  it("stake everything to the cent", () => {
    expect(allIn(balanceOf({ rbxBalance: "1234.56", tixBalance: "500.00" }, "rbx"))).toBe("1234.56");
    expect(allIn(balanceOf({ rbxBalance: "1234.56", tixBalance: "500.00" }, "tix"))).toBe("500.00");
  });
});
