import { describe, expect, it } from "vitest";
import {
  compactMoney,
  countdown,
  duration,
  figure,
  lostMoney,
  money,
  percent,
  readMoney,
  shortDay,
  shortHash,
  signedMoney,
  tenthsOfPercent,
  thousands,
  wholeMoney,
  winRate,
} from "#web/lib/format.ts";
import { changeDisplay } from "#web/lib/store/display-settings.ts";

describe("money on screen", () => {
  it.each([
    ["0.00", 0n],
    ["19.75", 1975n],
    ["-0.05", -5n],
    ["90071992547409.93", 9007199254740993n],
  ])("reads %s without a float", (text, minor) => {
    expect(readMoney(text)).toBe(minor);
  });

  it.each(["", "abc", "1,000.00", "1.234", "1e3"])("refuses to read %j", (text) => {
    expect(() => readMoney(text)).toThrow("is money");
  });

  it.each([
    [0n, "0.00"],
    [-5n, "-0.05"],
    [99999n, "999.99"],
    [123456789n, "1,234,567.89"],
    [-100000n, "-1,000.00"],
  ])("writes %s to the cent with separators", (minor, text) => {
    expect(money(minor)).toBe(text);
  });

  it("shows the sign of gains, losses and zero", () => {
    expect([500n, -500n, 0n].map(signedMoney)).toEqual(["+5.00", "-5.00", "0.00"]);
  });

  it("rounds balances to whole numbers, halves away from zero", () => {
    expect([49n, 50n, 123450n, -49n, -50n].map(wholeMoney)).toEqual(["0", "1", "1,235", "0", "-1"]);
  });

  it("shows 1000 and more in thousands with one decimal", () => {
    expect([99900n, 100000n, 125000n, 12345600n, -125000n].map(compactMoney)).toEqual([
      "999",
      "1.0K",
      "1.3K",
      "123.5K",
      "-1.3K",
    ]);
  });

  it("shows a million and more in millions with one decimal, and never 1,000.0K", () => {
    const amounts = [99_994_999n, 99_995_000n, 100_000_000n, 426_060_000n, 123_456_789_000n, -426_060_000n];
    expect(amounts.map(compactMoney)).toEqual(["999.9K", "1.0M", "1.0M", "4.3M", "1,234.6M", "-4.3M"]);
  });

  it("shows values of items in thousands, however many", () => {
    const amounts = [99_900n, 100_000n, 426_062_500n, -125_000n];
    expect(amounts.map(thousands)).toEqual(["999", "1.0K", "4,260.6K", "-1.3K"]);
  });

  it("shows a loss with its sign, and none as nothing", () => {
    expect([500n, 0n].map(lostMoney)).toEqual(["-5.00", "0.00"]);
  });
});

describe("other figures", () => {
  it("shows the win rate with one decimal, and 0 when there are no games", () => {
    expect([winRate(1, 3), winRate(2, 2), winRate(0, 0)]).toEqual(["33.3%", "100.0%", "0.0%"]);
  });

  it("shows counts and percentages in the reader's format", () => {
    expect([figure(1_234_567), tenthsOfPercent(1_234.56), tenthsOfPercent(0)]).toEqual([
      "1,234,567",
      "1,234.6%",
      "0.0%",
    ]);
    changeDisplay({ numbers: "1.234,50" });
    expect([figure(1_234_567), tenthsOfPercent(33.333), winRate(1, 3)]).toEqual([
      "1.234.567",
      "33,3%",
      "33,3%",
    ]);
    changeDisplay({ numbers: "1,234.50" });
  });

  it("shows basis points as a percentage", () => {
    expect(percent(9875n)).toBe("98.75%");
  });

  it("leaves out the middle of long hashes only", () => {
    expect([shortHash("0123456789abcdef0"), shortHash("short")]).toEqual(["01234567…def0", "short"]);
  });
});

describe("a duration", () => {
  it.each([
    [-5, "0 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [7_500_000, "2 h 5 min"],
    [7_200_000, "2 h"],
    [90_000_000, "1 d 1 h"],
    [172_800_000, "2 d"],
  ])("shows %i ms in its two largest units", (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it.each([
    [872_000, "14:32"],
    [871_001, "14:32"],
    [59_000, "0:59"],
    [0, "0:00"],
    [-1, "0:00"],
  ])("counts down %i ms like a clock", (ms, text) => {
    expect(countdown(ms)).toBe(text);
  });
});

it("names a day of a chart in words, as it is in UTC", () => {
  changeDisplay({ timeZone: "America/New_York" });
  expect(shortDay("2026-11-28")).toBe("28 Nov");
});
