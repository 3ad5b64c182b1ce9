import { defineConfig } from "vitest/config";

const databaseTests = "**/*.db.test.ts";

/** A database test may have to start PGlite first, on a machine that is busy with its neighbours. */
const databaseTimeoutMs = 60_000;

// Only when asked for: every file would load fast-check first.
const setupFiles = process.env.PROPERTY_SEED === undefined ? [] : ["service/testing/property-settings.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          setupFiles,
          environment: "node",
          include: ["{domain,projections,service}/**/*.test.ts"],
          exclude: [databaseTests, "**/node_modules/**"],
        },
      },
      {
        test: {
          name: "web",
          setupFiles,
          environment: "jsdom",
          include: ["web/**/*.test.{ts,tsx}"],
        },
      },
      {
        test: {
          name: "db",
          setupFiles,
          environment: "node",
          include: [databaseTests],
          globalSetup: ["service/testing/postgres-for-tests.ts"],
          pool: "forks",
          maxWorkers: 2,
          testTimeout: databaseTimeoutMs,
          hookTimeout: databaseTimeoutMs,
        },
      },
    ],
  },
});
