import { z } from "zod";
import { provenItemSchema } from "../../accounts/proven-item.ts";
import { clientSeedOriginSchema } from "../../fairness/client-seed.ts";
import { endpoint, hex32 } from "../../kernel/contract.ts";

/** 1 to 64 characters that mean the same bytes everywhere. */
export const CLIENT_SEED_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
export const clientSeedSchema = z
  .string()
  .regex(CLIENT_SEED_PATTERN, "Must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -");

export const fairnessSchema = z.strictObject({
  serverSeedHash: hex32,
  nextServerSeedHash: hex32,
  clientSeed: clientSeedSchema,
  clientSeedBy: clientSeedOriginSchema,
  /** The next nonce to be used, from 0. */
  nonce: z.number().int().nonnegative(),
});
export type Fairness = z.infer<typeof fairnessSchema>;

export const rotateRequestSchema = z.strictObject({ clientSeed: clientSeedSchema });

export const rotateAnswerSchema = z.strictObject({
  revealed: z.strictObject({
    serverSeed: hex32,
    serverSeedHash: hex32,
    clientSeed: clientSeedSchema,
    nonces: z.number().int().nonnegative(),
  }),
  current: fairnessSchema,
});
export type RotateAnswer = z.infer<typeof rotateAnswerSchema>;

/** Everything needed to recompute one flip; the seed is null until its pair is rotated. */
export const flipProofSchema = z.strictObject({
  id: z.string(),
  gameType: z.string(),
  scheme: z.literal("st1"),
  serverSeedHash: hex32,
  serverSeed: hex32.nullable(),
  clientSeed: clientSeedSchema,
  clientSeedBy: clientSeedOriginSchema,
  nonce: z.number().int().nonnegative(),
  side: z.enum(["rbx", "tix"]),
  result: z.enum(["rbx", "tix"]),
  won: z.boolean(),
  /** Copies at stake in a game against the bot; none where a currency was staked. */
  items: z.array(provenItemSchema),
  position: z.number().int().positive(),
  settledAt: z.iso.datetime({ precision: 3 }),
});
export type FlipProof = z.infer<typeof flipProofSchema>;

export const seedPairEndpoints = {
  fairness: endpoint("GET /fairness", "player", {
    summary: "The player's current commitment, the next one, client seed and nonce",
    answers: { 200: fairnessSchema },
  }),
  rotate: endpoint("POST /fairness/rotate", "player", {
    summary: "Reveal the server seed and start a new pair with a client seed of one's own",
    body: rotateRequestSchema,
    answers: { 200: rotateAnswerSchema },
  }),
} as const;
