import { z } from "zod";
import { arrayQuery, emailText, endpoint } from "../../kernel/contract.ts";
import { PAYMENT_METHODS, PAYMENT_METHODS_MAX, type PaymentMethod } from "./rules.ts";

const details = {
  paypalEmail: emailText(),
  cashappTag: z
    .string()
    .trim()
    .regex(/^\$[A-Za-z][A-Za-z0-9_-]{0,19}$/, "Must be a $Cashtag, such as $alice"),
  cryptoWallet: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9:]{20,128}$/, "Must be a wallet address"),
  cryptoCurrency: z
    .string()
    .trim()
    .regex(/^[A-Z]{2,10}$/, "Must be a currency, such as BTC"),
} as const;
const FIELDS = ["paypalEmail", "cashappTag", "cryptoWallet", "cryptoCurrency"] as const;
type Field = (typeof FIELDS)[number];

/** The details of each method. Cards are entered only at the provider. */
const FIELDS_OF: { readonly [M in PaymentMethod]: readonly Field[] } = {
  paypal: ["paypalEmail"],
  cashapp: ["cashappTag"],
  stripe: [],
  crypto: ["cryptoWallet", "cryptoCurrency"],
};

/** The details of methods in a request, each where it is given. */
export const givenDetails = z.strictObject({
  paypalEmail: details.paypalEmail.optional(),
  cashappTag: details.cashappTag.optional(),
  cryptoWallet: details.cryptoWallet.optional(),
  cryptoCurrency: details.cryptoCurrency.optional(),
});
/** The details that a request gives. */
export type GivenDetails = z.output<typeof givenDetails>;

/** What is wrong with a method's details: one is missing, or belongs to another method; null when they fit. */
export function problemOfDetails(method: PaymentMethod, asked: GivenDetails): string | null {
  const wanted = FIELDS_OF[method];
  const missing = wanted.find((field) => asked[field] === undefined);
  if (missing !== undefined) return `${missing}: Required for ${method}`;
  const strange = FIELDS.find((field) => asked[field] !== undefined && !wanted.includes(field));
  return strange === undefined ? null : `${strange}: Does not belong to ${method}`;
}

/** The methods with details, each with its own. */
export const methodsIn = (
  asked: GivenDetails,
): readonly (GivenDetails & { readonly method: PaymentMethod })[] =>
  PAYMENT_METHODS.flatMap((method) => {
    const own = FIELDS_OF[method].filter((field) => asked[field] !== undefined);
    return own.length === 0
      ? []
      : [{ method, ...Object.fromEntries(own.map((field) => [field, asked[field]])) }];
  });

export const paymentMethodSchema = z.strictObject({
  id: z.string(),
  method: z.enum(PAYMENT_METHODS),
  isDefault: z.boolean(),
  /** Whether the site knows that it is the player's: an address at PayPal that is their confirmed one. */
  isVerified: z.boolean(),
  paypalEmail: z.string().nullable(),
  cashappTag: z.string().nullable(),
  cryptoWallet: z.string().nullable(),
  cryptoCurrency: z.string().nullable(),
});
export type PaymentMethodShown = z.infer<typeof paymentMethodSchema>;

export const addPaymentMethodSchema = givenDetails.extend({
  method: z.enum(PAYMENT_METHODS, {
    error: ({ input }) =>
      input === undefined || input === ""
        ? "Payment method type required"
        : `Must be one of ${PAYMENT_METHODS.join(", ")}`,
  }),
  isDefault: z.boolean().optional(),
});
const change = givenDetails.extend({ isDefault: z.literal(true).optional() });

const rate = { name: "payment-methods", perSecond: 1, burst: 30 } as const;
const params = z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "Must be an id") });
const list = z.array(paymentMethodSchema);

export const paymentMethodEndpoints = {
  paymentMethods: endpoint("GET /shop/payment-methods", "player", {
    summary: "How the player likes to pay and to be paid, the default first",
    query: arrayQuery.pick({ limit: true }),
    answers: { 200: list },
  }),
  addPaymentMethod: endpoint("POST /shop/payment-methods", "player", {
    summary: `Add a payment method, at most ${PAYMENT_METHODS_MAX}; the first is the default`,
    makesOne: true,
    asksFactor: true,
    rate,
    body: addPaymentMethodSchema,
    answers: { 200: paymentMethodSchema },
  }),
  changePaymentMethod: endpoint("PATCH /shop/payment-methods/{id}", "player", {
    summary: "Change the details of a payment method, or make it the default",
    asksFactor: true,
    rate,
    params,
    body: change,
    answers: { 200: paymentMethodSchema },
  }),
  removePaymentMethod: endpoint("DELETE /shop/payment-methods/{id}", "player", {
    summary: "Remove a payment method; the oldest of the others becomes the default in its place",
    rate,
    params,
    answers: { 200: list },
  }),
} as const;
