import type { NewEvent, StreamName } from "../../kernel/event.ts";
import { issuance, playerAccount } from "../../ledger/account.ts";
import { move } from "../../ledger/posting.ts";
import type { ClientSeedOrigin } from "../seed-pairs/contract.ts";
import { STARTING_BALANCES } from "./rules.ts";

/** A player came into being, with a first pair of seeds committed and the starting balances. */
export type PlayerRegistered = NewEvent<
  "PlayerRegistered",
  {
    readonly pair: number;
    readonly serverSeedHash: string;
    readonly nextServerSeedHash: string;
    readonly clientSeed: string;
    readonly clientSeedBy: ClientSeedOrigin;
  }
>;

/** The stream of a player. */
export const playerStream = (playerId: string): StreamName => `player:${playerId}`;

/** The event of a registration; the starting balances come from `issuance`. */
export function playerRegistered(playerId: string, payload: PlayerRegistered["payload"]): PlayerRegistered {
  const to = playerAccount(playerId);
  return {
    type: "PlayerRegistered",
    schemaVersion: 1,
    stream: playerStream(playerId),
    payload,
    postings: [
      ...move({ from: issuance, to, asset: "RBX", amount: STARTING_BALANCES.RBX }),
      ...move({ from: issuance, to, asset: "TIX", amount: STARTING_BALANCES.TIX }),
    ],
  };
}
