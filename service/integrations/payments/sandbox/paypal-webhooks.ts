import { createSign, createVerify, generateKeyPairSync } from "node:crypto";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { jsonOf } from "#domain/kernel/json.ts";
import { type BookedPayment, type Happening, sandboxId } from "./book.ts";
import type { Face, Sandbox } from "./face.ts";
import { type PaypalAccount, paypalJson, paypalRefusal } from "./paypal-guard.ts";
import { captureOf, orderOf, paypalDisputeOf, paypalRefundOf } from "./paypal-objects.ts";

const ALGORITHM = "SHA256withRSA";
const EVENT = '"webhook_event":';
/** The certificate's key, created for the first signature. */
let keys: ReturnType<typeof newKeys> | null = null;
const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2_048 });
const keyPair = () => {
  keys ??= newKeys();
  return keys;
};

const askedSchema = z.object({
  auth_algo: z.literal(ALGORITHM),
  cert_url: z.url(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
});

/** Signs webhooks, and verifies signatures. */
export interface PaypalSigner {
  headers(body: string, at: number): Readonly<Record<string, string>>;
  /** @param question the whole body of the verification request, whose last member is the webhook */
  verify(question: string): Response;
}

/** The signature covers only a checksum of the body, as PayPal's does. */
export function paypalSigner({ webhookId }: PaypalAccount): PaypalSigner {
  const signed = (id: string, time: string, body: string): string =>
    `${id}|${time}|${webhookId}|${crc32(Buffer.from(body))}`;
  return {
    headers: (body, at) => {
      const [id, time] = [sandboxId(""), new Date(at).toISOString()];
      const sign = createSign("RSA-SHA256").update(signed(id, time, body));
      return {
        "PayPal-Transmission-Id": id,
        "PayPal-Transmission-Time": time,
        "PayPal-Transmission-Sig": sign.sign(keyPair().privateKey, "base64"),
        "PayPal-Cert-Url": "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
        "PayPal-Auth-Algo": ALGORITHM,
      };
    },
    verify: (question) => {
      const at = question.indexOf(EVENT);
      const asked = askedSchema.safeParse(jsonOf(question));
      if (at === -1 || !asked.success) return paypalRefusal(400, "VALIDATION_ERROR");
      const body = question.slice(at + EVENT.length, question.lastIndexOf("}"));
      const { transmission_id: id, transmission_time: time, transmission_sig: signature } = asked.data;
      const isTheirs =
        asked.data.webhook_id === webhookId &&
        createVerify("RSA-SHA256")
          .update(signed(id, time, body))
          .verify(keyPair().publicKey, signature, "base64");
      return paypalJson({ verification_status: isTheirs ? "SUCCESS" : "FAILURE" });
    },
  };
}

/** The PayPal events for an event of the book. */
const EVENTS: Readonly<Record<Happening, string | null>> = {
  approved: "CHECKOUT.ORDER.APPROVED",
  paid: "PAYMENT.CAPTURE.COMPLETED",
  processing: "PAYMENT.CAPTURE.PENDING",
  declined: null,
  expired: null,
  offered: null,
  refunded: "PAYMENT.CAPTURE.REFUNDED",
  refund_failed: "PAYMENT.REFUND.FAILED",
  disputed: "CUSTOMER.DISPUTE.CREATED",
  dispute_closed: "CUSTOMER.DISPUTE.RESOLVED",
};

function resourceOf(payment: BookedPayment, what: Happening, origin: string): object | null {
  const [refund, dispute] = [payment.refunds.at(-1), payment.disputes.at(-1)];
  if (what === "refunded" || what === "refund_failed")
    return refund === undefined ? null : paypalRefundOf(payment, refund, origin);
  if (what === "disputed" || what === "dispute_closed")
    return dispute === undefined ? null : paypalDisputeOf(payment, dispute);
  return what === "approved" ? orderOf(payment, origin) : captureOf(payment, origin);
}

/** Sends PayPal's webhooks, and repeats them for days until they are accepted. */
export function paypalTeller(
  { book, sender, origin, webhooks, now }: Sandbox,
  signer: PaypalSigner,
): Face["tell"] {
  return (payment, what) => {
    const type = EVENTS[what];
    if (type === null) return;
    const event = {
      id: sandboxId("WH-"),
      event_version: "1.0",
      create_time: new Date(book.now()).toISOString(),
      event_type: type,
      resource: resourceOf(payment, what, origin),
    };
    // PayPal's spelling of numbers, which no serialiser reproduces.
    const body = `${JSON.stringify(event).slice(0, -1)},"sequence":1.0}`;
    sender.send({
      ...{ id: event.id, type, url: `${webhooks}/paypal` },
      mayRetry: (status) => status === null || status < 200 || status >= 300,
      request: () => ({ headers: signer.headers(body, now()), body }),
    });
  };
}
