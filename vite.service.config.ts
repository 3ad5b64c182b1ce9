import { cp } from "node:fs/promises";
import { defineConfig } from "vite";

/** The programs of a machine that runs the built service; each becomes one file below `dist/service`. */
const PROGRAMS = ["start", "front", "replay", "rewrap", "import-log", "subscribe"];

export default defineConfig({
  plugins: [
    {
      // The programs look for them one folder above their own.
      name: "migrations-beside-the-programs",
      closeBundle: () => cp("migrations", "dist/migrations", { recursive: true }),
    },
  ],
  build: {
    ssr: true,
    outDir: "dist/service",
    emptyOutDir: true,
    target: "node20",
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((name) => [name, `service/cli/${name}.ts`])),
      // Flat, so that paths relative to a module are the same in a shared chunk.
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
