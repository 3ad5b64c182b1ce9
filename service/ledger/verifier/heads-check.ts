import { type HeadPorts, headProblem, type SignedHead } from "#domain/ledger/receipt.ts";
import { arrayLiteral, type Sql } from "#projections/kernel/sql.ts";
import { type HeadOfBlock, logName } from "#service/ledger/heads/signed-heads.ts";
import type { ChainEnd } from "./chain-check.ts";
import type { Problem } from "./problem.ts";

/** Heads compared with their blocks at a time. */
const HEADS_SLICE = 1_000;

/** Finds verified blocks by their numbers; missing ones are left out. */
export type FindBlocks = (numbers: readonly number[]) => Promise<readonly HeadOfBlock[]>;

/** Finds blocks in a database. */
export const blocksIn =
  (sql: Sql, logId: number): FindBlocks =>
  (numbers) =>
    sql.query<HeadOfBlock & { readonly [column: string]: unknown }>(
      `select number::float8 as number, to_position::float8 as "to", hash from blocks
        where log_id = $1 and number = any($2::bigint[])`,
      [logId, arrayLiteral(numbers)],
    );

export interface HeadsOptions extends HeadPorts {
  readonly findBlocks: FindBlocks;
  readonly logId: number;
  /** The end of the verified chain. */
  readonly end: ChainEnd;
  /** The source of the heads, for the sentence: "kept elsewhere", "stored in the database". */
  readonly origin: string;
}

/** The result of comparing signed heads with a verified chain. */
export interface HeadsReport {
  readonly checked: number;
  /** The last position that a correct head vouches for; 0 without one. */
  readonly vouchedTo: number;
  readonly problem: Problem | null;
}

/**
 * Compares signed heads with a chain that verified by itself: every signature is valid and by a known key, and the log
 * has the signed block with that hash. A signed block that the log lacks was cut off or rewritten. Heads may come in
 * any order; the earliest wrong one is reported.
 */
export async function checkHeads(
  heads: AsyncIterable<SignedHead>,
  options: HeadsOptions,
): Promise<HeadsReport> {
  const check = new HeadsCheck(options);
  let slice: SignedHead[] = [];
  for await (const head of heads) {
    slice.push(head);
    if (slice.length < HEADS_SLICE) continue;
    await check.take(slice);
    slice = [];
  }
  await check.take(slice);
  return check.report();
}

/** A wrong head. Its problem is worded at the end, once it is known how far correct heads vouch for the log. */
interface WrongHead {
  readonly to: number;
  problem(vouchedTo: number): Problem;
}

class HeadsCheck {
  readonly #options: HeadsOptions;
  readonly #rightEnds: number[] = [];
  #checked = 0;
  #earliest: WrongHead | null = null;

  constructor(options: HeadsOptions) {
    this.#options = options;
  }

  async take(heads: readonly SignedHead[]): Promise<void> {
    if (heads.length === 0) return;
    const found = await this.#options.findBlocks(heads.map(({ number }) => number));
    const blocks = new Map(found.map((block) => [block.number, block]));
    for (const head of heads) {
      this.#checked += 1;
      const wrong = (await this.#signature(head)) ?? this.#block(head, blocks.get(head.number));
      if (wrong === null) this.#rightEnds.push(head.to);
      else if (this.#earliest === null || wrong.to < this.#earliest.to) this.#earliest = wrong;
    }
  }

  report(): HeadsReport {
    const wrong = this.#earliest;
    const before = wrong?.to ?? Number.POSITIVE_INFINITY;
    const vouchedTo = this.#rightEnds.reduce((most, to) => (to < before && to > most ? to : most), 0);
    return { checked: this.#checked, vouchedTo, problem: wrong?.problem(vouchedTo) ?? null };
  }

  async #signature(head: SignedHead): Promise<WrongHead | null> {
    const { logId, origin, end } = this.#options;
    const problem =
      head.log === logName(logId)
        ? await headProblem(head, this.#options)
        : `The head of block ${head.number} is of the log "${head.log}", and this is "${logName(logId)}".`;
    if (problem === null) return null;
    const sentence = `Among the heads ${origin}: ${problem}`;
    // An unverified head may name a position that never existed.
    const position = Math.min(head.to, end.position);
    return { to: head.to, problem: () => ({ position, sentence }) };
  }

  #block({ number, to, hash, at, keyId }: SignedHead, block: HeadOfBlock | undefined): WrongHead | null {
    const { end, origin } = this.#options;
    const said = `the head ${origin}, signed at ${at} with the key "${keyId}"`;
    if (block === undefined) {
      const sentence = `The log ends at position ${end.position}, but ${said}, says that block ${number} went to position ${to}: the newest events were cut off.`;
      return { to, problem: () => ({ position: end.position + 1, sentence }) };
    }
    if (block.to === to && Buffer.from(block.hash).toString("hex") === hash) return null;
    return {
      to,
      problem: (vouchedTo) => ({
        position: vouchedTo + 1,
        sentence: `Block ${number} is not the one of ${said}: history was rewritten between position ${vouchedTo + 1} and ${to}.`,
      }),
    };
  }
}
