import { cp } from "node:fs/promises";
import { defineConfig } from "vite";

/** The benchmarks and the processes that they start; each becomes one file below `dist/lab/bench`, as deep as its source. */
const PROGRAMS = [
  "main",
  "engine-worker",
  "http-load",
  "live-listeners",
  "long-log",
  "payment-provider",
  "subject-worker",
  "verify-segments",
];

/** The benchmarks built as the service is: what runs from its sources pays for every function that it makes. */
export default defineConfig({
  plugins: [
    {
      name: "migrations-beside-the-programs",
      closeBundle: () => cp("migrations", "dist/lab/migrations", { recursive: true }),
    },
  ],
  build: {
    ssr: true,
    outDir: "dist/lab/bench",
    emptyOutDir: true,
    target: "node20",
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((name) => [name, `service/lab/bench/${name}.ts`])),
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
