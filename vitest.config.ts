import { availableParallelism } from "node:os";
import { defineConfig, type Plugin } from "vitest/config";
import { compilerOf, keptBy } from "./service/lab/testing/compiled/kept-modules.ts";
import { LongestFirst } from "./service/lab/testing/databases/longest-first.ts";

const databaseTests = "**/*.db.test.ts";
/** The quick loop leaves out the properties, which take longer than all other unit tests. */
const leftOut = process.env.PROPERTIES === "no" ? ["**/*.property.test.ts"] : [];

/**
 * Files of one process share its modules: loading them again for each file would take a third of all tests' time. A
 * test restores everything that it changes outside of its own objects.
 */
const isolate = false;
/**
 * Most allocations of a test are short-lived: a young generation of 64 MB is swept half as often as one of 16 MB.
 * 150 sign-ins on PGlite: 10.7 and 12.1 s of processor time without it, 9.3 s with it.
 */
const execArgv = ["--min-semi-space-size=64", "--max-semi-space-size=64"];
/**
 * Freed memory stays with the process, in large pages: on a virtual machine the first touch of each small page is slow,
 * and PGlite allocates and frees megabytes all the time. Workers and PostgreSQL start with it; systems other than Linux
 * with glibc ignore it.
 */
process.env.GLIBC_TUNABLES ??= [
  "glibc.malloc.mmap_threshold=268435456",
  "glibc.malloc.trim_threshold=536870912",
  "glibc.malloc.hugetlb=1",
].join(":");
/** Properties use the requested seed in every file. */
const setupFiles = ["service/lab/testing/property-settings.ts"];

/** How much longer tests may take when properties are tried with more cases than within `npm test`. */
const patience = (process.env.PROPERTY_TIMES ?? process.env.PROPERTY_RUNS) === undefined ? 1 : 10;
/** Timeout of tests that only compute: the longest of them needs it on a busy machine. It ends hanging tests. */
const unitTimeoutMs = 60_000 * patience;
/** Timeout of database tests, which may start PGlite first, ten times as slowly on a busy machine. */
const databaseTimeoutMs = 180_000 * patience;
/** Timeout of `expect.poll`, which usually succeeds in a moment; it polls twenty times a second. */
const pollTimeoutMs = 30_000;
const expectations = { poll: { timeout: pollTimeoutMs, interval: 50 } };

/**
 * Caches compiled modules between runs, by their text and their compiler, which saves a quarter of a run of one file. A
 * module that imports files by a pattern depends on more, and is compiled each time.
 */
const fsModuleCache = { fsModuleCache: true, fsModuleCachePath: ".cache/vitest" };
const compiler = compilerOf(import.meta.dirname);
const keepsModules: Plugin = {
  name: "keeps-modules",
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ sourceCode }) => keptBy(sourceCode, compiler)),
};

export default defineConfig({
  plugins: [keepsModules],
  test: {
    experimental: fsModuleCache,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          // As many as the smallest machine has cores; vitest's default is one less.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          testTimeout: unitTimeoutMs,
          expect: expectations,
          isolate,
          execArgv,
          setupFiles,
          include: ["{domain,projections,service}/**/*.test.ts"],
          exclude: [databaseTests, "**/node_modules/**", ...leftOut],
        },
      },
      {
        test: {
          name: "web",
          environment: "jsdom",
          // Both cores of the smallest machine, where vitest would leave one idle once the other steps have ended.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 1 },
          expect: expectations,
          isolate,
          execArgv,
          setupFiles: ["web/testing/fresh-page.ts"],
          include: ["web/**/*.test.{ts,tsx}"],
        },
      },
      {
        test: {
          name: "db",
          environment: "node",
          include: [databaseTests],
          globalSetup: ["service/lab/testing/databases/postgres-for-tests.ts"],
          pool: "forks",
          isolate,
          execArgv,
          setupFiles,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          testTimeout: databaseTimeoutMs,
          expect: expectations,
          hookTimeout: databaseTimeoutMs,
        },
      },
    ],
  },
});
