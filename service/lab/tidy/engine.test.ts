import { expect, it } from "vitest";
import { importsOf } from "./imports.ts";
import { codeFiles, isForTests } from "./repository.ts";

/** Code that would serve any ledger. */
const ENGINE = [
  "domain/kernel/",
  "domain/ledger/",
  "projections/kernel/",
  "service/db/",
  "service/event-store/",
  "service/ledger/",
];

/** Words of this product, whole or as parts of a name. */
const PRODUCT_WORDS =
  /player|coinflip|flip|\bseeds?\b|seed(?=[A-Z_-])|Seed|identit(?:y|ies)|\bbets?\b|\b[bB]et[A-Z]|\bBets?\b|deposit|\bhouse\b|\bRBX\b|\bTIX\b|\bgames?\b|\bjackpot|\blimiteds?\b|inventory/;

/** Files that still contain one. Delete the line of a clean file; add none. */
const OFFENDERS: readonly string[] = [
  "domain/kernel/contract.ts",
  "domain/kernel/events/event-definition.ts",
];

const files = codeFiles().filter(
  ({ path }) => ENGINE.some((folder) => path.startsWith(folder)) && !isForTests(path),
);

it("imports nothing from a feature", () => {
  const wrong = files.flatMap(importsOf).filter(({ to }) => /^\w+\/features\//.test(to));
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

it("contains no word of the product, in names of files, in code or in comments", () => {
  const found = files.flatMap(({ path, text }) =>
    [path, ...text.split("\n")].flatMap((line, at) => {
      const [word] = PRODUCT_WORDS.exec(line) ?? [];
      return word === undefined ? [] : [{ path, said: `${path}:${at} ${word}` }];
    }),
  );
  expect(found.filter(({ path }) => !OFFENDERS.includes(path)).map(({ said }) => said)).toEqual([]);
  expect([...new Set(found.map(({ path }) => path))]).toEqual(OFFENDERS);
});
