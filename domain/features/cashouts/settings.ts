import { type Minor, minor } from "../../kernel/money.ts";
import { defineSetting, type Settings } from "../../kernel/setting.ts";

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

export const cashoutSettings = [payoutsOpen, cashoutSecondApprovalAbove] as const;

/** Whether cash-outs are taken and paid at the moment. */
export const arePayoutsOpen = (settings: Settings): boolean => payoutsOpen.of(settings) === 1n;

/** Above what a cash-out needs a second admin, in cents. */
export const cashoutThresholdOf = (settings: Settings): Minor => cashoutSecondApprovalAbove.of(settings);
