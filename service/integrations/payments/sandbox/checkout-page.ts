import { html } from "hono/html";
import { formatMinor } from "#domain/kernel/money.ts";
import { standInPage } from "#service/integrations/stand-ins/page.ts";
import { ACTIONS, type BookedPayment, type BookedRefund, type CheckoutAction } from "./book.ts";
import type { BookedPayout } from "./payout-book.ts";

const BADGE = "Payment sandbox: nothing here is real money";

const LABELS: Readonly<Record<CheckoutAction, readonly [label: string, what: string]>> = {
  pay: ["Pay", "All of it, at once."],
  decline: ["Decline", "The bank says no; you can try again."],
  cancel: ["Cancel", "Back to the shop without paying."],
  late: ["Pay late", "The checkout ends, then the money comes."],
  "too-little": ["Pay too little", "1.00 less than is due."],
  "too-much": ["Pay too much", "1.00 more than is due."],
  twice: ["Pay twice", "The whole amount, two times."],
  slowly: ["Pay slowly", "It is on its way for some seconds."],
};

const NAMES: Readonly<Record<BookedPayment["provider"], string>> = {
  stripe: "Stripe Checkout",
  paypal: "PayPal",
  btcpay: "BTCPay Server",
};

const declined = html`<p class="wrong" role="alert">Your payment was declined. Try again, or another way.</p>`;

/** The page on which a person pays, a plain form posted to its own address. */
export const checkoutPage = (payment: BookedPayment): Promise<string> =>
  standInPage({
    badge: BADGE,
    title: `Pay ${formatMinor(payment.amount)} ${payment.currency.toUpperCase()}`,
    content: html`<p class="lead">${payment.title}, by ${NAMES[payment.provider]}.</p>
${payment.declines > 0 ? declined : ""}
${
  payment.status === "open"
    ? html`<form method="post"><div class="choices">${ACTIONS.map((action, index) => {
        const [label, what] = LABELS[action];
        return html`<button name="action" value="${action}" class="${index === 0 ? "primary" : ""}">${label}<span class="note"> ${what}</span></button>`;
      })}</div></form>`
    : html`<p>This checkout is ${payment.status}.</p><p><a href="${payment.returnUrl}">Back to the shop</a></p>`
}
<dl><dt>Checkout</dt><dd>${payment.id}</dd></dl>`,
  });

/** The page on which a buyer claims a refund in crypto. */
export const claimPage = ({ amount, status }: BookedRefund): Promise<string> =>
  standInPage({
    badge: BADGE,
    title: `A refund of ${formatMinor(amount)} USD`,
    content:
      status === "offered"
        ? html`<p class="lead">It goes to the address of your wallet.</p><form method="post"><button name="action" value="claim" class="primary">Claim it</button></form>`
        : html`<p>This refund is ${status === "withdrawn" ? "not offered any more" : "claimed"}.</p>`,
  });

/** The contents of the control page. */
export interface ControlView {
  readonly payments: readonly BookedPayment[];
  readonly payouts: readonly BookedPayout[];
  readonly ahead: string;
  readonly switches: string;
  readonly sent: readonly {
    readonly type: string;
    readonly attempt: number;
    readonly status: number | null;
  }[];
}

const CONTROLS = ["dispute", "win", "lose", "refund", "fail-refund", "undo"] as const;

/** The page for triggering by hand what banks and providers do. */
export const controlPage = ({ payments, payouts, ahead, switches, sent }: ControlView): Promise<string> =>
  standInPage({
    badge: BADGE,
    title: "What happens to payments",
    content: html`<p class="lead">Its clock says ${ahead}. Switches: ${switches}. Programs set both by POST /control.</p>
<form method="post" action="/control/clock"><button name="minutes" value="30">30 minutes on</button> <button name="minutes" value="1440">A day on</button></form>
<h2>Payments</h2>
${payments.map(
  (payment) => html`<form method="post" action="/control/payments/${payment.id}">
<dl><dt>${payment.provider}</dt><dd>${payment.title}</dd><dt>Due</dt><dd>${formatMinor(payment.amount)}</dd><dt>Came</dt><dd>${formatMinor(payment.received)}, ${payment.status}</dd></dl>
${CONTROLS.map((what) => html`<button name="what" value="${what}">${what}</button> `)}</form>`,
)}
<h2>Payouts</h2>
<p>What becomes of one follows from its address: it fails where that begins with fail, and so on with block, deny, unclaimed and hold.</p>
<table><tbody>${payouts.map(({ payoutId, receiver, amount, status }) => html`<tr><td>${payoutId}</td><td>${receiver}</td><td>${formatMinor(amount)}</td><td>${status}</td></tr>`)}</tbody></table>
<h2>Webhooks sent</h2>
<table><tbody>${sent.map(({ type, attempt, status }) => html`<tr><td>${type}</td><td>attempt ${attempt}</td><td>${status ?? "no answer"}</td></tr>`)}</tbody></table>`,
  });
