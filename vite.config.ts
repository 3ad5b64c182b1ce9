import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run dev` serves the API, so that the browser sees one origin. */
const API_ORIGIN = "http://127.0.0.1:3000";

/** Modules shared by at least two pages: parts, and small modules of games and items. */
const SHARED =
  /web[\\/](?:ui|lib|layout)[\\/]|[\\/](?:lucide-react|@radix-ui)[\\/]|web[\\/]features[\\/](?:limiteds|inventory|house-flips|live-coinflips[\\/](?:messages|queries|use-flip-dialogs|watch[\\/]flip))/;
/** Rules that the proof checker uses too: separate, so that it loads nothing else of pages. */
const RULES =
  /domain[\\/](?:kernel[\\/]bytes|fairness[\\/](?:crash-curve|st1)|features[\\/](?:house-flips|live-coinflips|limiteds)[\\/]rules)\.ts/;
export default defineConfig({
  root: "web",
  plugins: [react(), tailwindcss()],
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
        // Few files instead of a hundred: a browser requests six at a time, and each round of requests costs a slow
        // line.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 2 },
            { name: "rules", test: RULES, minShareCount: 2, priority: 1 },
            { name: "shared", test: SHARED, minShareCount: 2 },
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
