import { cp } from "node:fs/promises";
import { defineConfig } from "vite";

/** The benchmarks and their processes; each becomes one file below `dist/lab/bench`, as deep as its source. */
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

/** The benchmarks, built like the service: run from sources, creating a function costs more. */
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
