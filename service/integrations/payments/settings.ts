import { z } from "zod";
import type { BtcpaySettings } from "./btcpay/btcpay.ts";
import type { PaypalSettings } from "./paypal/paypal-wire.ts";
import type { StripeSettings } from "./stripe/stripe.ts";

const webAddress = z.url({ protocol: /^https?$/ });
const secret = z.string().min(8, "must have at least 8 characters");

/** The environment variables of payments. */
export const paymentEnvironment = {
  REAL_MONEY: z.enum(["on", "off"]).default("off"),
  STRIPE_ORIGIN: webAddress.default("https://api.stripe.com"),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_\w+$/, "must begin with sk_live_ or sk_test_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, "must begin with whsec_")
    .optional(),
  PAYPAL_ORIGIN: webAddress.default("https://api-m.paypal.com"),
  PAYPAL_CLIENT_ID: secret.optional(),
  PAYPAL_CLIENT_SECRET: secret.optional(),
  PAYPAL_WEBHOOK_ID: secret.optional(),
  BTCPAY_ORIGIN: webAddress.optional(),
  BTCPAY_API_KEY: secret.optional(),
  BTCPAY_STORE_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,64}$/, "must be the id of a store")
    .optional(),
  BTCPAY_WEBHOOK_SECRET: secret.optional(),
};
type PaymentEnvironment = z.infer<z.ZodObject<typeof paymentEnvironment>>;

/** Settings of each provider; null if it is off. */
export interface PaymentSettings {
  readonly stripe: StripeSettings | null;
  readonly paypal: PaypalSettings | null;
  readonly btcpay: BtcpaySettings | null;
}

/** Each provider's settings, all or none. */
export const PROVIDER_KEYS = {
  stripe: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  paypal: ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"],
  btcpay: ["BTCPAY_ORIGIN", "BTCPAY_API_KEY", "BTCPAY_STORE_ID", "BTCPAY_WEBHOOK_SECRET"],
} as const;

/** Providers of which some settings are missing. */
export const wrongPayments = (e: Partial<PaymentEnvironment>): string[] =>
  Object.values(PROVIDER_KEYS).flatMap((keys) => {
    const given = keys.filter((key) => e[key] !== undefined).length;
    return given === 0 || given === keys.length ? [] : [`${keys.join(", ")}: are needed all, or none`];
  });

/** Outside demo and tests, payments take real money only. */
export function paymentsOf(e: PaymentEnvironment, mode: "production" | "demo" | "test"): PaymentSettings {
  if (mode === "production" && e.REAL_MONEY === "off") return { stripe: null, paypal: null, btcpay: null };
  return { stripe: stripeOf(e), paypal: paypalOf(e), btcpay: btcpayOf(e) };
}

const originOf = (text: string): string => text.replace(/\/+$/, "");

function stripeOf(e: PaymentEnvironment): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_ORIGIN: origin } = e;
  if (secretKey === undefined || webhookSecret === undefined) return null;
  return { origin: originOf(origin), secretKey, webhookSecret };
}

function paypalOf(e: PaymentEnvironment): PaypalSettings | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = e;
  if (clientId === undefined || clientSecret === undefined || webhookId === undefined) return null;
  return { origin: originOf(e.PAYPAL_ORIGIN), clientId, clientSecret, webhookId };
}

function btcpayOf(e: PaymentEnvironment): BtcpaySettings | null {
  const {
    BTCPAY_ORIGIN: origin,
    BTCPAY_API_KEY: apiKey,
    BTCPAY_STORE_ID: storeId,
    BTCPAY_WEBHOOK_SECRET: webhookSecret,
  } = e;
  if (!origin || apiKey === undefined || storeId === undefined || webhookSecret === undefined) return null;
  return { origin: originOf(origin), apiKey, storeId, webhookSecret };
}
