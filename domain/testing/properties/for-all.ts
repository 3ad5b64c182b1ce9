import fc from "fast-check";

/** Where random values come from, then what is so for all of them; it fails by what it throws, or by false. */
type Claim<Ts extends [unknown, ...unknown[]], R> = [
  ...arbitraries: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> },
  predicate: (...values: Ts) => R,
];
type Settings = Pick<fc.Parameters, "numRuns" | "seed" | "path" | "endOnFailure">;

/** Checks claims as often as the settings say. @example forAllIn({ numRuns: 300 })(fc.nat(), (n) => …) */
export const forAllIn =
  (settings: Settings) =>
  <Ts extends [unknown, ...unknown[]]>(...claim: Claim<Ts, void>): void =>
    fc.assert(fc.property<Ts>(...claim), settings);

/** Checks a claim for a hundred random values. @example forAll(fc.nat(), (n) => expect(Number(String(n))).toBe(n)) */
export const forAll = forAllIn({});

/** Checks claims that take time. @example await forAllAsyncIn(propertySettings(use))(logs, async (log) => …) */
export const forAllAsyncIn =
  (settings: Settings) =>
  <Ts extends [unknown, ...unknown[]]>(...claim: Claim<Ts, Promise<void>>): Promise<void> =>
    fc.assert(fc.asyncProperty<Ts>(...claim), settings);
