import { spawn } from "node:child_process";
import { createServer } from "vite";

/** The address for the browser; everything below `/api` is proxied to the service. */
const SITE_PORT = 5_173;
const HOST = "127.0.0.1";

const apiPort = process.env.PORT || "3000";
const site = await createServer({
  configFile: "vite.config.ts",
  server: {
    host: HOST,
    port: SITE_PORT,
    strictPort: true,
    proxy: { "/api": { target: `http://${HOST}:${apiPort}`, changeOrigin: false } },
  },
});
await site.listen();

const service = spawn("node_modules/.bin/tsx", ["watch", "--clear-screen=false", "service/cli/demo.ts"], {
  // The browser sees one origin, the site's.
  env: { ...process.env, PORT: apiPort, PUBLIC_URL: `http://localhost:${SITE_PORT}` },
  stdio: "inherit",
});
service.once("exit", (code) => {
  process.exitCode = code ?? 1;
  void site.close();
});
process.once("SIGINT", () => service.kill("SIGINT"));
process.once("SIGTERM", () => service.kill("SIGTERM"));
console.log(`With reload at http://localhost:${SITE_PORT}`);
