import type {
  Block,
  FoundPlayer,
  FriendListed,
  FriendRequest,
  NamedPlayer,
} from "#domain/features/friendships/contract.ts";
import { DAYS_SHOWN, FOUND_MAX } from "#domain/features/friendships/rules.ts";
import { levelOf } from "#domain/features/players/level.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { dayOf } from "#domain/kernel/time.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import type { Row, Sql } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { FORGOTTEN_NAME, withIdentity } from "../players/identity.ts";
import { namesFrom, SORT_NAME, startsWith } from "../players/name-search.ts";

interface FaceRow extends Row {
  readonly id: string;
  readonly position: bigint;
  readonly at: bigint;
  readonly player_id: string;
  readonly username: string | null;
  readonly display_name: string | null;
  readonly profile_image_url: string | null;
  readonly experience: bigint | null;
}

const FACE = "i.username, i.display_name, i.profile_image_url, p.experience";

/** The face and level of the player a column names. */
const withFace = (table: (name: string) => string, playerId: string): string =>
  `${withIdentity("i", playerId)} left join ${table("player_progress")} p on p.player_id = ${playerId}`;

const levelIn = ({ experience }: Pick<FaceRow, "experience">): number => levelOf(Number(experience ?? 0n));

const faceIn = (row: FaceRow) => ({
  id: row.player_id,
  username: row.username ?? FORGOTTEN_NAME,
  displayName: row.display_name ?? FORGOTTEN_NAME,
  profileImageUrl: row.profile_image_url,
  level: levelIn(row),
});

const placeIn = ({ id, position, at }: FaceRow) => ({
  id,
  position: Number(position),
  createdAt: instantOf(at),
});

interface FriendRow extends FaceRow {
  readonly is_here: boolean;
  readonly last_day: number | null;
}

/** When a friend was last here: players who hide it have no row. */
function presenceIn({ is_here, last_day }: FriendRow, today: number): FriendListed["friend"]["presence"] {
  if (is_here) return "online";
  if (last_day === null || last_day <= today - DAYS_SHOWN) return null;
  return last_day === today ? "today" : "week";
}

/** A player's friends, the newest first. @param window.now milliseconds */
export async function friendsOf(
  models: ReadModels,
  playerId: string,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER, now }: Window & { readonly now: number },
): Promise<FriendListed[]> {
  const rows = await models.ask<FriendRow>(
    (table) => `select f.request_id as id, f.position, f.at, f.friend_id as player_id, ${FACE},
        case when i.presence then d.day end as last_day,
        i.presence and exists (select from presence_leases l where l.player_id = i.player_id and l.until > $4) as is_here
      from (select * from ${table("friendships")} where player_id = $1 and position < $2
        order by position desc limit $3) f ${withFace(table, "f.friend_id")}
        left join presence_days d on d.player_id = i.player_id
      order by f.position desc`,
    [playerId, before, limit, now],
  );
  return rows.map((row) => ({
    ...placeIn(row),
    friend: { ...faceIn(row), presence: presenceIn(row, dayOf(now)) },
  }));
}

/** The ids of a player's friends. */
export async function friendIdsOf(models: ReadModels, playerId: string): Promise<ReadonlySet<string>> {
  const rows = await models.ask<Row & { readonly friend_id: string }>(
    (table) => `select friend_id from ${table("friendships")} where player_id = $1`,
    [playerId],
  );
  return new Set(rows.map(({ friend_id }) => friend_id));
}

interface RequestRow extends FaceRow {
  readonly shows_profile: boolean;
}

