const TITLES: { readonly [name: string]: string } = {
  stakeMax: "Largest stake",
  experienceDayMax: "Most experience of a day",
  coinflipOpenHours: "Hours a coinflip waits",
  secondApprovalAbove: "Second approval above",
  roleHours: "Age of a second admin's role",
  bankRisk: "Bank at risk in one bet",
  bankFloor: "Least bank for stakes",
  creatorHousePart: "House's part of creators' edge",
};

/** A setting in words. */
export const settingTitle = (name: string): string => TITLES[name] ?? name;
