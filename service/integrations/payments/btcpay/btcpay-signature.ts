import { createHmac, timingSafeEqual } from "node:crypto";

const SIGNATURE = /^sha256=[0-9a-f]{64}$/;

/** Signs a body as BTCPay does, without a timestamp. */
export const btcpaySignature = (secret: string, raw: Uint8Array): string =>
  `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`;

/** Whether a body was signed by BTCPay, at any time. @param header `BTCPay-Sig: sha256=<hex>` */
export function isSignedByBtcpay(header: string | null, raw: Uint8Array, secret: string): boolean {
  if (header === null || !SIGNATURE.test(header)) return false;
  return timingSafeEqual(Buffer.from(header), Buffer.from(btcpaySignature(secret, raw)));
}
