import { z } from "zod";
import { amountNumber, endpoint, instantText, moneyText, position } from "../../kernel/contract.ts";
import {
  AGE_GATES,
  EXCLUSION_MONTHS,
  isLimit,
  LIMIT_KINDS,
  LIMIT_WINDOWS,
  type LimitName,
  REALITY_CHECK_MINUTES,
  TIME_OUT_HOURS,
} from "./rules.ts";

const names = { kind: z.enum(LIMIT_KINDS), window: z.enum(LIMIT_WINDOWS) };
const named = <S extends z.ZodType<LimitName>>(schema: S) =>
  schema.refine(isLimit, {
    path: ["window"],
    message: "A stake is limited by bet, all else by day, week or month",
  });
const limitName = named(z.strictObject(names));

const limitSchema = z.strictObject({
  ...names,
  amount: moneyText.nullable(),
  used: moneyText,
  freesAt: instantText.nullable(),
  pending: z.strictObject({ amount: moneyText.nullable(), from: instantText }).nullable(),
});
export type PlayLimit = z.infer<typeof limitSchema>;

const responsiblePlaySchema = z.strictObject({
  age: z.strictObject({
    isConfirmed: z.boolean(),
    at: instantText.nullable(),
    textVersion: z.number().int().nullable(),
    /** How the age has still to be shown before a stake; null where nothing is missing. */
    asked: z.enum(AGE_GATES).nullable(),
    isUnderAge: z.boolean(),
    /** The player's newest check at the verification service, as far as one is known; its page while it is open. */
    check: z.strictObject({ isOpen: z.boolean(), url: z.string().nullable() }).nullable(),
  }),
  /** Where the player is, as far as it was noted. */
  region: z.strictObject({ country: z.string().nullable(), isBlocked: z.boolean() }).nullable(),
  /** When the player is next asked to look at their limits: six months after they last did. */
  review: z.strictObject({ dueAt: instantText, isDue: z.boolean() }),
  limits: z.array(limitSchema),
  timeOut: z.strictObject({ until: instantText }).nullable(),
  /** `endsAt` once the player asked to play again. */
  exclusion: z.strictObject({ until: instantText.nullable(), endsAt: instantText.nullable() }).nullable(),
  realityCheck: z.strictObject({
    everyMinutes: z.number().int(),
    dueAt: instantText.nullable(),
    isDue: z.boolean(),
  }),
  /** `startedAt` is null while the player does not play. */
  session: z.strictObject({ startedAt: instantText.nullable(), wagered: moneyText, net: moneyText }),
});
export type ResponsiblePlayAnswer = z.infer<typeof responsiblePlaySchema>;

const changedLimit = z.strictObject({
  position,
  amount: moneyText.nullable(),
  pending: z.strictObject({ amount: moneyText.nullable(), from: instantText }).nullable(),
});
const rate = { name: "responsible-play", perSecond: 1, burst: 20 };
/** A low rate: nobody should try dates until one passes. */
const ageRate = { name: "age", perSecond: 0.1, burst: 5 };
const birthDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "Must be a date such as 1990-12-31");

export const responsiblePlayEndpoints = {
  responsiblePlay: endpoint("GET /responsible-play", "player", {
    summary: "The player's limits with what is left, breaks, and the session of play",
    answers: { 200: responsiblePlaySchema },
  }),
  confirmAge: endpoint("POST /responsible-play/age", "player", {
    summary: "Confirm one's age, as the site asks; a date of birth is checked and never stored",
    rate: ageRate,
    body: z.strictObject({ confirm: z.literal(true, "Must be true"), birthDate: birthDate.optional() }),
    answers: {
      200: z.strictObject({ position, isConfirmed: z.boolean(), textVersion: z.number().int() }),
    },
  }),
  beginAgeCheck: endpoint("POST /responsible-play/age/check", "player", {
    summary: "Start an age check at the verification service, or continue the open one",
    rate: ageRate,
    body: z.strictObject({ confirm: z.literal(true, "Must be true") }),
    answers: { 200: z.strictObject({ url: z.string() }) },
  }),
  declareRegion: endpoint("POST /responsible-play/region", "player", {
    summary: "Declare one's country, where the site cannot know it",
    rate,
    body: z.strictObject({ region: z.string().regex(/^[A-Z]{2}$/, "Must be a country such as AT") }),
    answers: { 200: z.strictObject({ position, region: z.string(), isBlocked: z.boolean() }) },
  }),
  setPlayLimit: endpoint("PUT /responsible-play/limits", "player", {
    summary: "Lower a limit at once, or request a higher one or none",
    rate,
    body: named(z.strictObject({ ...names, amount: amountNumber.nullable() })),
    answers: { 200: changedLimit },
  }),
  confirmPlayLimit: endpoint("POST /responsible-play/limits/confirm", "player", {
    summary: "Confirm a higher limit after its day of waiting",
    rate,
    body: limitName,
    answers: { 200: changedLimit },
  }),
  withdrawPlayLimit: endpoint("DELETE /responsible-play/limits/pending", "player", {
    summary: "Withdraw a requested raise of a limit",
    rate,
    body: limitName,
    answers: { 200: changedLimit },
  }),
  takeTimeOut: endpoint("POST /responsible-play/time-out", "player", {
    summary: "Take a break from playing",
    rate,
    body: z.strictObject({
      hours: z.literal(TIME_OUT_HOURS, "Must be 24, 168, 720 or 1008"),
    }),
    answers: { 200: z.strictObject({ position, until: instantText }) },
  }),
  excludeOneself: endpoint("POST /responsible-play/self-exclusion", "player", {
    summary: "Exclude oneself from playing, for months or for ever",
    rate,
    body: z.strictObject({
      months: z.literal(EXCLUSION_MONTHS, "Must be 6, 12, 60 or null"),
      confirm: z.literal("EXCLUDE", 'Type "EXCLUDE"'),
    }),
    answers: { 200: z.strictObject({ position, until: instantText.nullable() }) },
  }),
  endSelfExclusion: endpoint("POST /responsible-play/self-exclusion/end", "player", {
    summary: "Ask to play again once an exclusion is over",
    rate,
    body: z.strictObject({}),
    answers: { 200: z.strictObject({ position, from: instantText }) },
  }),
  setRealityCheck: endpoint("PUT /responsible-play/reality-check", "player", {
    summary: "Set the interval of reality checks",
    rate,
    body: z.strictObject({
      everyMinutes: z.literal(REALITY_CHECK_MINUTES, "Must be 15, 30 or 60"),
    }),
    answers: { 200: z.strictObject({ position, everyMinutes: z.number().int() }) },
  }),
  reviewLimits: endpoint("POST /responsible-play/limits/review", "player", {
    summary: "Keep the limits as they are when asked to review them after six months",
    rate,
    body: z.strictObject({}),
    answers: { 200: z.strictObject({ position, dueAt: instantText }) },
  }),
  acknowledgeRealityCheck: endpoint("POST /responsible-play/reality-check/acknowledge", "player", {
    summary: "Acknowledge a reality check; bets are then accepted again",
    rate,
    body: z.strictObject({}),
    answers: { 200: z.strictObject({ position, nextInMinutes: z.number().int() }) },
  }),
};
