import type { LiveCoinflip } from "../../features/live-coinflips/contract.ts";
import { DAY_MS } from "../../kernel/time.ts";

const HASH = "ab".repeat(32);

/** An open coinflip of Bob's for 10.00 RBX on RBX, with a day to go. */
export const aCoinflip = (change: Partial<LiveCoinflip> = {}): LiveCoinflip => ({
  id: "0193a000-0000-7000-8000-000000000001",
  position: 50,
  creatorId: "01JBOB",
  creator: { firstName: "Bob", profileImageUrl: null, email: null },
  betAmount: "10.00",
  betSide: "rbx",
  betItems: [],
  totalValue: "10.00",
  isActive: true,
  opponentId: null,
  expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
  status: "open",
  scheme: "rt1|pvp",
  commitment: HASH,
  creatorClientSeed: "bobs-seed",
  ...change,
});

/** An open coinflip of Bob's for one item worth 100,000.00 RBX. */
export const anItemsCoinflip = (change: Partial<LiveCoinflip> = {}): LiveCoinflip =>
  aCoinflip({
    id: "0193a000-0000-7000-8000-000000000002",
    position: 51,
    betAmount: null,
    betItems: [
      {
        limitedId: 1029025,
        quantity: 1,
        name: "Valkyrie Helm",
        imageUrl: "/api/limiteds/1029025/picture",
        value: "100000.00",
        serialNumber: 7,
        inCustody: true,
      },
    ],
    totalValue: "100000.00",
    ...change,
  });
