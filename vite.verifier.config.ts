import { defineConfig, type Plugin } from "vite";

const PGLITE = "@electric-sql/pglite";
const LATER = "\0pglite-later";

/**
 * Verifying a PostgreSQL needs no PGlite, which is not a single file: it is loaded only when a folder is opened, and
 * has to be installed then.
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

/**
 * The tools that prove the log to others, each as one file that needs only Node: `--mode verify` builds the verifier,
 * to be taken wherever a log is checked, and `--mode export-log` the tool that writes the exported log.
 */
export default defineConfig(({ mode }) => ({
  plugins: [pgliteLater],
  ssr: { noExternal: true, external: [PGLITE] },
  build: {
    ssr: `service/cli/${mode}.ts`,
    outDir: "dist/service",
    emptyOutDir: false,
    target: "node20",
    rolldownOptions: { output: { entryFileNames: `${mode}.js`, codeSplitting: false } },
  },
}));
