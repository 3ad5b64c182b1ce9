import { leftFor, readOfCashout } from "#domain/features/cashouts/cashout.ts";
import { eventTypes } from "#domain/features/registry.ts";
import {
  type CashoutRow,
  cashoutById,
  cashoutsToBegin,
  cashoutsUnattended,
} from "#projections/features/cashouts/cashout-list.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { readStream } from "#service/event-store/states/loader.ts";
import type { Core } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import type { Moves } from "#service/integrations/payments/differences.ts";
import type {
  PayoutDesk,
  PayoutObservation,
  PayoutPurpose,
} from "#service/integrations/payments/payout-desk.ts";
import type { PayoutOrder } from "#service/integrations/payments/payout-provider.ts";
import { quietly } from "#service/looking-job.ts";
import { Pauses } from "#service/pauses.ts";
import { beginCommand, observeCommand } from "./commands.ts";
import type { Targets } from "./targets.ts";

/** How long to wait for the read models, in milliseconds: they must show the latest approvals. */
const SHOWN_WITHIN_MS = 2_000;
/** Maximum cash-outs a turn. */
const DUE_MAX = 50;
/** How long until a cash-out of a barred player is tried again, in milliseconds, and how many are remembered. */
const BARRED = { ms: 60_000, max: 1_000 };
/** Refusals that mean that another process was first, or that nothing is due yet. */
const EXPECTED: ReadonlySet<string> = new Set([
  "nothing_new",
  "not_approved",
  "payouts_closed",
  "payee_barred",
]);

type Needs = Pick<Core, "db" | "reads" | "writer" | "now" | "onTrouble">;

/** Pays approved cash-outs and books their outcome. Safe in several processes: the log begins a payout once. */
export class CashoutWorker implements PayoutPurpose {
  readonly #core: Needs;
  readonly #desk: PayoutDesk;
  readonly #targets: Targets;
  readonly #barred = new Pauses(BARRED);

  constructor(core: Needs, desk: PayoutDesk, targets: Targets) {
    this.#core = core;
    this.#desk = desk;
    this.#targets = targets;
  }

  /** Carries out everything that is due. */
  async look(): Promise<void> {
    const provider = this.#desk.providerName();
    if (provider === null) return;
    const at = this.#core.now();
    const turn = { limit: DUE_MAX, except: this.#barred.now(at) };
    for (const { cashout_id: cashoutId } of await cashoutsToBegin(this.#models(), turn))
      await this.#quietly(cashoutId, async () => {
        const refused = await this.#submit(beginCommand(serviceOrigin(at), { cashoutId, provider }));
        if (refused === "payee_barred") this.#barred.pause(cashoutId, at);
      });
    for (const { cashout_id: id, begun_at: at } of await cashoutsUnattended(this.#models(), DUE_MAX))
      await this.#quietly(id, () => this.#desk.begin(id, Number(at)));
    await this.#desk.look();
  }

  async orderOf(payoutId: string): Promise<PayoutOrder | null> {
    const row = await this.#row(payoutId);
    const receiver = row === null ? "" : this.#targets.addressOf(row);
    return row === null || receiver === "" ? null : { payoutId, receiver, amount: row.amount - row.fees };
  }

  async observe({ payoutId, ...said }: PayoutObservation): Promise<void> {
    await this.#submit(observeCommand(serviceOrigin(this.#core.now()), { ...said, cashoutId: payoutId }));
  }

  async booked(payoutId: string): Promise<Moves> {
    const read = readOfCashout(payoutId);
    const { db, writer } = this.#core;
    return leftFor(await readStream(read, { sql: db, logId: writer.logId, eventTypes }));
  }

  #models() {
    return modelsNow(this.#core, SHOWN_WITHIN_MS);
  }

  #row(cashoutId: string): Promise<CashoutRow | null> {
    return cashoutById(this.#models(), cashoutId);
  }

  #quietly(id: string, work: () => Promise<void>): Promise<void> {
    return quietly(`the cash-out ${id} could not be processed`, this.#core, work);
  }

  /** @returns the refusal's code if it was expected; null if committed */
  async #submit(command: Submission): Promise<string | null> {
    const outcome = await this.#core.writer.submit(command);
    if (outcome.kind === "committed") return null;
    if (outcome.kind === "refused") {
      if (EXPECTED.has(outcome.refusal.code)) return outcome.refusal.code;
      throw new Error(outcome.refusal.detail);
    }
    throw outcome.kind === "failed" ? outcome.error : new Error(`the log took nothing: ${outcome.kind}`);
  }
}
