import { describe, expect, it } from "vitest";
import { aCoinflip } from "#domain/testing/shown/coinflips.ts";
import { seated } from "#web/features/live-coinflips/watch/seats.ts";

const flips = (ids: string) => [...ids].map((id) => aCoinflip({ id }));
/** The ids of what has a place in the end. */
const from = (...lists: readonly string[]) =>
  lists
    .map(flips)
    .reduce((seats, wanted) => [...seated(seats, wanted, null)], [])
    .map(({ id }) => id)
    .join("");

describe("the places of open coinflips", () => {
  it("are in the wanted order at first", () => {
    expect(from("cab")).toBe("cab");
  });

  it("stay while others come and go", () => {
    expect(from("cba", "dcba")).toBe("cbad");
    expect(from("cba", "ca")).toBe("cba");
    expect(from("cba", "a", "a")).toBe("cba");
  });

  it("are taken by new ones once theirs are gone, the first by the first", () => {
    expect(from("cba", "edca")).toBe("cead");
    expect(from("cba", "a", "eda")).toBe("eda");
  });

  it("are given anew once the player has opened one, which the order may put first", () => {
    const [own, ...others] = [aCoinflip({ id: "o", creatorId: "p_me" }), ...flips("ab")];
    const wanted = [own, ...others];
    expect(seated(others, wanted, "p_me")).toEqual(wanted);
    expect(seated(others, wanted, "p_other")).toEqual([...others, own]);
    const later = flips("c");
    expect(seated(wanted, [...later, ...wanted], "p_me")).toEqual([...wanted, ...later]);
  });

  it("end with an open one", () => {
    expect(from("cba", "c")).toBe("c");
    expect(from("cba", "c", "dc")).toBe("cd");
    expect(from("cba", "")).toBe("");
  });

  it("show the newest state of each", () => {
    const [before, after] = [aCoinflip({ totalValue: "1.00" }), aCoinflip({ totalValue: "2.00" })];
    expect(seated([before], [after], null)).toEqual([after]);
  });
});
