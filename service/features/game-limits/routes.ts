import type { Hono } from "hono";
import { house } from "#domain/accounts/account.ts";
import { BANK_FLOOR, BANK_RISK, largestStake } from "#domain/features/bank/rules.ts";
import { WINNINGS_BASIS_POINTS } from "#domain/features/bot-flips/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import {
  FLIP_LOSS_SHARE,
  HOUSE_EDGE_BASIS_POINTS,
  STAKE_MAX,
  STAKE_MIN,
} from "#domain/features/house-flips/rules.ts";
import { formatMinor, type Minor } from "#domain/kernel/money.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import { moneyHoldings } from "#projections/features/ledger/holdings-of.ts";
import { settingsSet } from "#projections/features/settings/admin-settings.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { route } from "#service/http/route.ts";

/** The limits of the games, as of the newest event in the read models. */
export function gameLimitsRoutes(app: Hono<Env>, deps: Deps): void {
  const { config, db, writer } = deps;
  route(app, { deps, endpoint: endpoints.gameLimits }, async ({ models }) => {
    const [{ byName }, bank] = await Promise.all([
      settingsSet(models),
      moneyHoldings({ sql: db, logId: writer.logId }, house),
    ]);
    const stakeMax = byName.get("stakeMax")?.value ?? STAKE_MAX;
    const openHours = byName.get("coinflipOpenHours")?.value ?? BigInt(config.coinflipOpenMs / HOUR_MS);
    const limits = {
      risk: byName.get("bankRisk")?.value ?? BANK_RISK,
      floor: byName.get("bankFloor")?.value ?? BANK_FLOOR,
    };
    const taken = (held: Minor, lossShare: bigint): string => {
      const largest = largestStake(held, { lossShare, limits, stakeMax });
      return formatMinor(largest < STAKE_MIN ? 0n : largest);
    };
    return {
      stakeMin: formatMinor(STAKE_MIN),
      stakeMax: formatMinor(stakeMax),
      bank: {
        RBX: { largestStake: taken(bank.RBX, FLIP_LOSS_SHARE) },
        TIX: { largestStake: taken(bank.TIX, FLIP_LOSS_SHARE) },
      },
      bot: {
        largestStake: taken(bank.RBX, WINNINGS_BASIS_POINTS),
        winningsBasisPoints: Number(WINNINGS_BASIS_POINTS),
      },
      houseEdgeBasisPoints: Number(HOUSE_EDGE_BASIS_POINTS),
      coinflipOpenHours: Number(openHours),
      itemsStaked: config.itemsStaked,
    };
  });
}
