import { z } from "zod";
import { endpoint, instantText, position } from "../../kernel/contract.ts";

const rate = { name: "own-data", perSecond: 0.05, burst: 5 };

export const ownDataEndpoints = {
  exportOwnData: endpoint("POST /me/export", "player", {
    summary: "Everything held about the caller, as JSON lines: rows by table, then events by position",
    isSensitive: true,
    rate,
    body: z.strictObject({}),
    answers: {
      200: z.strictObject({
        playerId: z.string(),
        exportedAt: instantText,
        rows: z.array(z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) })),
        events: z.array(
          z.strictObject({ position, type: z.string(), recordedAt: z.number(), payload: z.unknown() }),
        ),
      }),
    },
  }),
  forgetMe: endpoint("POST /me/forget", "player", {
    summary: "Erase the player's personal data; the log stays, under an anonymous id",
    isSensitive: true,
    rate,
    body: z.strictObject({ confirm: z.string().min(1).max(100) }),
    answers: { 200: z.strictObject({ position, forgotten: z.literal(true) }) },
  }),
} as const;
