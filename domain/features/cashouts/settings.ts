import { type Minor, minor } from "../../kernel/money.ts";
import { defineSetting, type Settings } from "../../kernel/setting.ts";
import { HOUR_MS } from "../../kernel/time.ts";

const payoutsOpen = defineSetting({
  name: "payoutsOpen",
  order: 210,
  unit: "switch",
  what: "Whether cash-outs are taken and paid; those that a provider was asked for go on",
  default: 1n,
  least: 0n,
  most: 1n,
  weakenedBy: "raising",
});

const cashoutSecondApprovalAbove = defineSetting({
  name: "cashoutSecondApprovalAbove",
  order: 211,
  unit: "money",
  what: "A cash-out of more dollars than this needs a second admin, with what its player and its reviewer had approved in 24 hours",
  default: minor("500.00"),
  least: 0n,
  most: minor("1000000.00"),
  weakenedBy: "raising",
});

const cashoutAddressHours = defineSetting({
  name: "cashoutAddressHours",
  order: 212,
  unit: "hours",
  what: "How many hours an address has to be known before a cash-out to it can be approved; cash-outs keep what was set when they were asked for",
  default: 72n,
  least: 0n,
  most: 720n,
  weakenedBy: "lowering",
});

export const cashoutSettings = [payoutsOpen, cashoutSecondApprovalAbove, cashoutAddressHours] as const;

/** How long an address has to be known, in milliseconds: time for the owner of the account to object. */
export const addressMsOf = (settings: Settings): number => cashoutAddressHours.countOf(settings) * HOUR_MS;

/** Whether cash-outs are taken and paid at the moment. */
export const arePayoutsOpen = (settings: Settings): boolean => payoutsOpen.of(settings) === 1n;

/** Above what a cash-out needs a second admin, in cents. */
export const cashoutThresholdOf = (settings: Settings): Minor => cashoutSecondApprovalAbove.of(settings);
