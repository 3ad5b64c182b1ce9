import type { ResponsiblePlayAnswer } from "#domain/features/responsible-play/contract.ts";
import { LIMITS } from "#domain/features/responsible-play/rules.ts";

/** The standing of a player who set nothing and plays nothing, but for what a test changes. */
export const aPlay = (change: Partial<ResponsiblePlayAnswer> = {}): ResponsiblePlayAnswer => ({
  age: { isConfirmed: false, at: null, textVersion: null, asked: null, isUnderAge: false, check: null },
  region: null,
  limits: LIMITS.map((name) => ({ ...name, amount: null, used: "0.00", freesAt: null, pending: null })),
  timeOut: null,
  exclusion: null,
  review: { dueAt: "2027-05-01T12:00:00.000Z", isDue: false },
  realityCheck: { everyMinutes: 30, dueAt: null, isDue: false },
  session: { startedAt: null, wagered: "0.00", net: "0.00" },
  ...change,
});
