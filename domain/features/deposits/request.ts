import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { formatMinor, type Minor, minor } from "../../kernel/money.ts";
import type { Catalogue } from "../limiteds/catalogue.ts";
import type { Player } from "../players/player.ts";
import { refusalOfSuspended } from "../roles/standing.ts";
import { depositOpened, depositRequested, type Wanted } from "./events.ts";
import { AMOUNT_MAX, AMOUNT_MIN, OPEN_DEPOSITS_MAX, QUANTITY_MAX } from "./rules.ts";

/** What a player wants to deposit; amounts in minor units. */
export type Wish =
  | { readonly type: "rbx" | "tix"; readonly amount: Minor }
  | { readonly type: "roblox_limited"; readonly itemId: number; readonly quantity: number };

export interface RequestDeposit {
  readonly playerId: string;
  readonly depositId: string;
  readonly wish: Wish;
}

/** What a request stands on: the player, and the catalogue where items are wanted. */
export interface RequestGround {
  readonly player: Player;
  readonly catalogue: () => Pick<Catalogue, "items">;
  /** Whether there is an account of the platform that items can be sent to. */
  readonly takesItems: boolean;
}

const LEAST = minor(`${AMOUNT_MIN}.00`);
const MOST = minor(`${AMOUNT_MAX}.00`);

/** Asks for a deposit, which waits for review from then on. */
export function requestDeposit(
  { playerId, depositId, wish }: RequestDeposit,
  { player, catalogue, takesItems }: RequestGround,
): Decision<{ readonly id: string; readonly wanted: Wanted }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const refusal = refusalOfSuspended(player.standing);
  if (refusal !== null) return { refused: refusal };
  if (wish.type === "roblox_limited" && !takesItems) {
    return refuse("items_closed", "Deposits of items are closed: no account to send them to is set.");
  }
  if (player.standing.openDeposits >= OPEN_DEPOSITS_MAX) {
    const detail = `${OPEN_DEPOSITS_MAX} of your deposits wait for review already. Submit more once one is reviewed.`;
    return refuse("too_many_open", detail);
  }
  const wanted = wantedBy(wish, catalogue);
  if ("refused" in wanted) return wanted;
  return accept([depositOpened(playerId, depositId), depositRequested({ depositId, playerId, wanted })], {
    id: depositId,
    wanted,
  });
}

function wantedBy(
  wish: Wish,
  catalogue: RequestGround["catalogue"],
): Wanted | Exclude<Decision, { readonly events: unknown }> {
  if (wish.type !== "roblox_limited") {
    if (wish.amount < LEAST || wish.amount > MOST) {
      const detail = `A deposit is ${formatMinor(LEAST)} to ${formatMinor(MOST)}.`;
      return refuse("amount_out_of_range", detail);
    }
    const asset = wish.type === "rbx" ? "RBX" : "TIX";
    return { type: wish.type, asset, amount: String(wish.amount) };
  }
  const { itemId, quantity } = wish;
  if (quantity < 1 || quantity > QUANTITY_MAX) {
    return refuse("amount_out_of_range", `A deposit is of 1 to ${QUANTITY_MAX} copies.`);
  }
  const found = Object.entries(catalogue().items).find(([, { id }]) => id === itemId);
  if (found === undefined) return refuse("unknown_item", "This item is not in the catalogue.");
  return { type: "roblox_limited", itemId, assetId: Number.parseInt(found[0], 10), quantity };
}
