// By address: the benchmarks and what they need are no part of the service's own build.
const program = new URL("../bench/main.ts", import.meta.url);
await import(program.href);

export {};
