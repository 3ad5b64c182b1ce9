import { expect, it } from "vitest";
import { DAY_MS, dayOf, HOUR_MS, lastsUntil, MINUTE_MS, minuteText, nightOf, SECOND_MS } from "./time.ts";

const at = (text: string): number => Date.parse(text);

it("counts the units of time in milliseconds", () => {
  expect([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([1_000, 60_000, 3_600_000, 86_400_000]);
});

it("a day begins at midnight UTC", () => {
  const midnight = at("2026-03-29T00:00:00.000Z");
  expect(dayOf(midnight) - dayOf(midnight - 1)).toBe(1);
  expect(dayOf(midnight + DAY_MS - 1)).toBe(dayOf(midnight));
  expect([dayOf(0), dayOf(-1)]).toEqual([0, -1]);
});

it("a sentence names an instant to the minute, rounded down", () => {
  expect(minuteText(at("2026-11-27T14:59:59.999Z"))).toBe("2026-11-27 14:59 UTC");
});

it("a night bears the date on which it began", () => {
  expect(nightOf(at("2026-11-27T03:59:59.999Z"), 4)).toBe("2026-11-26");
  expect(nightOf(at("2026-11-27T04:00:00.000Z"), 4)).toBe("2026-11-27");
  expect(nightOf(at("2026-11-28T03:00:00.000Z"), 4)).toBe("2026-11-27");
});

it("what lasts a while is over at its end", () => {
  expect(lastsUntil(100, 10, 109)).toBe(110);
  expect(lastsUntil(100, 10, 110)).toBeNull();
  expect(lastsUntil(null, 10, 5)).toBeNull();
});

it("what began later than two clocks may differ is over, as the clock was put back", () => {
  expect(lastsUntil(MINUTE_MS, DAY_MS, 0)).toBe(MINUTE_MS + DAY_MS);
  expect(lastsUntil(MINUTE_MS + 1, DAY_MS, 0)).toBeNull();
});
