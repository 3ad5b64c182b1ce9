import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { LeastHolding } from "#domain/ledger/account.ts";
import { entryNumber } from "#domain/ledger/entry-number.ts";
import { isBalanced, type Posting } from "#domain/ledger/posting.ts";
import type { HeldAmount } from "./log-model.ts";
import { expectAt } from "./problem.ts";
import {
  ENTRY_SEPARATOR,
  entryText,
  FIELD_SEPARATOR,
  type StoredEntries,
  type StoredEvent,
} from "./slices.ts";

interface Holding {
  /** The position of the event that opened it. */
  readonly number: string;
  amount: bigint;
}

/** A holding's key and its contents. */
interface Held extends HeldAmount {
  readonly number: string;
}

/** Checks that the posting columns of an event have one length. */
export function expectWholePostings({ position, accounts, assets, deltas }: StoredEvent): void {
  const isWhole = accounts.length === assets.length && assets.length === deltas.length;
  expectAt(position, isWhole, () => "The event's accounts, assets and amounts are not of one length.");
}

/** Recomputes the books: events balance, guarded accounts keep their minimum, entries match leg by leg. */
export class BooksCheck {
  readonly #holdings = new Map<string, Map<string, Holding>>();
  readonly #leastHolding: LeastHolding;

  constructor(leastHolding: LeastHolding) {
    this.#leastHolding = leastHolding;
  }

  /** How many accounts have had a holding. */
  get accounts(): number {
    return this.#holdings.size;
  }

  /** Every holding that ever existed. */
  *holdings(): Generator<Held> {
    for (const [account, assets] of this.#holdings)
      for (const [asset, { amount, number }] of assets) yield { account, asset, amount, number };
  }

  /** The number of a holding; null for one that was never touched. */
  numberOf(account: string, asset: string): string | null {
    return this.#holdings.get(account)?.get(asset)?.number ?? null;
  }

  /** The amount of a holding; null for one that was never touched. */
  amountOf(account: string, asset: string): bigint | null {
    return this.#holdings.get(account)?.get(asset)?.amount ?? null;
  }

  /** Posts an event and compares it with its entries, which may be missing; null skips the comparison. */
  post({ position, type, postings }: RecordedEvent, entries: StoredEntries | null | undefined): void {
    expectAt(
      position,
      isBalanced(postings),
      () => "The event's postings do not sum to zero for every asset.",
    );
    let text = "";
    for (let leg = 0; leg < postings.length; leg += 1) {
      const posting = postings[leg] as Posting;
      const holding = this.#holding(posting, position, leg);
      holding.amount += posting.delta;
      if (leg > 0) text += ENTRY_SEPARATOR;
      text += entryText(leg, holding.number, { delta: posting.delta, balance: holding.amount });
    }
    for (const posting of postings) {
      const least = this.#leastHolding(posting.account, posting.asset);
      const amount = this.amountOf(posting.account, posting.asset) ?? 0n;
      expectAt(position, least === null || amount >= least, () => {
        return `${type} leaves ${posting.account} with ${amount} of ${posting.asset}, less than ${least}.`;
      });
    }
    if (entries === null) return;
    const isSame = (entries?.legs ?? 0) === postings.length && (entries?.text ?? "") === text;
    expectAt(position, isSame, () => this.#differenceOf(text, entries?.text ?? ""));
  }

  #holding({ account, asset }: Posting, position: number, leg: number): Holding {
    let assets = this.#holdings.get(account);
    if (assets === undefined) {
      assets = new Map();
      this.#holdings.set(account, assets);
    }
    let holding = assets.get(asset);
    if (holding === undefined) {
      holding = { number: entryNumber(position, leg), amount: 0n };
      assets.set(asset, holding);
    }
    return holding;
  }

  /** Describes the first leg in which an event's entries differ from its postings. */
  #differenceOf(due: string, found: string): string {
    const dues = due.split(ENTRY_SEPARATOR);
    const finds = found.split(ENTRY_SEPARATOR);
    const leg = dues.findIndex((text, i) => text !== finds[i]);
    const [dueText, foundText] = [dues[leg], finds[leg]].map((text) => this.#sayEntry(text));
    if (leg < 0 || dueText === "") return "There are more entries than the event has legs.";
    if (foundText === "") return `The entry of ${dueText} is missing.`;
    return `The entry says ${foundText}, where the event gives ${dueText}.`;
  }

  #sayEntry(text: string | undefined): string {
    if (text === undefined || text === "") return "";
    const [leg, holding = "", delta, balance] = text.split(FIELD_SEPARATOR);
    const { account, asset } = this.#placeOf(holding) ?? {
      account: "nobody",
      asset: `of holding ${holding}`,
    };
    return `leg ${leg}: ${account} ${delta} ${asset}, ${balance} after`;
  }

  /** Searched only after a problem: a map of all would be as large as the books. */
  #placeOf(number: string): Pick<Held, "account" | "asset"> | null {
    for (const held of this.holdings()) if (held.number === number) return held;
    return null;
  }
}
