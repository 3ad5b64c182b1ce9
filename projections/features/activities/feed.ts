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

/** The profiles' page shows so many. */
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

/** Whether `$1` sees what somebody does: the settings of now count, and no block of either side. */
function isSeen(table: TableNames, identity: string): string {
  const is = `${identity}.player_id collate "C"`;
  const isFriend = `exists (select from ${table("friendships")} t where t.player_id = $1 and t.friend_id = ${is})`;
  const shows = (what: string) =>
    `(${identity}.${what} = 'public' or (${identity}.${what} = 'friends' and ${isFriend}))`;
  const blocks = (by: string, other: string) =>
    `exists (select from ${table("player_blocks")} b where b.by_player = ${by} and b.player_id = ${other})`;
  return `(${is} = $1 or (${shows("activity")} and ${shows("profile")}
    and not ${blocks("$1", is)} and not ${blocks(is, "$1")}))`;
}

const PUBLIC = (identity: string): string =>
  `${identity}.activity = 'public' and ${identity}.profile = 'public'`;

/** Activities of some players that `$1` may see, newest first, before `$2`. @param of a condition on `a.player_id` */
const seen = (table: TableNames, of: string): string =>
  `select a.*, i.username, i.display_name, i.profile_image_url, o.username as other_name,
      ${PUBLIC("i")} and (a.other_id is null or ${PUBLIC("o")}) as is_public
    from ${table("activities")} a join identities i on i.player_id = a.player_id collate "default"
      ${withIdentity("o", "a.other_id")}
    where a.position < $2 and ${of} and ${isSeen(table, "i")}
      and (a.other_id is null or ${isSeen(table, "o")})
    order by a.position desc fetch first $3 rows with ties`;

/** Of friends, each one's newest first: however long the log is, so many friends are asked for so many each. */
const ofFriends = (table: TableNames): string =>
  `select theirs.* from ${table("friendships")} f
    cross join lateral (${seen(table, "a.player_id = f.friend_id")}) theirs
    where f.player_id = $1 order by position desc fetch first $3 rows with ties`;

const SCOPES: { readonly [S in ActivityScope]: (table: TableNames) => string } = {
  all: (table) => seen(table, "true"),
  friends: ofFriends,
  mine: (table) => seen(table, "a.player_id = $1"),
};

/** What the words of activities are made of. */
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

/**
 * What players did that whoever asks may see, newest first. Several may share a position: a page that would be cut
 * between them has all.
 */
export const activityFeed = (
  from: From,
  viewerId: string,
  {
    scope,
    limit = LIST_LIMIT_DEFAULT,
    before = Number.MAX_SAFE_INTEGER,
  }: Window & { readonly scope: ActivityScope },
): Promise<Activity[]> => activitiesIn(from, SCOPES[scope], [viewerId, before, limit]);

/** The newest that a player did and somebody, null for a visitor, may see. */
export const activitiesOf = (from: From, playerId: string, viewerId: string | null): Promise<Activity[]> =>
  activitiesIn(from, (table) => seen(table, "a.player_id = $4"), [
    viewerId ?? "",
    Number.MAX_SAFE_INTEGER,
    ON_PROFILE,
    playerId,
  ]);
