import { Link } from "wouter";
import { playerPath } from "#web/layout/console/admin-paths.ts";
import { Avatar } from "#web/ui/players/avatar.tsx";

interface PlayerLinkProps {
  readonly player: {
    readonly id: string;
    readonly username: string;
    readonly profileImageUrl: string | null;
  };
}

/** A player by picture and name, leading to their file in the admin console. */
export function PlayerLink({ player }: PlayerLinkProps) {
  return (
    <Link
      href={playerPath(player.id)}
      className="tap inline-flex min-w-0 align-middle items-center gap-2 rounded-lg font-medium text-ink text-sm underline-offset-4 hover:underline"
    >
      <Avatar name={player.username} url={player.profileImageUrl} className="size-6" />
      <span className="truncate">{player.username}</span>
    </Link>
  );
}
