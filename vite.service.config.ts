import { cp } from "node:fs/promises";
import { defineConfig } from "vite";

/** What a machine that runs the built service starts; each becomes one file below `dist/service`. */
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
      // Flat, so that what a module finds from its own place is the same in a shared part.
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
