import { defineConfig, type Plugin } from "vitest/config";
import { compilerOf, keptBy } from "./service/lab/testing/compiled/kept-modules.ts";
import { LongestFirst } from "./service/lab/testing/databases/longest-first.ts";

const databaseTests = "**/*.db.test.ts";

/**
 * Files of one process share its modules: loading them anew for each file takes as long as a third of all tests. What a
 * test changes outside of its own objects, it puts back.
 */
const isolate = false;
/**
 * Most of what a test makes is garbage at once: a young generation of 64 MB is swept half as often
 * as one of 16 MB. 150 sign-ins on PGlite: 10.7 and 12.1 s of processor without it, 9.3 s with it.
 */
const execArgv = ["--min-semi-space-size=64", "--max-semi-space-size=64"];
/**
 * What is freed stays with the process, in large pages: on a virtual machine the first touch of each small page is
 * dear, and PGlite takes and frees megabytes all the time. Workers and PostgreSQL start with it; other systems than
 * Linux with glibc pass over it.
 */
process.env.GLIBC_TUNABLES ??= [
  "glibc.malloc.mmap_threshold=268435456",
  "glibc.malloc.trim_threshold=536870912",
  "glibc.malloc.hugetlb=1",
].join(":");
/** Properties follow the seed that was asked for, in every file. */
const setupFiles = ["service/lab/testing/property-settings.ts"];

/** Tests that only compute: on a machine so busy, the longest of them takes as long. It ends what hangs. */
const unitTimeoutMs = 60_000;
/** A database test may have to start PGlite first, on a machine so busy that all takes ten times as long. */
const databaseTimeoutMs = 180_000;
/** How long `expect.poll` waits for something to come about, which it does in a moment; it looks twenty times a second. */
const pollTimeoutMs = 30_000;
const expectations = { poll: { timeout: pollTimeoutMs, interval: 50 } };

/**
 * Keeps what modules are compiled to from one run to the next, by their text and by what compiles them: of a run of one
 * file that is a quarter. A module that imports whatever files are there depends on more, and is compiled anew.
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
          // As many as the smallest machine has cores: vitest by itself takes one less.
          maxWorkers: 2,
          testTimeout: unitTimeoutMs,
          expect: expectations,
          isolate,
          execArgv,
          setupFiles,
          include: ["{domain,projections,service}/**/*.test.ts"],
          exclude: [databaseTests, "**/node_modules/**"],
        },
      },
      {
        test: {
          name: "web",
          environment: "jsdom",
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
          testTimeout: databaseTimeoutMs,
          expect: expectations,
          hookTimeout: databaseTimeoutMs,
        },
      },
    ],
  },
});
