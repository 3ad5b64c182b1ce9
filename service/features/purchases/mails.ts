import { dollars } from "#domain/accounts/dollars.ts";
import { sellerReviewed } from "#domain/features/listings/events.ts";
import {
  copyLeftSeller,
  purchaseClosed,
  purchaseComplained,
  purchaseConfirmed,
  purchaseDelivered,
  purchaseInitiated,
  purchaseReleased,
  purchaseUndone,
  tradeAwaited,
} from "#domain/features/purchases/events.ts";
import { refundWanted } from "#domain/features/purchases/payment/events.ts";
import { eventMail } from "#service/integrations/mail/event-mail.ts";
import type { MailLink } from "#service/integrations/mail/mail-text.ts";

const page = (purchaseId: string): MailLink => ({
  label: "See the purchase",
  path: `/shop/purchases/${purchaseId}`,
});

/** Mails to buyer and seller about a purchase. */
export const purchaseMails = [
  eventMail(purchaseInitiated, {
    kind: "instructions",
    to: ({ buyerId }) => [buyerId],
    words: ({ purchaseId, title, price }) => ({
      subject: `Pay for ${title}`,
      paragraphs: [
        `You are buying ${title} for ${dollars(price)}. It is reserved for you for 30 minutes.`,
        "Open the purchase and pay at the provider you chose. We never ask for card numbers.",
      ],
      link: page(purchaseId),
    }),
  }),
  eventMail(purchaseDelivered, {
    kind: "receipt",
    to: ({ buyerId }) => [buyerId],
    words: ({ purchaseId, title }) => ({
      subject: `Receipt for ${title}`,
      paragraphs: [`Your payment has arrived, and ${title} is in your inventory.`],
      link: page(purchaseId),
    }),
  }),
  eventMail(purchaseDelivered, {
    kind: "sold",
    to: ({ sellerId }) => [sellerId],
    words: ({ purchaseId, title, sellerPayout, releaseAt }) => ({
      subject: `Sold: ${title}`,
      paragraphs: [
        `${title} was paid for. You get ${dollars(sellerPayout)} on ${new Date(releaseAt).toISOString().slice(0, 10)}, unless the payment is disputed first.`,
      ],
      link: page(purchaseId),
    }),
  }),
  eventMail(purchaseReleased, {
    kind: "released",
    to: ({ sellerId }) => [sellerId],
    words: ({ purchaseId, title, sellerPayout }) => ({
      subject: `${dollars(sellerPayout)} for ${title}`,
      paragraphs: [`The hold is over: ${dollars(sellerPayout)} for ${title} is in your balance.`],
      link: page(purchaseId),
    }),
  }),
  eventMail(refundWanted, {
    kind: "refund",
    to: ({ buyerId }) => [buyerId],
    words: ({ purchaseId, amount }) => ({
      subject: `${dollars(amount)} goes back to you`,
      paragraphs: [
        `${dollars(amount)} of your payment goes back the way it came. This can take a few days.`,
        "If you paid in crypto, open the purchase in a few minutes and claim the refund there.",
      ],
      link: page(purchaseId),
    }),
  }),
  eventMail(purchaseClosed, {
    kind: "closed",
    to: ({ buyerId }) => [buyerId],
    words: ({ purchaseId }) => ({
      subject: "Your purchase was not completed",
      paragraphs: ["It was not paid in time, or you cancelled it. The item is for sale again."],
      link: page(purchaseId),
    }),
  }),
  eventMail(tradeAwaited, {
    kind: "trade",
    to: ({ sellerId }) => [sellerId],
    words: ({ purchaseId, title, tradeUntil }) => ({
      subject: `Send ${title} to its buyer`,
      paragraphs: [
        `${title} was paid for. Send it to the buyer in a trade by ${new Date(tradeUntil).toISOString().slice(0, 16).replace("T", " ")} UTC, then sync your inventory.`,
        "Otherwise the buyer gets the money back and the listing ends.",
      ],
      link: page(purchaseId),
    }),
  }),
  eventMail(tradeAwaited, {
    kind: "paid",
    to: ({ buyerId }) => [buyerId],
    words: ({ purchaseId, title }) => ({
      subject: `Paid: ${title}`,
      paragraphs: [
        `Your payment for ${title} has arrived. The seller has a day to send it to you in a trade.`,
        "When it has arrived, sync your inventory or confirm the purchase. If it does not arrive, you get your money back.",
      ],
      link: page(purchaseId),
    }),
  }),
  eventMail(copyLeftSeller, {
    kind: "left",
    to: ({ buyerId }) => [buyerId],
    words: ({ purchaseId, title }) => ({
      subject: `Has ${title} arrived?`,
      paragraphs: [
        `${title} is no longer with its seller. Confirm the purchase if you have it; otherwise write to support.`,
      ],
      link: page(purchaseId),
    }),
  }),
  eventMail(purchaseConfirmed, {
    kind: "confirmed",
    to: ({ sellerId }) => [sellerId],
    words: ({ purchaseId, title }) => ({
      subject: `${title} was confirmed`,
      paragraphs: [`The buyer of ${title} confirmed that all is well. You are paid when the hold ends.`],
      link: page(purchaseId),
    }),
  }),
  eventMail(purchaseComplained, {
    kind: "complaint",
    to: ({ sellerId }) => [sellerId],
    words: ({ purchaseId, title, reason }) => ({
      subject: `Complaint about ${title}`,
      paragraphs: [
        `The buyer of ${title} complained: "${reason}"`,
        "You are not paid until an admin has reviewed it. Write to support to give your side.",
      ],
      link: page(purchaseId),
    }),
  }),
  eventMail(purchaseUndone, {
    kind: "undone",
    to: ({ sellerId }) => [sellerId],
    words: ({ purchaseId, title, reason }) => ({
      subject: `The sale of ${title} was taken back`,
      paragraphs: [`${title} is yours again, and the buyer gets the money back: ${reason}`],
      link: page(purchaseId),
    }),
  }),
  eventMail(sellerReviewed, {
    kind: "review",
    to: ({ sellerId }) => [sellerId],
    words: ({ purchaseId, rating, comment }) => ({
      subject: `A review with ${rating} of 5 stars`,
      paragraphs: [comment === null ? "The buyer wrote nothing." : `The buyer wrote: "${comment}"`],
      link: page(purchaseId),
    }),
  }),
] as const;
