import { z } from "zod";
import { endpoint, instantText } from "../../kernel/contract.ts";
import { shownLine } from "../../kernel/shown-text.ts";
import { idText, reasonedAct } from "../roles/contract.ts";

const rate = { name: "second-factors", perSecond: 0.5, burst: 30 } as const;

const base64url = (charsMax: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/)
    .max(charsMax);
const CREDENTIAL_CHARS_MAX = 1_400;
const CLIENT_DATA_CHARS_MAX = 4_096;
const ATTESTATION_CHARS_MAX = 16_384;
const NAME_CHARS_MAX = 40;
const TRANSPORTS_MAX = 8;

/** Additional fields in browsers' answers are ignored. */
const credential = {
  id: base64url(CREDENTIAL_CHARS_MAX),
  rawId: base64url(CREDENTIAL_CHARS_MAX),
  type: z.literal("public-key"),
};

/** What a browser answers that made a passkey. */
const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_CHARS_MAX),
    attestationObject: base64url(ATTESTATION_CHARS_MAX),
    transports: z.array(z.string().max(20)).max(TRANSPORTS_MAX).default([]),
  }),
});
export type Attestation = z.infer<typeof attestationSchema>;

/** What a browser answers that signed with a passkey. */
const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_CHARS_MAX),
    authenticatorData: base64url(CLIENT_DATA_CHARS_MAX),
    signature: base64url(CLIENT_DATA_CHARS_MAX),
    userHandle: base64url(200).nullish(),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

/** Options for the browser, as the WebAuthn API reads them from JSON. */
const options = z.looseObject({ challenge: z.string() });
const name = shownLine({ required: "Give it a name", charsMax: NAME_CHARS_MAX, tooLong: "Name too long" });
const code = z.string().regex(/^\d{6}$/, "Must be six digits");
const recoveryCodes = z.array(z.string());

const passkeySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: instantText,
  lastUsedAt: instantText.nullable(),
  /** Whether it is kept by a service that copies it to the player's devices. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

const securitySchema = z.strictObject({
  passkeys: z.number().int().nonnegative(),
  hasTotp: z.boolean(),
  recoveryCodesLeft: z.number().int().nonnegative(),
  /** Whether the console asks for a second factor that is not set up yet. */
  isFactorRequired: z.boolean(),
  /** Until when sensitive calls go on without asking; null when they ask. */
  steppedUpUntil: instantText.nullable(),
});
export type Security = z.infer<typeof securitySchema>;

/** One of them, by which a player confirms. */
const proofSchema = z
  .strictObject({
    response: assertionSchema.optional(),
    code: code.optional(),
    recoveryCode: z.string().min(1).max(40).optional(),
  })
  .refine((proof) => Object.keys(proof).length === 1, "Send one of response, code and recoveryCode");
export type Proof = z.infer<typeof proofSchema>;

export const secondFactorEndpoints = {
  security: endpoint("GET /me/security", "player", {
    summary: "How the player confirms sensitive calls",
    answers: { 200: securitySchema },
  }),
  passkeyOptions: endpoint("POST /me/passkeys/options", "player", {
    summary: "Start adding a passkey",
    isSensitive: true,
    rate,
    body: z.strictObject({}),
    answers: { 200: options },
  }),
  addPasskey: endpoint("POST /me/passkeys", "player", {
    summary: "Add a passkey; the first factor comes with recovery codes, shown only once",
    isSensitive: true,
    rate,
    body: z.strictObject({ response: attestationSchema, name }),
    answers: {
      200: z.strictObject({ id: z.string(), name: z.string(), recoveryCodes: recoveryCodes.nullable() }),
    },
  }),
  passkeys: endpoint("GET /me/passkeys", "player", {
    summary: "The player's passkeys, the oldest first",
    answers: { 200: z.array(passkeySchema) },
  }),
  removePasskey: endpoint("DELETE /me/passkeys/{id}", "player", {
    summary: "Remove a passkey; only another admin can remove an admin's last factor",
    isSensitive: true,
    rate,
    params: z.strictObject({ id: idText }),
    answers: { 200: z.strictObject({ id: z.string() }) },
  }),
  setTotp: endpoint("POST /me/totp", "player", {
    summary: "Get a secret for an authenticator app, or confirm it with a first code",
    isSensitive: true,
    rate,
    body: z.strictObject({ code: code.optional() }),
    answers: {
      200: z.union([
        z.strictObject({ secret: z.string(), uri: z.string() }),
        z.strictObject({ recoveryCodes: recoveryCodes.nullable() }),
      ]),
    },
  }),
  removeTotp: endpoint("DELETE /me/totp", "player", {
    summary: "Remove the authenticator app",
    isSensitive: true,
    rate,
    answers: { 200: z.strictObject({ id: z.string() }) },
  }),
  makeRecoveryCodes: endpoint("POST /me/recovery-codes", "player", {
    summary: "New recovery codes, shown only once; older ones no longer work",
    isSensitive: true,
    rate,
    body: z.strictObject({}),
    answers: { 200: z.strictObject({ recoveryCodes }) },
  }),
  stepUpOptions: endpoint("POST /me/step-up/options", "player", {
    summary: "Start confirming by passkey",
    rate,
    body: z.strictObject({}),
    answers: { 200: options },
  }),
  stepUp: endpoint("POST /me/step-up", "player", {
    summary: "Confirm by passkey, app code or recovery code; sensitive calls then work for 15 minutes",
    rate,
    body: proofSchema,
    answers: { 200: z.strictObject({ until: instantText }) },
  }),
  resetFactors: endpoint("DELETE /admin/players/{id}/factors", "admin", {
    ...reasonedAct,
    summary: "Remove all second factors of another player who lost them, and sign them out everywhere",
    answers: { 200: z.strictObject({ playerId: z.string(), ended: z.number().int().nonnegative() }) },
  }),
} as const;
