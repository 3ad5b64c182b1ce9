import { expect, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "../../features/all.ts";
import { type ProjectionCursor, Statements } from "../advance.ts";
import type { Projection } from "../projection.ts";

const [one, ...others] = allProjections as [Projection, ...Projection[]];
const all = { upcast: false, types: undefined };
const cursorsOf = (first: Projection): ProjectionCursor[] =>
  [first, ...others].map((projection) => ({ projection, generation: 1, epoch: 1 }));

it("assembles a statement once for all callers", () => {
  const asked = () => new Statements(eventTypes).get(cursorsOf(one), all);
  expect(asked()).toBe(asked());
  expect(new Statements({ ...eventTypes }).get(cursorsOf(one), all)).not.toBe(asked());
});

it("distinguishes projections of one name", () => {
  const statements = new Statements(eventTypes);
  const changed: Projection = { ...one, apply: () => ["select 'changed'"] };
  expect(statements.get(cursorsOf(one), all).text).not.toContain("select 'changed'");
  expect(statements.get(cursorsOf(changed), all).text).toContain("select 'changed'");
});
