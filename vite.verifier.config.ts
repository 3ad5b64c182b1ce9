import { defineConfig, type Plugin } from "vite";

const PGLITE = "@electric-sql/pglite";
const LATER = "\0pglite-later";

/**
 * Whoever verifies a PostgreSQL has no need of PGlite, which is not one file: it is loaded when a folder is opened, and
 * then has to be installed.
 */
const pgliteLater: Plugin = {
  name: "pglite-later",
  enforce: "pre",
  resolveId: (id, importer) => (id === PGLITE && importer !== LATER ? LATER : null),
  load: (id) =>
    id !== LATER
      ? null
      : `let loaded;
        const part = (name) => new Proxy({}, { get: (_, key) => loaded.protocol[name][key] });
        export const protocol = { serialize: part("serialize"), messages: part("messages") };
        export const PGlite = {
          async create(options) {
            loaded = await import("${PGLITE}");
            return loaded.PGlite.create(options);
          },
        };`,
};

/** The verifier as one file that needs Node and nothing else, to be taken wherever a log is checked. */
export default defineConfig({
  plugins: [pgliteLater],
  ssr: { noExternal: true, external: [PGLITE] },
  build: {
    ssr: "service/cli/verify.ts",
    outDir: "dist/service",
    emptyOutDir: false,
    target: "node20",
    rolldownOptions: { output: { entryFileNames: "verify.js", codeSplitting: false } },
  },
});
