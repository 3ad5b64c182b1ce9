import type { CurrentUser } from "../../features/players/contract.ts";

/** A player right after the first sign-in. */
export const aUser = (change: Partial<CurrentUser> = {}): CurrentUser => ({
  id: "01JPLAYER",
  username: "alice",
  displayName: "Alice",
  firstName: "Alice",
  email: "alice@example.com",
  profileImageUrl: null,
  rbxBalance: "1000.00",
  tixBalance: "500.00",
  usdBalance: "0.00",
  level: 1,
  experience: 0,
  isVerified: false,
  roles: [],
  suspension: null,
  ...change,
});
