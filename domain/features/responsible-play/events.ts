import { z } from "zod";
import { hex32 } from "../../kernel/contract.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { minuteText } from "../../kernel/time.ts";
import { onPlayer } from "../players/events.ts";
import { AGE_GATES, LIMIT_KINDS, LIMIT_WINDOWS, type LimitName, perWindow } from "./rules.ts";

const ofPlayer = { playerId: z.string() };
const ofLimit = { ...ofPlayer, kind: z.enum(LIMIT_KINDS), window: z.enum(LIMIT_WINDOWS) };
const live = { player: ["responsible-play"] } as const;
const told = { player: ["responsible-play", "notifications"] } as const;
const notice = { to: "player", type: "safety", link: "/responsible-gaming" } as const;
type OfLimit = LimitName & { readonly amount: string | null };
const limitWords = ({ kind, window, amount }: OfLimit): string =>
  amount === null
    ? `You have no ${kind} limit`
    : `Your ${kind} limit is ${perWindow(BigInt(amount), window)}`;
const example = { playerId: "p_1", kind: "loss", window: "day" } as const;

/** A limit was set or lowered: it holds at once, and a raise that was asked for is off. */
export const limitLowered = defineEvent({
  type: "LimitLowered",
  payload: z.strictObject({ ...ofLimit, amount: moneyMinorText }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live: told,
  notify: {
    ...notice,
    title: "Limit set",
    message: (limit) => `${limitWords(limit)}.`,
  },
  example: [{ ...example, amount: "10000" }],
});

/** A higher limit was asked for, or none: the player can confirm it from an instant on. */
export const limitRaiseAsked = defineEvent({
  type: "LimitRaiseAsked",
  payload: z.strictObject({ ...ofLimit, amount: moneyMinorText.nullable(), from: whole }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live: told,
  notify: {
    ...notice,
    title: "Higher limit requested",
    message: ({ kind, from }) =>
      `Confirm your ${kind} limit from ${minuteText(from)} on, or it stays as it is.`,
  },
  example: [{ ...example, amount: null, from: 1_767_355_200_000 }],
});

/** A higher limit was confirmed, and holds. */
export const limitRaiseConfirmed = defineEvent({
  type: "LimitRaiseConfirmed",
  payload: z.strictObject({ ...ofLimit, amount: moneyMinorText.nullable() }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live: told,
  notify: {
    ...notice,
    words: (limit) => ({
      title: limit.amount === null ? "Limit removed" : "Limit raised",
      message: `${limitWords(limit)}${limit.amount === null ? " any more" : ""}.`,
    }),
  },
  example: [{ ...example, amount: "20000" }],
});

/** A raise that was asked for was withdrawn. */
export const limitRaiseWithdrawn = defineEvent({
  type: "LimitRaiseWithdrawn",
  payload: z.strictObject(ofLimit),
  record: (payload) => onPlayer(payload.playerId, payload),
  live: told,
  notify: {
    ...notice,
    words: ({ kind }) => ({ title: "Raise withdrawn", message: `Your ${kind} limit stays as it is.` }),
  },
  example: [example],
});

/** A limit kept a player from a stake or a deposit; told once a day for each limit. */
export const limitReached = defineEvent({
  type: "LimitReached",
  payload: z.strictObject({ ...ofLimit, amount: moneyMinorText }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live: { player: ["notifications"] },
  notify: {
    ...notice,
    title: "Limit reached",
    message: (limit) => `${limitWords(limit)}: it stopped a bet or a deposit.`,
  },
  example: [{ ...example, amount: "10000" }],
});

/** A player takes a break until an instant. */
export const timeOutBegun = defineEvent({
  type: "TimeOutBegun",
  payload: z.strictObject({ ...ofPlayer, until: whole }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live: told,
  notify: {
    ...notice,
    title: "Break begun",
    message: ({ until }) => `You cannot bet or deposit until ${minuteText(until)}.`,
  },
  example: [{ playerId: "p_1", until: 1_767_355_200_000 }],
});

/** A player shut themselves out until an instant; null is for ever. */
export const selfExclusionBegun = defineEvent({
  type: "SelfExclusionBegun",
  payload: z.strictObject({ ...ofPlayer, until: whole.nullable() }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live: { ...told, changesAccess: true },
  notify: {
    ...notice,
    title: "You excluded yourself",
    message: ({ until }) =>
      until === null
        ? "You can no longer bet or deposit."
        : `You cannot bet or deposit until you ask to come back, from ${minuteText(until)} on.`,
  },
  example: [{ playerId: "p_1", until: 1_783_000_000_000 }],
});

/** A player whose exclusion is over asked to play again: it ends at an instant. */
export const selfExclusionEndAsked = defineEvent({
  type: "SelfExclusionEndAsked",
  payload: z.strictObject({ ...ofPlayer, from: whole }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live: told,
  notify: {
    ...notice,
    title: "Your exclusion ends",
    message: ({ from }) => `You can play again from ${minuteText(from)} on.`,
  },
  example: [{ playerId: "p_1", from: 1_783_086_400_000 }],
});

/** A player chose the interval of reality checks. */
export const realityCheckSet = defineEvent({
  type: "RealityCheckSet",
  payload: z.strictObject({ ...ofPlayer, everyMinutes: whole }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live,
  example: [{ playerId: "p_1", everyMinutes: 15 }],
});

/** A player saw a reality check and plays on. */
export const realityCheckAcknowledged = defineEvent({
  type: "RealityCheckAcknowledged",
  payload: z.strictObject(ofPlayer),
  record: (payload) => onPlayer(payload.playerId, payload),
  live,
  example: [{ playerId: "p_1" }],
});

/** A player looked at their limits and left them as they are. */
export const limitsReviewed = defineEvent({
  type: "LimitsReviewed",
  payload: z.strictObject(ofPlayer),
  record: (payload) => onPlayer(payload.playerId, payload),
  live,
  example: [{ playerId: "p_1" }],
});

/** A player has to show that they are of age before they stake or deposit, in this way and by this text. */
export const ageAsked = defineEvent({
  type: "AgeAsked",
  payload: z.strictObject({ ...ofPlayer, gate: z.enum(AGE_GATES), textVersion: whole }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live,
  example: [{ playerId: "p_1", gate: "birthdate", textVersion: 1 }],
});

/** A player confirmed that they are of age, by a text whose version and hash are kept. */
export const ageConfirmed = defineEvent({
  type: "AgeConfirmed",
  isByAnybody: true,
  payload: z.strictObject({ ...ofPlayer, by: z.enum(AGE_GATES), textVersion: whole, textHash: hex32 }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live,
  example: [{ playerId: "p_1", by: "consent", textVersion: 1, textHash: "11".repeat(32) }],
});

/** A player turned out to be under age, and can neither stake nor deposit until a verifier says otherwise. */
export const ageRefused = defineEvent({
  type: "AgeRefused",
  isByAnybody: true,
  payload: z.strictObject({ ...ofPlayer, by: z.enum(AGE_GATES) }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live,
  example: [{ playerId: "p_1", by: "birthdate" }],
});

/** Where a player is, as the operator's proxy or the player said, and whether playing is barred there. */
export const regionNoted = defineEvent({
  type: "RegionNoted",
  isByAnybody: true,
  payload: z.strictObject({
    ...ofPlayer,
    region: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
    by: z.enum(["proxy", "player"]),
    isBlocked: z.boolean(),
  }),
  record: (payload) => onPlayer(payload.playerId, payload),
  live,
  example: [{ playerId: "p_1", region: "AT", by: "proxy", isBlocked: false }],
});

export const responsiblePlayEvents = [
  limitLowered,
  limitRaiseAsked,
  limitRaiseConfirmed,
  limitRaiseWithdrawn,
  limitReached,
  timeOutBegun,
  selfExclusionBegun,
  selfExclusionEndAsked,
  realityCheckSet,
  realityCheckAcknowledged,
  limitsReviewed,
  ageAsked,
  ageConfirmed,
  ageRefused,
  regionNoted,
] as const;
