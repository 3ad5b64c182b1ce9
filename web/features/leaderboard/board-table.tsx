import { Link } from "wouter";
import type { LeaderboardRow } from "#domain/features/leaderboard/contract.ts";
import type { Ranking } from "#web/features/leaderboard/board.ts";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { RecordTable } from "#web/ui/lists/record-table.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";

const PODIUM = 3;

function Rank({ rank }: { rank: number }) {
  const look =
    rank === 1
      ? "bg-action text-action-ink"
      : rank <= PODIUM
        ? "border border-steel bg-raised text-ink"
        : "text-muted";
  return (
    <span className={cx("grid size-8 place-items-center rounded-full font-semibold text-sm", look)}>
      {rank}
    </span>
  );
}

interface RowProps {
  readonly row: LeaderboardRow;
  readonly by: Ranking;
  readonly isOwn: boolean;
}

function Row({ row, by, isOwn }: RowProps) {
  const { rank, player, wagered, profit } = row;
  const other = "hidden sm:table-cell";
  return (
    <tr
      aria-current={isOwn ? "true" : undefined}
      className={cx(
        "border-line border-t *:py-2.5 *:align-middle first:border-t-0",
        isOwn && "bg-accent/10 *:first:rounded-l-lg *:last:rounded-r-lg",
      )}
    >
      <td className="w-px pr-3 pl-2">
        <Rank rank={rank} />
      </td>
      <td className="max-w-0 pr-3">
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={player.username} url={player.profileImageUrl} className="size-9" />
          {player.id === null ? (
            <span className="truncate font-medium text-ink text-sm">{player.username}</span>
          ) : (
            <Link
              href={`/players/${player.id}`}
              className="-my-0.5 inline-flex min-h-11 min-w-0 items-center rounded-lg font-medium text-ink text-sm underline-offset-4 hover:underline"
            >
              <span className="truncate">{player.username}</span>
            </Link>
          )}
          {isOwn && <Badge tone="accent">You</Badge>}
        </span>
      </td>
      <td
        className={cx(
          "w-px whitespace-nowrap pr-2 text-right text-sm sm:pr-8",
          by === "wagered" ? "font-semibold text-ink" : cx("text-muted", other),
        )}
      >
        {money(readMoney(wagered))}
      </td>
      <td
        className={cx(
          "w-px whitespace-nowrap pr-2 text-right text-sm",
          by === "profit" ? "font-semibold" : other,
        )}
      >
        <Amount signed value={profit} />
      </td>
    </tr>
  );
}

interface BoardTableProps {
  readonly rows: readonly LeaderboardRow[];
  readonly by: Ranking;
  readonly playerId: string | null;
  readonly caption: string;
  /** The previous board's rows are shown until the chosen one is loaded. */
  readonly isStale: boolean;
}

/** The leading players; on narrow views only the figure that ranks them is shown. */
export function BoardTable({ rows, by, playerId, caption, isStale }: BoardTableProps) {
  const heading = (ranking: Ranking) => (by === ranking ? "" : "hidden sm:table-cell");
  return (
    <RecordTable
      caption={caption}
      columns={[
        { title: "Rank", className: "pl-2" },
        "Player",
        { title: "Wagered", className: cx("pr-2 text-right! sm:pr-8", heading("wagered")) },
        { title: "Profit", className: cx("pr-2 text-right!", heading("profit")) },
      ]}
      isStale={isStale}
      className="transition-opacity"
    >
      {rows.map((row) => (
        <Row key={row.rank} row={row} by={by} isOwn={row.player.id === playerId} />
      ))}
    </RecordTable>
  );
}
