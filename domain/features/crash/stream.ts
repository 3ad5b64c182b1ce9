import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { chainSecrets } from "../game-tables/chain.ts";
import { type CrashTable, evolveCrashTable, initialCrashTable } from "./table.ts";

export const crashTableStreamKind: StreamKind<CrashTable> = {
  kind: "crash-table",
  foldVersion: 1,
  initial: initialCrashTable,
  evolve: evolveCrashTable,
  secrets: ({ chain }) => chainSecrets(chain),
};
