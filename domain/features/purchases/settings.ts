import { type Minor, minor } from "../../kernel/money.ts";
import { defineSetting, type SettingDefinition, type Settings } from "../../kernel/setting.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/time.ts";
import type { PaymentMethod } from "../payment-methods/rules.ts";
import { COMPLAIN_WITHIN_MS } from "./rules.ts";

export const purchaseHoldHours = defineSetting({
  name: "purchaseHoldHours",
  order: 200,
  unit: "hours",
  what: "How many hours after the delivery of an item its seller is paid",
  default: 168n,
  least: 0n,
  most: 4_320n,
  weakenedBy: "lowering",
});

/** Crypto is not taken back: this waits for a complaint of the buyer, and a day longer for an admin to look at it. */
const cryptoHoldHours = defineSetting({
  name: "cryptoHoldHours",
  order: 206,
  unit: "hours",
  what: "How many hours after the delivery of an item that was paid in crypto its seller is paid",
  default: BigInt((COMPLAIN_WITHIN_MS + DAY_MS) / HOUR_MS),
  least: BigInt(COMPLAIN_WITHIN_MS / HOUR_MS),
  most: 4_320n,
  weakenedBy: "lowering",
});

/** Whether new purchases may be paid by a method; those that were begun go on. */
const openMethod = (name: string, order: number, what: string): SettingDefinition =>
  defineSetting({
    ...{ name, order, unit: "switch", default: 1n, least: 0n, most: 1n, weakenedBy: "raising" },
    what: `Whether purchases can be begun that are paid ${what}; those that were begun go on`,
  });

const methodsOpen: { readonly [M in PaymentMethod]: SettingDefinition } = {
  stripe: openMethod("cardsOpen", 201, "by card"),
  cashapp: openMethod("cashAppOpen", 202, "by Cash App"),
  paypal: openMethod("paypalOpen", 203, "by PayPal"),
  crypto: openMethod("cryptoOpen", 204, "in crypto"),
};

const purchaseDailyMost = defineSetting({
  name: "purchaseDailyMost",
  order: 205,
  unit: "money",
  what: "The most that one player may begin to buy for in 24 hours, in dollars",
  default: minor("50000.00"),
  least: 0n,
  most: minor("1000000.00"),
  weakenedBy: "raising",
});

export const purchaseSettings = [
  purchaseHoldHours,
  cryptoHoldHours,
  ...Object.values(methodsOpen),
  purchaseDailyMost,
] as const;

/** Those of some methods by which purchases can be begun now. */
export const openMethodsOf = (
  settings: Settings,
  methods: readonly PaymentMethod[],
): readonly PaymentMethod[] => methods.filter((method) => methodsOpen[method].of(settings) === 1n);

/** The most that one player may begin to buy for in a day, in cents. */
export const dailyMostOf = (settings: Settings): Minor => purchaseDailyMost.of(settings);

/** How long a delivered purchase waits before its seller is paid, in milliseconds. */
export const holdMsOf = (settings: Settings, method: PaymentMethod): number =>
  (method === "crypto" ? cryptoHoldHours : purchaseHoldHours).countOf(settings) * HOUR_MS;
