import { invariant } from "#domain/kernel/invariant.ts";
import { minor } from "#domain/kernel/money.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { fundBankCommand } from "#service/features/bank/fund-command.ts";
import { registerCommand } from "#service/features/players/register-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { identityOf } from "#service/lab/testing/identities.ts";
import {
  BASELINE_BOOKS,
  BASELINE_ENTRIES,
  BASELINE_HOLDINGS,
  POSITIONS,
} from "./baselines/transaction-per-command.ts";
import { insistent } from "./play/insistent.ts";
import { forEach, PLAYERS, playerId, takenBy } from "./play/players.ts";
import { withWriter } from "./play/with-writer.ts";

const BANK_FUNDS = minor("10000000.00");
const REGISTRATIONS_IN_FLIGHT = 512;

/** Fills a migrated database through the real writer: the bank's funds, and every player with seeds and identity. */
export const populate = (db: OpenDatabase): Promise<void> =>
  withWriter({ db }, async (writer) => {
    // On a busy machine a statement may be late.
    const taker = insistent(writer);
    const now = Date.now();
    await takenBy(taker, fundBankCommand(BANK_FUNDS, now));
    await forEach({ count: PLAYERS, atOnce: REGISTRATIONS_IN_FLIGHT }, (index) => {
      const id = playerId(index);
      const command = { playerId: id, clientSeed: `seed-of-${id}` };
      const identity = identityOf(id, { platformId: `platform-${id}`, at: now });
      return takenBy(taker, registerCommand(playerOrigin(id, now), command, identity));
    });
  });

/** Adds the baseline's tables, and gathers the planner's statistics. Run as the owner of the tables. */
export async function finishTemplate(owner: OpenDatabase, role: string | null): Promise<void> {
  const [head] = await owner.query<{ position: bigint }>("select position from log_heads");
  invariant(head !== undefined, "a log has a head");
  await owner.query(`create sequence ${POSITIONS} start with ${head.position + 1n}`);
  await owner.transaction((tx) => tx.script(BASELINE_BOOKS));
  if (role !== null) {
    await owner.query(`grant usage on sequence ${POSITIONS} to ${role}`);
    await owner.query(`grant select, insert, update on ${BASELINE_HOLDINGS} to ${role}`);
    await owner.query(`grant select on ${BASELINE_ENTRIES} to ${role}`);
  }
  await owner.query("vacuum analyze");
}
