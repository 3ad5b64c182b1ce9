import { RT1_PVP } from "#domain/fairness/rt1.ts";
import type { Side } from "#domain/fairness/st1.ts";
import type {
  COINFLIP_STATUSES,
  LiveCoinflip,
  StakedItem,
} from "#domain/features/live-coinflips/contract.ts";
import { currencyOfStakes, type Stake, valueOfStakes } from "#domain/features/live-coinflips/items/stake.ts";
import type { OpenedCoinflip } from "#domain/features/live-coinflips/open.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { HIDDEN_NAME, type ViewerAt, type Visibility } from "#domain/player/privacy.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { FORGOTTEN_NAME, isHidden, type PlayerFace, withIdentity } from "../players/identity.ts";
import { facesOf, type ItemFaces, stakedItems } from "./staked-items.ts";

export type CoinflipStatus = (typeof COINFLIP_STATUSES)[number];

/** What both players of a coinflip staked, and what became of it. */
export interface PairColumns extends Row {
  readonly game_id: string;
  readonly opened_position: bigint;
  readonly creator_id: string;
  readonly creator_client_seed: string;
  readonly creator_stakes: string;
  readonly side: Side;
  readonly commitment: string;
  readonly expires_at: bigint;
  readonly joined_position: bigint | null;
  readonly joiner_id: string | null;
  readonly ended_as: CoinflipStatus | null;
}

interface CoinflipRow extends PairColumns {
  readonly display_name: string | null;
  readonly profile_image_url: string | null;
  readonly profile: Visibility | null;
  readonly opponent_profile: Visibility | null;
}

const COLUMNS = `f.game_id, f.opened_position, f.creator_id, f.creator_client_seed, f.creator_stakes, f.side,
  f.commitment, f.expires_at, f.joined_position, f.joiner_id, f.ended_as, i.display_name, i.profile_image_url, i.profile, o.profile as opponent_profile`;
const withPlayers = `${withIdentity("i", "f.creator_id")} ${withIdentity("o", "f.joiner_id")}`;

/** A coinflip with both players named. @param as what is not in its opening: place, creator's face, state */
export function coinflipOf(
  opened: OpenedCoinflip,
  as: {
    readonly position: number;
    readonly creator: PlayerFace;
    readonly status: CoinflipStatus;
    readonly opponentId: string | null;
    readonly items: readonly StakedItem[];
  },
): LiveCoinflip {
  const value = formatMinor(valueOfStakes(opened.stakes));
  return {
    id: opened.id,
    position: as.position,
    creatorId: opened.creatorId,
    creator: {
      firstName: as.creator.displayName ?? FORGOTTEN_NAME,
      profileImageUrl: as.creator.profileImageUrl,
      email: null,
    },
    betAmount: currencyOfStakes(opened.stakes) === null ? null : value,
    betSide: opened.side,
    betItems: [...as.items],
    totalValue: value,
    isActive: as.status === "open",
    opponentId: as.opponentId,
    expiresAt: instantOf(opened.expiresAt),
    status: as.status,
    scheme: RT1_PVP,
    commitment: opened.commitment,
    creatorClientSeed: opened.clientSeed,
  };
}

/** The state of a row; an overdue one counts as expired before the job gets to it. @param now milliseconds */
function statusOf(row: CoinflipRow, now: number): CoinflipStatus {
  if (row.ended_as !== null) return row.ended_as;
  if (row.joined_position !== null) return "locked";
  return Number(row.expires_at) <= now ? "expired" : "open";
}

function coinflipOfRow(row: CoinflipRow, viewer: ViewerAt, faces: ItemFaces): LiveCoinflip {
  const stakes = stakesOf(row);
  const opened: OpenedCoinflip = {
    id: row.game_id,
    creatorId: row.creator_id,
    side: row.side,
    stakes,
    commitment: row.commitment,
    clientSeed: row.creator_client_seed,
    expiresAt: Number(row.expires_at),
  };
  const opponent = { player_id: row.joiner_id ?? "", profile: row.opponent_profile };
  const flip = coinflipOf(opened, {
    position: Number(row.opened_position),
    creator: { displayName: row.display_name, profileImageUrl: row.profile_image_url },
    status: statusOf(row, viewer.at),
    opponentId: isHidden(opponent, viewer) ? null : row.joiner_id,
    items: stakedItems(stakes, faces),
  });
  if (!isHidden({ player_id: row.creator_id, profile: row.profile }, viewer)) return flip;
  return { ...flip, creatorId: null, creator: HIDDEN_CREATOR };
}

const HIDDEN_CREATOR = { firstName: HIDDEN_NAME, profileImageUrl: null, email: null };

const stakesOf = (row: CoinflipRow): Stake => JSON.parse(row.creator_stakes) as Stake;

/** Rows as coinflips, with what their items are called. */
async function shown(
  models: ReadModels,
  rows: readonly CoinflipRow[],
  viewer: ViewerAt,
): Promise<LiveCoinflip[]> {
  const faces = await facesOf(models, rows.map(stakesOf));
  return rows.map((row) => coinflipOfRow(row, viewer, faces));
}

/** Open coinflips, newest first. Players of other logs can join those for currencies or items in custody. */
export async function openCoinflips(
  models: ReadModels,
  viewer: ViewerAt,
  {
    limit = LIST_LIMIT_DEFAULT,
    before = Number.MAX_SAFE_INTEGER,
    forOtherLogs = false,
  }: Window & { readonly forOtherLogs?: boolean } = {},
): Promise<LiveCoinflip[]> {
  // First the page by the index of open ones, then its creators, so that the cost does not grow with the list.
  const rows = await models.ask<CoinflipRow>(
    (table) => `select ${COLUMNS} from (
        select * from ${table("live_coinflips")}
        where ended_as is null and joined_position is null and opened_position < $2 and expires_at > $1
          ${forOtherLogs ? `and creator_stakes !~ '"inCustody": ?false'` : ""}
        order by opened_position desc limit $3
      ) f ${withPlayers}
      order by f.opened_position desc`,
    [viewer.at, before, limit],
  );
  return shown(models, rows, viewer);
}

/** Coinflips whose beacon never came, those that were opened last first. */
export async function voidCoinflips(
  models: ReadModels,
  viewer: ViewerAt,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window = {},
): Promise<LiveCoinflip[]> {
  const rows = await models.ask<CoinflipRow>(
    (table) => `select ${COLUMNS} from ${table("live_coinflips")} f
        ${withPlayers}
      where f.ended_as = 'void' and f.opened_position < $1 order by f.opened_position desc limit $2`,
    [before, limit],
  );
  return shown(models, rows, viewer);
}

/** One coinflip; null for an unknown id. */
export async function coinflipById(
  models: ReadModels,
  gameId: string,
  viewer: ViewerAt,
): Promise<LiveCoinflip | null> {
  const rows = await models.ask<CoinflipRow>(
    (table) => `select ${COLUMNS} from ${table("live_coinflips")} f
        ${withPlayers}
      where f.game_id = $1 and f.opened_position is not null`,
    [gameId],
  );
  const [found = null] = await shown(models, rows, viewer);
  return found;
}
