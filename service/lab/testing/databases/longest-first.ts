import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest although they are small: one that begins last ends long after all others. */
const LONG = [
  "event-store/simulation.property",
  "domain/fairness/round-odds.property",
  "service/lab/properties/ledger.property",
  "projections/replay.db",
  "service/features/crash/races",
  "projections/features/listings/browse-plan",
  "service/features/crash/trouble",
  "service/lab/testing/attacks/blind-rounds",
  "service/reads.db",
  "export-log.db",
  "seed.db",
  "migrate-filled",
  "projections/kernel/projector.db",
  "rebuild.db",
];

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((part) => moduleId.includes(part));

/** Begins with the files known to be long; the others follow in vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
