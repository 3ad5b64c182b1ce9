import { existsSync, renameSync } from "node:fs";
import type { Config } from "#service/config.ts";

/**
 * Sets the signed heads of a former demo aside, where somebody has removed its data to start over: by them the new log
 * would be one that was rewritten, and stakes would be halted for it. A demo alone does so: anywhere else a log that
 * lacks what was signed has to be found out.
 * @returns where they are now; null where there are none
 */
export function setFormerHeadsAside({
  databaseUrl,
  dataFolder,
  headsFile,
}: Pick<Config, "databaseUrl" | "dataFolder" | "headsFile">): string | null {
  if (databaseUrl !== null || existsSync(dataFolder) || !existsSync(headsFile)) return null;
  let former = 1;
  while (existsSync(`${headsFile}.${former}`)) former += 1;
  renameSync(headsFile, `${headsFile}.${former}`);
  return `${headsFile}.${former}`;
}
