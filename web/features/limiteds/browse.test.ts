import { expect, it } from "vitest";
import { aLimited } from "#domain/testing/shown/items.ts";
import {
  browse,
  type Criteria,
  EVERYTHING,
  faultsOf,
  NOT_AN_AMOUNT,
  TOO_LOW,
} from "#web/features/limiteds/browse.ts";

const CATALOGUE = [
  aLimited({ id: 1, name: "Red Valkyrie", rarity: "legendary", estimatedValue: "250000.00" }),
  aLimited({ id: 2, name: "Blue Hat", rarity: "rare", estimatedValue: "1500.00" }),
  aLimited({ id: 3, name: "Amber Hat", rarity: "rare", estimatedValue: "1500.00" }),
  aLimited({ id: 4, name: "Plain Cap", rarity: "common", estimatedValue: "20.50" }),
];
const found = (criteria: Partial<Criteria>) =>
  browse(CATALOGUE, { ...EVERYTHING, ...criteria }).map(({ id }) => id);

it("shows everything at first, the most valuable first, equals by name", () => {
  expect(found({})).toEqual([1, 3, 2, 4]);
  expect(found({ sort: "value-up" })).toEqual([4, 3, 2, 1]);
  expect(found({ sort: "name" })).toEqual([3, 2, 4, 1]);
});

it("finds items by every word of the search, in any order and case", () => {
  expect(found({ search: "hat" })).toEqual([3, 2]);
  expect(found({ search: "  HAT blue " })).toEqual([2]);
  expect(found({ search: "hat valkyrie" })).toEqual([]);
});

it("filters by rarity and by a range of values, both ends included", () => {
  expect(found({ rarity: "rare" })).toEqual([3, 2]);
  expect(found({ least: "1500", most: "1,500.00" })).toEqual([3, 2]);
  expect(found({ least: "1500.01" })).toEqual([1]);
  expect(found({ most: "20.5" })).toEqual([4]);
  expect(found({ rarity: "legendary", most: "100" })).toEqual([]);
});

it("reports an invalid bound, and ignores it", () => {
  expect(faultsOf({ ...EVERYTHING, least: "many" })).toEqual({ least: NOT_AN_AMOUNT });
  expect(faultsOf({ ...EVERYTHING, most: "-5" })).toEqual({ most: NOT_AN_AMOUNT });
  expect(faultsOf({ ...EVERYTHING, least: "5", most: "4.99" })).toEqual({ most: TOO_LOW });
  expect(faultsOf({ ...EVERYTHING, least: "5", most: "5" })).toEqual({});
  expect(found({ least: "many" })).toEqual([1, 3, 2, 4]);
});
