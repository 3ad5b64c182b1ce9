import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { jsonOf } from "#domain/kernel/json.ts";
import { askProvider, type ProviderWire, readAnswer } from "#service/integrations/payments/ask-provider.ts";
import { ProviderTrouble } from "#service/integrations/payments/provider.ts";
import type { AgeProviderSettings } from "./settings.ts";

/** The header with the signature of answers and hints: an HMAC with SHA-256 of the body, in hex. */
export const SIGNATURE_HEADER = "X-Signature";
const SIGNATURE = /^[0-9a-f]{64}$/;

export const CHECK_STATUSES = ["open", "of_age", "under_age", "unknown", "cancelled", "failed"] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** A check to begin. The service learns only a reference of our own. */
export interface CheckOrder {
  /** Our reference. Repeating it returns the same check. */
  readonly reference: string;
  readonly returnUrl: string;
}

/** A check that has begun. */
export interface BegunCheck {
  /** The service's id of it. */
  readonly checkId: string;
  /** Its page, on which the player proves their age. */
  readonly url: string;
}

/** A service that verifies ages on pages of its own. */
export interface AgeProvider {
  /** @throws ProviderTrouble */
  begin(order: CheckOrder): Promise<BegunCheck>;
  /** The result of a check, signed by the service. @throws ProviderTrouble */
  read(check: { readonly checkId: string; readonly reference: string }): Promise<CheckStatus>;
  /** The reference in a hint; null if the service did not sign it. */
  hint(headers: Headers, raw: Uint8Array): string | null;
}

const begunSchema = z.object({ id: z.string().min(1).max(100), url: z.url({ protocol: /^https?$/ }) });
const resultSchema = z.object({ id: z.string(), reference: z.string(), status: z.enum(CHECK_STATUSES) });
const hintSchema = z.object({ reference: z.string().max(100) });

/** Signs a body as the service does. */
export const ageSignature = (secret: string, raw: Uint8Array): string =>
  createHmac("sha256", secret).update(raw).digest("hex");

function isSigned(headers: Headers, raw: Uint8Array, secret: string): boolean {
  const given = headers.get(SIGNATURE_HEADER) ?? "";
  if (!SIGNATURE.test(given)) return false;
  return timingSafeEqual(Buffer.from(given, "hex"), Buffer.from(ageSignature(secret, raw), "hex"));
}

/** The client of the verification service. */
export function ageProvider({ origin, key, secret }: AgeProviderSettings, wire: ProviderWire): AgeProvider {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return {
    begin: async ({ reference, returnUrl }) => {
      const what = "beginning a check of an age";
      const body = JSON.stringify({ reference, returnUrl });
      const init = { method: "POST", headers: { ...headers, "Idempotency-Key": reference }, body };
      const answer = await askProvider(wire, { what, url: `${origin}/checks`, init });
      if (!answer.ok) throw new ProviderTrouble("refused", `${what}: ${answer.status}`);
      const { id: checkId, url } = await readAnswer(answer, begunSchema, what);
      return { checkId, url };
    },
    read: async ({ checkId, reference }) => {
      const what = "reading a check of an age";
      const url = `${origin}/checks/${encodeURIComponent(checkId)}`;
      const answer = await askProvider(wire, { what, url, init: { headers } });
      if (!answer.ok) throw new ProviderTrouble("refused", `${what}: ${answer.status}`);
      const raw = new Uint8Array(await answer.clone().arrayBuffer());
      if (!isSigned(answer.headers, raw, secret)) throw new ProviderTrouble("strange", `${what}: not signed`);
      const result = await readAnswer(answer, resultSchema, what);
      if (result.id !== checkId || result.reference !== reference)
        throw new ProviderTrouble("strange", `${what}: it is of another check`);
      return result.status;
    },
    hint: (given, raw) => {
      if (!isSigned(given, raw, secret)) return null;
      const said = hintSchema.safeParse(jsonOf(Buffer.from(raw).toString("utf8")));
      return said.success ? said.data.reference : null;
    },
  };
}
