import { spawn } from "node:child_process";
import { build } from "vite";

const NOT_MEASURED = 2;

// Measures the build that runs in production.
process.env.NODE_ENV = "production";
await build({ configFile: "vite.bench.config.ts", logLevel: "warn" });
// A batch's garbage dies young: with room for it, as `npm start` gives, little is copied.
const room = ["--min-semi-space-size=128", "--max-semi-space-size=128"];
const [first, ...others] = process.argv.slice(2);
const isLongLog = first === "long-log";
const args = isLongLog
  ? ["dist/lab/bench/long-log.js", ...others]
  : ["dist/lab/bench/main.js", ...process.argv.slice(2)];
const program = [...room, "--expose-gc", ...args];
const child = spawn(process.execPath, program, { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => {
  process.exitCode = code ?? NOT_MEASURED;
});
