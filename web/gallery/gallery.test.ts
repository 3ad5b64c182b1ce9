import { expect, it } from "vitest";
import { walls } from "#web/gallery/gallery.tsx";

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  ["../ui/**/*.tsx", "!../ui/**/*.test.tsx"],
  {
    eager: true,
  },
);
/** Shown as part of others: ends of dialogs, heads of cards, labels, unloaded states in skeletons and errors. */
const WITHIN_OTHERS = [
  "DialogEnd",
  "DialogAction",
  "TitledCard",
  "LoadErrorCard",
  "Unloaded",
  "LabelledInput",
];

it("shows every part of web/ui", () => {
  const parts = Object.values(modules)
    .flatMap((module) => Object.keys(module))
    .filter((name) => /^[A-Z][a-z]/.test(name) && !WITHIN_OTHERS.includes(name));
  const shown = new Set(walls.flatMap((wall) => wall.parts.map(({ name }) => name)));
  expect(parts.length).toBeGreaterThan(50);
  expect([...shown].toSorted()).toEqual([...new Set(parts)].toSorted());
});
