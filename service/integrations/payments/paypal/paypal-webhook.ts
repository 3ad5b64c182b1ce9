import { z } from "zod";
import { readAnswer } from "../ask-provider.ts";
import type { WebhookDelivery } from "../provider.ts";
import { PaypalRefusal, type PaypalWire } from "./paypal-wire.ts";

/** Longest header of a delivery that is passed on. */
const HEADER_CHARS_MAX = 1_000;
const verifiedSchema = z.object({ verification_status: z.enum(["SUCCESS", "FAILURE"]) });

/**
 * Whether PayPal confirms that a delivery is its own. Its signature covers only a CRC32 of the body, which other bodies
 * can match, so everything is read from PayPal again. The body goes back byte for byte: reserialised, it would differ.
 * @throws ProviderTrouble when PayPal cannot be asked
 */
export async function isSignedByPaypal(
  wire: PaypalWire,
  { headers, raw }: WebhookDelivery,
): Promise<boolean> {
  const text = jsonText(raw);
  const given = {
    auth_algo: headers.get("PayPal-Auth-Algo"),
    cert_url: headers.get("PayPal-Cert-Url"),
    transmission_id: headers.get("PayPal-Transmission-Id"),
    transmission_sig: headers.get("PayPal-Transmission-Sig"),
    transmission_time: headers.get("PayPal-Transmission-Time"),
  };
  const isWhole = Object.values(given).every((value) => value !== null && value.length <= HEADER_CHARS_MAX);
  if (text === null || !isWhole) return false;
  const beside = JSON.stringify({ ...given, webhook_id: wire.settings.webhookId });
  const what = "the verification of a webhook at PayPal";
  try {
    const response = await wire.ask({
      ...{ method: "POST", path: "/v1/notifications/verify-webhook-signature", what },
      body: `${beside.slice(0, -1)},"webhook_event":${text}}`,
    });
    return (await readAnswer(response, verifiedSchema, what)).verification_status === "SUCCESS";
  } catch (error) {
    if (error instanceof PaypalRefusal) return false;
    throw error;
  }
}

/** The body as text, if it is one whole JSON value: it is inserted into another document. */
function jsonText(raw: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}
