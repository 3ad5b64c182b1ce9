const TITLES: { readonly [name: string]: string } = {
  stakeMax: "Largest stake",
  experienceDayMax: "Maximum experience per day",
  coinflipOpenHours: "Hours a coinflip stays open",
  secondApprovalAbove: "Second approval above",
  roleHours: "Age of a second admin's role",
  bankRisk: "Bank at risk in one bet",
  bankFloor: "Minimum bank for stakes",
  creatorHousePart: "House's share of creators' edge",
};

/** A setting in words. */
export const settingTitle = (name: string): string => TITLES[name] ?? name;
