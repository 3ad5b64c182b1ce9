import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run dev` serves the API, so that the browser sees one origin. */
const API_ORIGIN = "http://127.0.0.1:3000";

/** What pages are made of, used by at least two of them. */
const SHARED = /web[\\/](?:ui|lib|layout)[\\/]|[\\/](?:lucide-react|@radix-ui)[\\/]/;

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
        // Two files instead of a hundred: on a slow line each costs a page its turn.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 2 },
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
