import { type Minor, minor } from "../../kernel/money.ts";
import { defineSetting, type Settings } from "../../kernel/setting.ts";

const withdrawalsOpen = defineSetting({
  name: "withdrawalsOpen",
  order: 220,
  unit: "switch",
  what: "Whether withdrawals of items are taken and approved; those whose trade was sent go on",
  default: 1n,
  least: 0n,
  most: 1n,
  weakenedBy: "raising",
});

const withdrawalSecondApprovalAbove = defineSetting({
  name: "withdrawalSecondApprovalAbove",
  order: 221,
  unit: "money",
  what: "A withdrawal of an item worth more than this needs a second admin, with what its player and its reviewer had approved in 24 hours",
  default: minor("10000.00"),
  least: 0n,
  most: minor("100000000.00"),
  weakenedBy: "raising",
});

export const withdrawalSettings = [withdrawalsOpen, withdrawalSecondApprovalAbove] as const;

/** Whether withdrawals are taken and approved at the moment. */
export const areWithdrawalsOpen = (settings: Settings): boolean => withdrawalsOpen.of(settings) === 1n;

/** Above what a withdrawal needs a second admin, in minor units of RBX. */
export const withdrawalThresholdOf = (settings: Settings): Minor =>
  withdrawalSecondApprovalAbove.of(settings);
