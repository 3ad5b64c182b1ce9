import type { Deps } from "#service/http/deps.ts";

/** Writes the sample data of every feature, in order. */
export async function addSampleData(deps: Deps): Promise<void> {
  for (const feature of deps.features) await feature.sampleData(deps);
}
