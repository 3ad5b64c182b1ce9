import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { groupedMinor, type Minor, minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import type { Catalogue } from "../limiteds/catalogue.ts";
import { refusalOfDepositor } from "../responsible-play/play.ts";
import { refusalOfSuspended, standing } from "../roles/standing.ts";
import { depositor } from "./depositor.ts";
import { type DepositSubject, depositRequested } from "./events.ts";
import { AMOUNT_MAX, AMOUNT_MIN, OPEN_DEPOSITS_MAX, QUANTITY_MAX } from "./rules.ts";

/** What a player wants to deposit; amounts in minor units. */
export type DepositRequest =
  | { readonly type: "rbx" | "tix"; readonly amount: Minor }
  | { readonly type: "roblox_limited"; readonly itemId: number; readonly quantity: number };

export interface RequestDeposit {
  readonly playerId: string;
  readonly depositId: string;
  readonly request: DepositRequest;
}

/** What a request depends on: the player, and the catalogue for items. */
export interface RequestContext {
  readonly player: Player;
  /** Milliseconds. */
  readonly at: number;
  readonly catalogue: () => Pick<Catalogue, "items">;
  /** Whether there is an account of the platform that items can be sent to. */
  readonly takesItems: boolean;
}

const LEAST = minor(`${AMOUNT_MIN}.00`);
const MOST = minor(`${AMOUNT_MAX}.00`);

/** Asks for a deposit, which waits for review from then on. */
export function requestDeposit(
  { playerId, depositId, request }: RequestDeposit,
  { player, at, catalogue, takesItems }: RequestContext,
): Decision<{ readonly id: string; readonly wanted: DepositSubject }> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const refusal = refusalOfSuspended(standing.of(player));
  if (refusal !== null) return { refused: refusal };
  const value = request.type === "roblox_limited" ? 0n : request.amount;
  const barOfPlay = refusalOfDepositor(player, { at, value });
  if (barOfPlay !== null) return { refused: barOfPlay };
  if (request.type === "roblox_limited" && !takesItems)
    return refuse("items_closed", "Item deposits are closed: no account is set up to receive them.");
  if (depositor.of(player).open >= OPEN_DEPOSITS_MAX) {
    const detail = `${OPEN_DEPOSITS_MAX} of your deposits are already waiting for review. Submit more once one is reviewed.`;
    return refuse("too_many_open", detail);
  }
  const wanted = wantedBy(request, catalogue);
  if ("refused" in wanted) return wanted;
  return accept([depositRequested({ depositId, playerId, wanted })], { id: depositId, wanted });
}

function wantedBy(
  request: DepositRequest,
  catalogue: RequestContext["catalogue"],
): DepositSubject | Exclude<Decision, { readonly events: unknown }> {
  if (request.type !== "roblox_limited") {
    if (request.amount < LEAST || request.amount > MOST) {
      const detail = `A deposit is ${groupedMinor(LEAST)} to ${groupedMinor(MOST)}.`;
      return refuse("amount_out_of_range", detail);
    }
    const asset = request.type === "rbx" ? "RBX" : "TIX";
    return { type: request.type, asset, amount: String(request.amount) };
  }
  const { itemId, quantity } = request;
  if (quantity < 1 || quantity > QUANTITY_MAX)
    return refuse("amount_out_of_range", `A deposit is of 1 to ${QUANTITY_MAX} copies.`);
  const found = Object.entries(catalogue().items).find(([, { id }]) => id === itemId);
  if (found === undefined) return refuse("unknown_item", "This item is not in the catalogue.");
  return { type: "roblox_limited", itemId, assetId: Number.parseInt(found[0], 10), quantity };
}