/** A player's open requests, newest first. The asker is shown; the asked one only as their profile allows. */
export async function requestsOf(
  models: ReadModels,
  playerId: string,
  {
    direction,
    limit = LIST_LIMIT_DEFAULT,
    before = Number.MAX_SAFE_INTEGER,
  }: Window & { readonly direction: "in" | "out" },
): Promise<FriendRequest[]> {
  const [own, other] = direction === "in" ? ["player_id", "by_player"] : ["by_player", "player_id"];
  const rows = await models.ask<RequestRow>(
    (table) => `select r.request_id as id, r.position, r.at, r.${other} as player_id, ${FACE},
        i.profile = 'public' as shows_profile
      from (select * from ${table("friend_requests")} where ${own} = $1 and position < $2
        order by position desc limit $3) r ${withFace(table, `r.${other}`)}
      order by r.position desc`,
    [playerId, before, limit],
  );
  const [self] = await models.ask<FaceRow>(
    (table) =>
      `select me.player_id, ${FACE} from (values ($1::text collate "C")) as me(player_id) ${withFace(table, "me.player_id")}`,
    [playerId],
  );
  if (self === undefined) return [];
  return rows.map((row) => {
    if (direction === "in") return { ...placeIn(row), fromUser: faceIn(row), toUser: faceIn(self) };
    const { username, displayName } = faceIn(row);
    const named = { id: null, username, displayName, profileImageUrl: null, level: null };
    const toUser: NamedPlayer = row.shows_profile ? faceIn(row) : named;
    return { ...placeIn(row), fromUser: faceIn(self), toUser };
  });
}

/** The players that a player blocked, newest first. */
export async function blocksOf(
  models: ReadModels,
  playerId: string,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window,
): Promise<Block[]> {
  const rows = await models.ask<RequestRow>(
    (
      table,
    ) => `select b.player_id as id, b.position, b.at, b.player_id, ${FACE}, i.profile = 'public' as shows_profile
      from (select * from ${table("player_blocks")} where by_player = $1 and position < $2
        order by position desc limit $3) b ${withFace(table, "b.player_id")}
      order by b.position desc`,
    [playerId, before, limit],
  );
  return rows.map((row) => {
    const face = faceIn(row);
    const user = row.shows_profile ? face : { ...face, profileImageUrl: null, level: null };
    return { ...placeIn(row), user };
  });
}

interface FoundRow extends FaceRow {
  readonly relation: FoundPlayer["relation"];
}

/** Players whose name begins with a text and who are visible to the viewer; the viewer is left out. */
export async function playersNamed(
  models: ReadModels,
  playerId: string,
  search: string,
): Promise<FoundPlayer[]> {
  const { prefix, from, to } = namesFrom(search);
  const rows = await models.ask<FoundRow>(
    (table) => `select i.player_id, ${FACE},
        case when b.player_id is not null then 'blocked' when f.friend_id is not null then 'friends'
          when own.request_id is not null then 'asked' when got.request_id is not null then 'asking'
          else 'none' end as relation
      from identities i
        left join ${table("player_progress")} p on p.player_id = i.player_id collate "C"
        left join ${table("friendships")} f on f.player_id = $1 and f.friend_id = i.player_id collate "C"
        left join ${table("player_blocks")} b on b.by_player = $1 and b.player_id = i.player_id collate "C"
        left join ${table("friend_requests")} own on own.by_player = $1 and own.player_id = i.player_id collate "C"
        left join ${table("friend_requests")} got on got.player_id = $1 and got.by_player = i.player_id collate "C"
      where ${SORT_NAME} >= $2 and ${SORT_NAME} < $3 and ${startsWith("$4")}
        and i.player_id <> $1 and (i.profile = 'public' or (i.profile = 'friends' and f.friend_id is not null))
      order by ${SORT_NAME}, i.player_id collate "C" limit $5`,
    [playerId, from, to, prefix, FOUND_MAX],
  );
  return rows.map((row) => ({ ...faceIn(row), relation: row.relation }));
}

interface NamedRow extends Row {
  readonly player_id: string;
  readonly requests: boolean;
}

/** The player with a name, ignoring case, and whether they accept requests; null for nobody. */
export async function playerNamed(
  sql: Pick<Sql, "query">,
  name: string,
): Promise<{ readonly playerId: string; readonly takesRequests: boolean } | null> {
  const { prefix, from, to } = namesFrom(name);
  // Names change hands on the platform: the player who signed in last has it.
  const [row] = await sql.query<NamedRow>(
    `select i.player_id, i.requests from identities i
      where ${SORT_NAME} >= $1 and ${SORT_NAME} < $2 and lower(i.username collate "C") = $3
      order by i.updated_at desc limit 1`,
    [from, to, prefix],
  );
  return row === undefined ? null : { playerId: row.player_id, takesRequests: row.requests };
}
