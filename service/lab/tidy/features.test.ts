import { describe, expect, it } from "vitest";
import { features } from "#domain/features/all.ts";
import { importsOf } from "./imports.ts";
import { codeFiles, isForTests } from "./repository.ts";

const FEATURE_PATH = /^\w+\/features\/([^/]+)\//;
const featureOf = (path: string): string | null => FEATURE_PATH.exec(path)?.[1] ?? null;
/** The file of a room that lists its features, and the verifier's own list: it runs without the service. */
const isList = (path: string): boolean =>
  /^\w+\/features\/all\.tsx?$/.test(path) || path === "service/features/log-model.ts";

const imports = codeFiles()
  .filter(({ path }) => !isForTests(path) && !path.startsWith("service/lab/"))
  .flatMap(importsOf)
  .filter(({ isPackage }) => !isPackage);

const edgesInUse = new Map<string, string[]>();
for (const { from, to } of imports) {
  const [mine, theirs] = [featureOf(from), featureOf(to)];
  if (mine === null || theirs === null || mine === theirs) continue;
  const edge = `${mine} -> ${theirs}`;
  edgesInUse.set(edge, [...(edgesInUse.get(edge) ?? []), `${from} -> ${to}`]);
}
const declared = features.flatMap(({ name, buildsOn }) => buildsOn.map((other) => `${name} -> ${other}`));

describe("a feature", () => {
  it("is named by no source file outside its folders but the lists of features", () => {
    const outside = imports.filter(
      ({ from, to }) => featureOf(from) === null && !isList(from) && featureOf(to) !== null,
    );
    expect([...new Set(outside.map(({ from }) => from))].toSorted()).toEqual([]);
  });

  it("has its folder named by no other file outside, in texts and comments either", () => {
    const folders = features.map(({ name }) => `features/${name}/`);
    const naming = codeFiles().filter(
      ({ path, text }) =>
        featureOf(path) === null &&
        !isForTests(path) &&
        !path.startsWith("service/lab/") &&
        !isList(path) &&
        folders.some((folder) => text.includes(folder)),
    );
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it("imports only features that it declares to build on, types included", () => {
    const undeclared = [...edgesInUse].filter(([edge]) => !declared.includes(edge));
    expect(undeclared.flatMap(([, arrows]) => arrows)).toEqual([]);
  });

  it("declares no feature that it does not import", () => {
    expect(declared.filter((edge) => !edgesInUse.has(edge))).toEqual([]);
  });

  it("builds only on features before it in the list, so that there are no circles", () => {
    const order: readonly string[] = features.map(({ name }) => name);
    const backward = declared.filter((edge) => {
      const [from = "", to = ""] = edge.split(" -> ");
      return order.indexOf(to) > order.indexOf(from);
    });
    expect(backward).toEqual([]);
  });

  it("has its checks in the verifier's list", () => {
    const checks = codeFiles().flatMap(({ path }) =>
      /^service\/features\/([^/]+)\/checks\.ts$/.test(path) ? [path] : [],
    );
    const listed = imports.filter(({ from }) => from === "service/features/log-model.ts").map(({ to }) => to);
    expect(checks.filter((path) => !listed.includes(path))).toEqual([]);
  });

  it("is in the list", () => {
    const found = new Set(codeFiles().flatMap(({ path }) => featureOf(path) ?? []));
    expect([...found].toSorted()).toEqual(features.map(({ name }) => name).toSorted());
  });
});
