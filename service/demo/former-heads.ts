import { existsSync, renameSync } from "node:fs";
import type { Config } from "#service/config.ts";

/**
 * Sets the signed heads of a former demo aside after its data was removed to start over: compared with them, the new
 * log would look rewritten, and stakes would be halted. Only a demo does so: anywhere else, a log that lacks signed
 * events has to be found out.
 * @returns their new place; null if there are none
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
