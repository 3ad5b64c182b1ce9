import { describe, expect, it } from "vitest";
import { aCoinflip } from "#domain/testing/shown/coinflips.ts";
import { type Seat, seated } from "#web/features/live-coinflips/watch/seats.ts";

const flips = (ids: string) => [...ids].map((id) => aCoinflip({ id }));
/** Places by the ids of their coinflips; those that are gone in brackets. */
const shown = (seats: readonly Seat[]) =>
  seats.map(({ flip, isGone }) => (isGone ? `(${flip.id})` : flip.id)).join("");
const from = (before: string, ...later: readonly string[]) =>
  shown(later.reduce((seats, now) => seated(seats, flips(now)), seated([], flips(before))));

describe("the places of open coinflips", () => {
  it("are in the wanted order at first", () => {
    expect(from("cab")).toBe("cab");
  });

  it("stay while others come and go", () => {
    expect(from("cba", "dcba")).toBe("cbad");
    expect(from("cba", "ca")).toBe("c(b)a");
    expect(from("cba", "a", "a")).toBe("(c)(b)a");
  });

  it("are taken by new ones once theirs are gone, the first by the first", () => {
    expect(from("cba", "edca")).toBe("cead");
    expect(from("cba", "a", "eda")).toBe("eda");
  });

  it("end with an open one", () => {
    expect(from("cba", "c")).toBe("c");
    expect(from("cba", "c", "dc")).toBe("cd");
    expect(from("cba", "")).toBe("");
  });

  it("show the newest state of each", () => {
    const [seat] = seated(seated([], [aCoinflip({ totalValue: "1.00" })]), [
      aCoinflip({ totalValue: "2.00" }),
    ]);
    expect(seat?.flip.totalValue).toBe("2.00");
  });
});
