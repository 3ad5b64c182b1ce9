import type { Setting } from "#domain/features/settings/contract.ts";

interface Words {
  readonly title: string;
  /** A proposal carries values without their unit. */
  readonly unit: Setting["unit"];
}

const WORDS: { readonly [name: string]: Words } = {
  stakeMax: { title: "Largest stake", unit: "money" },
  experienceDayMax: { title: "Maximum experience per day", unit: "experience" },
  coinflipOpenHours: { title: "Hours a coinflip stays open", unit: "hours" },
  secondApprovalAbove: { title: "Second approval of deposits above", unit: "money" },
  roleHours: { title: "Age of a second admin's role", unit: "hours" },
  bankRisk: { title: "Bank at risk in one bet", unit: "basisPoints" },
  bankFloor: { title: "Minimum bank for stakes", unit: "money" },
  creatorHousePart: { title: "House's share of creators' edge", unit: "basisPoints" },
  chatLevelMin: { title: "Minimum level for chat", unit: "levels" },
  dollarsPerThousandRbx: { title: "Dollars per 1,000 RBX", unit: "money" },
  purchaseHoldHours: { title: "Hold on sales", unit: "hours" },
  cardsOpen: { title: "Payments by card", unit: "switch" },
  cashAppOpen: { title: "Payments by Cash App", unit: "switch" },
  paypalOpen: { title: "Payments by PayPal", unit: "switch" },
  cryptoOpen: { title: "Payments in crypto", unit: "switch" },
  purchaseDailyMost: { title: "Maximum purchases per day", unit: "money" },
  cryptoHoldHours: { title: "Hold on sales in crypto", unit: "hours" },
  payoutsOpen: { title: "Cash-outs", unit: "switch" },
  cashoutSecondApprovalAbove: { title: "Second approval of cash-outs above", unit: "money" },
  cashoutAddressHours: { title: "Wait for a new cash-out address", unit: "hours" },
  withdrawalsOpen: { title: "Withdrawals", unit: "switch" },
  withdrawalSecondApprovalAbove: { title: "Second approval of withdrawals above", unit: "money" },
};

/** A setting in words. @example settingTitle("chatLevelMin") // "Minimum level for chat" */
export const settingTitle = (name: string): string => WORDS[name]?.title ?? spelledOut(name);

/** What a setting counts; undefined for one that has no words here. */
export const settingUnit = (name: string): Setting["unit"] | undefined => WORDS[name]?.unit;

/** The name of a setting without words of its own, as words. @example spelledOut("rainHours") // "Rain hours" */
function spelledOut(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
