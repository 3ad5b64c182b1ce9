import {
  bookedTotals,
  onItsWayOf,
  type Purchase,
  readOfPurchase,
} from "#domain/features/purchases/purchase.ts";
import { eventTypes } from "#domain/features/registry.ts";
import { smaller } from "#domain/kernel/money.ts";
import {
  type EndedRefund,
  openSince,
  refundsToAsk,
  refundsToWithdraw,
  releasable,
  type WantedRefund,
} from "#projections/features/purchases/purchase-list.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { submitted } from "#service/event-store/commands/submitted.ts";
import { readStream } from "#service/event-store/states/loader.ts";
import type { Core } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import type { BookedTotals, Observation, PaymentDesk } from "#service/integrations/payments/payment-desk.ts";
import { ProviderTrouble, type RefundOrder } from "#service/integrations/payments/provider.ts";
import { quietly } from "#service/looking-job.ts";
import { Pauses } from "#service/pauses.ts";
import { failCommand, observeCommand, refusedCommand, releaseCommand, stuckCommand } from "./commands.ts";
import { type Asked, isStuckNow, noteAsked, noteOver } from "./refunds.ts";
import { endTrades } from "./trades.ts";

/** How long until a purchase whose payment was not begun is closed, in milliseconds. */
export const BEGIN_WITHIN_MS = 60_000;
/** How long to wait for the read models, in milliseconds: they must show the latest events. */
const SHOWN_WITHIN_MS = 2_000;
/** Maximum of each kind a turn. */
const DUE_MAX = 50;
/**
 * How long until a purchase whose payment was begun, or a refund prevented by our own trouble, is tried again, in
 * milliseconds, and how many are remembered.
 */
const PAUSED = { ms: 60_000, max: 1_000 };

/**
 * Advances purchases: books providers' reports, closes those never begun, requests refunds and pays sellers. Safe in
 * several processes: the log takes each step once, and a repeated refund is the same refund.
 */
export class PurchaseWorker {
  readonly #core: Core;
  readonly #desk: PaymentDesk;
  readonly #begun = new Pauses(PAUSED);
  readonly #asked = new Pauses(PAUSED);

  constructor(core: Core, desk: PaymentDesk) {
    this.#core = core;
    this.#desk = desk;
  }

  /** Books a provider's report. @throws Error when the log is unavailable; the payment is then read again */
  async observe({ paymentId, ...said }: Observation): Promise<void> {
    await submitted(
      this.#core.writer,
      observeCommand(serviceOrigin(this.#core.now()), { ...said, purchaseId: paymentId }),
    );
  }

  /** Money paid for a purchase and refunded, as of the newest event. */
  async booked(purchaseId: string): Promise<BookedTotals> {
    return bookedTotals(await this.#purchase(purchaseId));
  }

  /** Closes a purchase whose payment cannot begin. */
  async fail(purchaseId: string): Promise<void> {
    await submitted(this.#core.writer, failCommand(serviceOrigin(this.#core.now()), purchaseId));
  }

  /** Carries out everything that is due. */
  async look(): Promise<void> {
    const { reads, writer, now } = this.#core;
    const at = now();
    const models = modelsNow({ reads, writer }, SHOWN_WITHIN_MS);
    const open = { limit: DUE_MAX, except: this.#begun.now(at) };
    for (const { purchase_id: id } of await openSince(models, at - BEGIN_WITHIN_MS, open))
      await this.#quietly(id, async () => {
        if ((await this.#desk.find(id)) === null) await this.fail(id);
        else this.#begun.pause(id, at);
      });
    for (const { purchase_id: id } of await releasable(models, at, DUE_MAX))
      await this.#quietly(id, async () => {
        await submitted(writer, releaseCommand(serviceOrigin(at), id));
      });
    await endTrades(this.#core, { max: DUE_MAX, quietly: (id, work) => this.#quietly(id, work) });
    const asked = { limit: DUE_MAX, except: this.#asked.now(at) };
    for (const refund of await refundsToAsk(models, at, asked))
      await this.#quietly(refund.refund_id, () => this.#refund(refund));
    for (const ended of await refundsToWithdraw(models, asked))
      await this.#quietly(ended.refund_id, () => this.#withdraw(ended));
  }

  async #purchase(purchaseId: string): Promise<Purchase> {
    const read = readOfPurchase(purchaseId);
    const { db, writer } = this.#core;
    return readStream(read, { sql: db, logId: writer.logId, eventTypes });
  }

  /** Requests a refund, with a new key after each refusal: providers repeat their first answer to a key. */
  async #refund(refund: WantedRefund): Promise<void> {
    const { db, now, writer } = this.#core;
    const { refund_id: refundId, purchase_id: purchaseId, refusals } = refund;
    this.#asked.pause(refundId, now());
    const purchase = await this.#purchase(purchaseId);
    if (purchase.status === "absent") return;
    // A part may have been refunded by hand. Refunding the whole would exceed the decision.
    const amount = smaller(refund.amount, onItsWayOf(purchase));
    if (amount === 0n) {
      await noteOver(db, refundId, { refunded: BigInt(purchase.refunded), at: now() });
      this.#asked.end(refundId);
      return;
    }
    const asked = await this.#ask(purchaseId, { refundId, amount, attempt: refusals });
    // Another process is reading this payment, or requesting this refund.
    if (asked === null) {
      this.#asked.end(refundId);
      return;
    }
    const asks = refund.asks + 1;
    const told = { refundId, purchaseId, amount };
    if (isStuckNow(asked.how, asks))
      await submitted(writer, stuckCommand({ ...told, asks, refusals }, now()));
    await noteAsked(db, refund, { asked, at: now() });
    this.#asked.end(refundId);
    if (asked.how === "taken") return;
    if (asked.how === "refused") await submitted(writer, refusedCommand(told, now()));
    throw new Error(asked.why);
  }

  /** Withdraws the offer of a refund that admins ended: its buyer is paid some other way. */
  async #withdraw({ refund_id: refundId, purchase_id: purchaseId }: EndedRefund): Promise<void> {
    const { db, now } = this.#core;
    this.#asked.pause(refundId, now());
    const purchase = await this.#purchase(purchaseId);
    if (purchase.status === "absent" || !(await this.#desk.withdraw(purchaseId, refundId))) return;
    await noteOver(db, refundId, { refunded: BigInt(purchase.refunded), at: now() });
    this.#asked.end(refundId);
  }

  /** A provider's answer to a refund; null if it was not requested. */
  async #ask(purchaseId: string, order: Omit<RefundOrder, "reference">): Promise<Asked | null> {
    try {
      return (await this.#desk.refund(purchaseId, order)) ? { how: "taken" } : null;
    } catch (error) {
      if (!(error instanceof ProviderTrouble)) throw error;
      return { how: error.kind === "refused" ? "refused" : "away", why: error.message };
    }
  }

  #quietly(id: string, work: () => Promise<void>): Promise<void> {
    return quietly(`the purchase ${id} could not be processed`, this.#core, work);
  }
}
