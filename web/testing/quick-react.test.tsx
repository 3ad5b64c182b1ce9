import { expect, it } from "vitest";

interface Recorded {
  readonly _debugStack: Error;
}

const stackOf = (element: unknown): Error => (element as Recorded)._debugStack;

it("React records no stack for each element of a page under test", () => {
  expect(stackOf(<p />)).toBeInstanceOf(Error);
  expect(stackOf(<p />)).toBe(stackOf(<div />));
});
