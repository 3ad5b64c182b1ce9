import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { type CoinTable, evolveCoinTable, initialCoinTable } from "./play.ts";

export const coinTableStreamKind: StreamKind<CoinTable> = {
  kind: "coinflip-table",
  foldVersion: 1,
  initial: initialCoinTable,
  evolve: evolveCoinTable,
};
