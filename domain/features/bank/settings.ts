import { CURRENCIES, house } from "../../accounts/account.ts";
import { minor } from "../../kernel/money.ts";
import { defineSetting, type Settings } from "../../kernel/setting.ts";
import { bankStreamKind } from "./bank.ts";
import { bankStream, stopOfBank } from "./events.ts";
import { BANK_FLOOR, BANK_RISK, BANK_RISK_MOST, type BankLimits } from "./rules.ts";

const bankRisk = defineSetting({
  name: "bankRisk",
  order: 60,
  unit: "basisPoints",
  what: "The largest share of its bank that one bet may cost the house",
  default: BANK_RISK,
  least: 1n,
  most: BANK_RISK_MOST,
  weakenedBy: "raising",
});

/** Raising the floor above the bank stops stakes; admins are notified as for any fall. */
const bankFloor = defineSetting({
  name: "bankFloor",
  order: 70,
  unit: "money",
  what: "The house takes no stakes in a currency while its bank holds less of it",
  default: BANK_FLOOR,
  least: 0n,
  most: minor("100000000.00"),
  weakenedBy: "lowering",
  effect: {
    streams: [{ kind: bankStreamKind, name: bankStream }],
    events: ({ from, to }, holding) =>
      CURRENCIES.flatMap((one) => stopOfBank(one, { bank: holding(house, one), from, to })),
  },
});

export const bankSettings = [bankRisk, bankFloor] as const;

/** What limits bets against the house. */
export const bankLimitsOf = (settings: Settings): BankLimits => ({
  risk: bankRisk.of(settings),
  floor: bankFloor.of(settings),
});
