import { expect, it } from "vitest";
import { beginChecks, type CheckPass, type LogCheck } from "./log-check.ts";

class Counting implements CheckPass {
  recomputed = 0;
}
const first: LogCheck<Counting> = { name: "first", begin: () => new Counting() };
const second: LogCheck = {
  name: "second",
  begin: (passOf) => {
    passOf(first).recomputed += 1;
    return {};
  },
};

it("begins the checks in order, so that one may use the pass of another before it", () => {
  expect(beginChecks([first, second])[0]).toMatchObject({ recomputed: 1 });
});

it("refuses a list in which a used check is missing or comes too late", () => {
  const problem = "the check of first comes before those that use it";
  expect(() => beginChecks([second])).toThrow(problem);
  expect(() => beginChecks([second, first])).toThrow(problem);
});
