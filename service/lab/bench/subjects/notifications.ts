import { DAY_MS } from "#domain/kernel/time.ts";
import { unreadCount } from "#projections/features/notifications/notices-told.ts";
import { arrayLiteral } from "#projections/kernel/sql.ts";
import { playerId } from "#service/lab/bench/play/players.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import type { Service } from "#service/service.ts";
import type { Bench, Subject } from "../bench.ts";
import { p50Of } from "../load.ts";
import { tableNamed, untilFollowed, withNewService } from "../services.ts";

const FEW = 10;
const MANY = 10_000;

/** Others have a few each: with only two players in the table, the planner's statistics would be unrealistic. */
const OTHERS = 2_000;

/** Gives some players a number of unread notifications each. */
async function tell(service: Service, players: readonly string[], count: number): Promise<void> {
  const table = await tableNamed(service, "notifications");
  await service.deps.db.query(
    `insert into ${table} (player_id, name, together, first_position, position, times, type, payload, at)
    select player, '', n::text, n, n, 1, 'RoleGranted', '{}', $3 from unnest($1::text[]) as player, generate_series(1, $2::bigint) as n`,
    [arrayLiteral(players), count, Date.now() - DAY_MS],
  );
}

/** The p50 of counting a player's unread notifications, in milliseconds. */
async function counting(bench: Bench, { deps }: Service, player: string): Promise<number> {
  const ask = async (): Promise<void> => {
    const listener = { playerId: player, isAdmin: false, now: Date.now() };
    if ((await unreadCount(deps.reads, listener)) < FEW)
      throw new AuditError("Notifications were not counted");
  };
  return p50Of(ask, bench.spans);
}

/** The bell's requests. */
export const notificationSubject: Subject = {
  id: "notifications",
  run: (bench) =>
    withNewService(bench, async (service) => {
      await untilFollowed(service);
      const [few, many] = [playerId(0), playerId(1)];
      const others = Array.from({ length: OTHERS }, (_, n) => playerId(n + 2));
      await tell(service, [few, ...others], FEW);
      await tell(service, [many], MANY);
      await service.deps.db.query("analyze");
      return { few: await counting(bench, service, few), many: await counting(bench, service, many) };
    }),
};
