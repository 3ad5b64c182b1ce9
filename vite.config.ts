import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Where `npm run dev` serves the API, so that the browser sees one origin. */
const API_ORIGIN = "http://127.0.0.1:3000";

/** What pages are made of, used by at least two of them. */
const SHARED = /web[\\/](?:ui|lib|layout)[\\/]|[\\/](?:lucide-react|@radix-ui)[\\/]/;
/** Rules that checks of proofs take along as well: alone, so that those load nothing else of pages. */
const RULES =
  /domain[\\/](?:kernel[\\/]bytes|fairness[\\/](?:crash-curve|st1)|features[\\/](?:house-flips|live-coinflips|limiteds)[\\/]rules)\.ts/;
/** Small modules that pages of items, and of coinflips for them, have in common. */
const ITEMS =
  /web[\\/]features[\\/](?:limiteds|inventory|live-coinflips[\\/](?:messages|queries|watch[\\/]flip))/;

/** Has what every page needs beside the first file come together with it, and not only once that has run. */
const early: Plugin = {
  name: "florin-early",
  transformIndexHtml: (_html, { bundle = {} }) =>
    Object.values(bundle)
      .filter(({ name, fileName }) => name === "shared" && fileName.endsWith(".js"))
      .map(({ fileName }) => ({
        tag: "link",
        attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` },
        injectTo: "head",
      })),
};

export default defineConfig({
  root: "web",
  plugins: [react(), tailwindcss(), early],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    // The bundle budget reads which chunks a page loads from it.
    manifest: true,
    target: "es2023",
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files instead of a hundred: a browser asks for six at a time, and on a slow line each turn costs a page.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 2 },
            { name: "shared", test: SHARED, minShareCount: 2 },
            { name: "rules", test: RULES, minShareCount: 2 },
            { name: "items", test: ITEMS, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: API_ORIGIN, changeOrigin: false } },
  },
});
