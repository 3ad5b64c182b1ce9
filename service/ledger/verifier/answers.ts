import type { ItemsFlipped } from "#domain/features/bot-flips/events.ts";
import type { CoinFlipped } from "#domain/features/house-flips/events.ts";
import type { SeedPairRotated } from "#domain/features/seed-pairs/events.ts";
import type { RecordedEvent } from "#domain/kernel/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { CURRENCIES } from "#domain/ledger/account.ts";

/** What an account holds right after an event; null when it was never touched. */
export type AmountOf = (account: string, asset: string) => bigint | null;

/**
 * What the answer to a command has to say, as far as the last event it wrote tells; nothing for an event that tells
 * nothing. An answer may say more than this, since answers grow and events do not change.
 */
export function answerDue(event: RecordedEvent, amountOf: AmountOf): JsonObject {
  if (event.type === "CoinFlipped") return flipDue(event as RecordedEvent & CoinFlipped, amountOf);
  if (event.type === "ItemsFlipped") return itemsFlipDue(event as RecordedEvent & ItemsFlipped);
  if (event.type === "SeedPairRotated") return rotationDue(event as RecordedEvent & SeedPairRotated);
  return event.type === "PlayerRegistered" ? { playerId: playerIdOf(event) } : {};
}

/** A player's stream and account have one name. */
const playerIdOf = ({ stream }: RecordedEvent): string => stream.slice(stream.indexOf(":") + 1);

function flipDue({ stream, payload }: RecordedEvent & CoinFlipped, amountOf: AmountOf): JsonObject {
  const [rbxBalance, tixBalance] = CURRENCIES.map((asset) => formatMinor(amountOf(stream, asset) ?? 0n));
  const { gameId: id, nonce, result, side } = payload;
  return {
    id,
    result,
    won: result === side,
    winAmount: formatMinor(BigInt(payload.payout)),
    houseEdgeTaken: formatMinor(BigInt(payload.edge)),
    rbxBalance: rbxBalance ?? "",
    tixBalance: tixBalance ?? "",
    nonce,
  };
}

function itemsFlipDue({ payload }: RecordedEvent & ItemsFlipped): JsonObject {
  const { gameId: id, result, side, payout } = payload;
  return { id, won: result === side, result, winAmount: formatMinor(BigInt(payout)) };
}

function rotationDue({ payload }: RecordedEvent & SeedPairRotated): JsonObject {
  const { pair: _ended, ...revealed } = payload.revealed;
  const { pair: _begun, ...current } = payload.current;
  return { revealed, current: { ...current, nonce: 0 } };
}
