import { DAY_MS } from "#domain/kernel/time.ts";
import { activityFeed } from "#projections/features/activities/feed.ts";
import { activitySources } from "#projections/features/all.ts";
import { arrayLiteral } from "#projections/kernel/sql.ts";
import { PLAYERS, playerId } from "#service/lab/bench/play/players.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import type { Service } from "#service/service.ts";
import type { Bench, Subject } from "../bench.ts";
import { p50Of } from "../load.ts";
import { tableNamed, untilFollowed, withNewService } from "../services.ts";

const FRIENDS = 200;
/** One in this many events is an activity that others see. */
const EVENTS_EACH = 100;
const SHORT_LOG = 100_000;
const LONG_LOG = 5_000_000;
const PAGE = 50;

/** Inserts the activities that a log of some events would leave, of all players, after the existing ones. */
async function liveOn(service: Service, from: number, to: number): Promise<void> {
  const { db } = service.deps;
  const table = await tableNamed(service, "activities");
  await db.query(
    `insert into ${table} (player_id, position, type, other_id, payload, at)
    select 'p_bench_' || lpad(((n * 7919) % ${PLAYERS})::text, 5, '0'), n * ${EVENTS_EACH}, 'level', null,
      '{"level":"20"}', $3 from generate_series($1::bigint, $2::bigint) as n`,
    [from / EVENTS_EACH + 1, to / EVENTS_EACH, Date.now() - DAY_MS],
  );
  await db.query("analyze");
}

/** The p50 of the newest page of friends' activities, in milliseconds. */
async function feed(bench: Bench, { deps }: Service): Promise<number> {
  const from = { models: deps.reads, sources: activitySources };
  const ask = async (): Promise<void> => {
    const found = await activityFeed(from, playerId(0), { scope: "friends", limit: PAGE });
    if (found.length === 0) throw new AuditError("Friends did nothing");
  };
  return p50Of(ask, bench.spans);
}

/** Friends' activities. */
export const activitySubject: Subject = {
  id: "activities",
  run: (bench) =>
    withNewService(bench, async (service) => {
      await untilFollowed(service);
      const friends = await tableNamed(service, "friendships");
      await service.deps.db.query(
        `insert into ${friends} (player_id, friend_id, request_id, at, position)
        select $1, friend, friend, 0, n from unnest($2::text[]) with ordinality as t(friend, n)`,
        [playerId(0), arrayLiteral(Array.from({ length: FRIENDS }, (_, n) => playerId(n + 1)))],
      );
      await liveOn(service, 0, SHORT_LOG);
      const short = await feed(bench, service);
      await liveOn(service, SHORT_LOG, LONG_LOG);
      return { short, long: await feed(bench, service) };
    }),
};
