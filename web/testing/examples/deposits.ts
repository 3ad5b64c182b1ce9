import type { Deposit } from "#domain/features/deposits/contract.ts";

/** A deposit of 250.00 RBX that waits for review. */
export const aDeposit = (change: Partial<Deposit> = {}): Deposit => ({
  id: "dep_1",
  position: 12,
  userId: "01JPLAYER",
  type: "rbx",
  itemId: null,
  amount: "250.00",
  quantity: 1,
  tradeUrl: null,
  status: "pending",
  depositType: "trade",
  gameId: null,
  availableAt: null,
  adminNotes: null,
  createdAt: "2026-11-20T10:00:00.000Z",
  updatedAt: "2026-11-20T10:00:00.000Z",
  limited: null,
  queuePosition: 4,
  typicalWaitSeconds: 5_400,
  owed: null,
  ...change,
});
