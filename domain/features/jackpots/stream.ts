import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { chainSecrets } from "../game-tables/chain.ts";
import { evolveJackpotTable, initialJackpotTable, type JackpotTable } from "./table.ts";

export const jackpotTableStreamKind: StreamKind<JackpotTable> = {
  kind: "jackpot-table",
  foldVersion: 1,
  initial: initialJackpotTable,
  evolve: evolveJackpotTable,
  secrets: ({ chain }) => chainSecrets(chain),
};
