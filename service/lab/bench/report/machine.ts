import { closeSync, fdatasyncSync, openSync, unlinkSync, writeSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import type { Databases } from "#service/lab/bench/databases.ts";
import { median } from "./latencies.ts";

/** The measuring machine. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: string;
  readonly fsync: string;
  /** Median time of a flush of 8 kB to disk, in milliseconds. */
  readonly flushMs: number;
  /** Load average of the minute before, including other processes. */
  readonly loadBefore: number;
}

const FLUSHES = 200;
const PAGE = Buffer.alloc(8_192, 1);
const BYTES_PER_GB = 1e9;

/** Examines the machine before the measurements. @param folder on the disk whose flushes count */
export async function describeMachine(databases: Databases, folder: string): Promise<Machine> {
  const { version, fsync } = await databases.describe();
  return {
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / BYTES_PER_GB),
    node: process.version,
    postgres: version,
    fsync,
    flushMs: flushMs(folder),
    loadBefore: loadavg()[0] ?? 0,
  };
}

function flushMs(folder: string): number {
  const path = join(folder, "flush");
  const file = openSync(path, "w");
  try {
    const took = Array.from({ length: FLUSHES }, () => {
      const began = performance.now();
      writeSync(file, PAGE, 0, PAGE.length, 0);
      fdatasyncSync(file);
      return performance.now() - began;
    });
    return median(took);
  } finally {
    closeSync(file);
    unlinkSync(path);
  }
}
