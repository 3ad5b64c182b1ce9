import type { Activity, ActivityScope } from "#domain/features/activities/contract.ts";
import { levelOf } from "#domain/features/players/level.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { ActivitySource } from "../../activities/activity-source.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import type { Row, SqlValue } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { withIdentity } from "../players/identity.ts";

/** Activities on a profile page. */
const ON_PROFILE = 10;

interface ActivityRow extends Row {
  readonly player_id: string;
  readonly position: bigint;
  readonly type: string;
  readonly payload: string;
  readonly at: bigint;
  readonly other_name: string | null;
  readonly username: string;
  readonly display_name: string;
  readonly profile_image_url: string | null;
  readonly experience: bigint | null;
  readonly is_public: boolean;
}

/**
 * Whether `$1` sees a player's activity: by the current settings, and unless `$1` blocked them. A blocked viewer sees
 * what a visitor sees: anything missing only for them would reveal the block.
 */
function isSeen(table: TableNames, identity: string): string {
  const is = `${identity}.player_id collate "C"`;
  const isFriend = `exists (select from ${table("friendships")} t where t.player_id = $1 and t.friend_id = ${is})`;
  const shows = (what: string) =>
    `(${identity}.${what} = 'public' or (${identity}.${what} = 'friends' and ${isFriend}))`;
  const isBlocked = `exists (select from ${table("player_blocks")} b where b.by_player = $1 and b.player_id = ${is})`;
  return `(${is} = $1 or (${shows("activity")} and ${shows("profile")}
    and not ${isBlocked}))`;
}

const PUBLIC = (identity: string): string =>
  `${identity}.activity = 'public' and ${identity}.profile = 'public'`;

/** The shown columns of activities `a`, with their players `i` and the players they name `o`. */
const SHOWN = `select a.*, i.username, i.display_name, i.profile_image_url, o.username as other_name,
      ${PUBLIC("i")} and (a.other_id is null or ${PUBLIC("o")}) as is_public`;
const PEOPLE = `join identities i on i.player_id = a.player_id collate "default" ${withIdentity("o", "a.other_id")}`;
const NEWEST = "order by a.position desc fetch first $3 rows with ties";

/** Activities of some players that `$1` may see, newest first, before `$2`. @param of a condition on `a.player_id` */
const seen = (table: TableNames, of: string): string =>
  `${SHOWN} from ${table("activities")} a ${PEOPLE}
    where a.position < $2 and ${of} and ${isSeen(table, "i")}
      and (a.other_id is null or ${isSeen(table, "o")})
    ${NEWEST}`;

/**
 * Friends' newest activities: the work is friends times rows each, however long the log is. Visibility is checked once
 * for each friend, not for each activity.
 */
const ofFriends = (table: TableNames): string =>
  `${SHOWN} from (
      select theirs.* from (
        select f.friend_id from ${table("friendships")} f
          join identities i on i.player_id = f.friend_id collate "default"
          where f.player_id = $1 and ${isSeen(table, "i")} offset 0) friend
      cross join lateral (
        select a.* from ${table("activities")} a
        where a.player_id = friend.friend_id and a.position < $2 and (a.other_id is null or exists (
          select from identities o where o.player_id = a.other_id collate "default" and ${isSeen(table, "o")}))
        ${NEWEST}) theirs
      order by position desc fetch first $3 rows with ties) a ${PEOPLE} order by a.position desc`;

const SCOPES: { readonly [S in ActivityScope]: (table: TableNames) => string } = {
  all: (table) => seen(table, "true"),
  friends: ofFriends,
  mine: (table) => seen(table, "a.player_id = $1"),
};

/** The parts of an activity's text. */
interface From {
  readonly models: ReadModels;
  readonly sources: readonly ActivitySource[];
}

async function activitiesIn(
  { models, sources }: From,
  query: (table: TableNames) => string,
  values: readonly SqlValue[],
): Promise<Activity[]> {
  const rows = await models.ask<ActivityRow>(
    (table) => `select found.*, p.experience from (${query(table)}) found
      left join ${table("player_progress")} p on p.player_id = found.player_id
      order by found.position desc, found.player_id, found.type`,
    values,
  );
  return rows.map((row) => activityOf(row, sources));
}

function activityOf(row: ActivityRow, sources: readonly ActivitySource[]): Activity {
  const source = sources.find(({ type }) => type === row.type);
  invariant(source !== undefined, `${row.type} is an activity`);
  const payload = JSON.parse(row.payload) as Readonly<Record<string, string>>;
  const { description, metadata } = source.says(payload, row.other_name ?? "");
  const position = Number(row.position);
  return {
    id: `${position}_${row.type}_${row.player_id}`,
    position,
    userId: row.player_id,
    user: {
      id: row.player_id,
      username: row.username,
      displayName: row.display_name,
      profileImageUrl: row.profile_image_url,
      level: levelOf(Number(row.experience ?? 0n)),
    },
    type: row.type,
    description,
    metadata: { ...metadata },
    isPublic: row.is_public,
    createdAt: instantOf(row.at),
  };
}

/** Activities that the viewer may see, newest first. A page is never cut within a position. */
export const activityFeed = (
  from: From,
  viewerId: string,
  {
    scope,
    limit = LIST_LIMIT_DEFAULT,
    before = Number.MAX_SAFE_INTEGER,
  }: Window & { readonly scope: ActivityScope },
): Promise<Activity[]> => activitiesIn(from, SCOPES[scope], [viewerId, before, limit]);

/** A player's newest activities visible to a viewer, null for a visitor. */
export const activitiesOf = (from: From, playerId: string, viewerId: string | null): Promise<Activity[]> =>
  activitiesIn(from, (table) => seen(table, "a.player_id = $4"), [
    viewerId ?? "",
    Number.MAX_SAFE_INTEGER,
    ON_PROFILE,
    playerId,
  ]);
