import type { ReactNode } from "react";
import { Link } from "wouter";
import { Avatar } from "#web/ui/players/avatar.tsx";
import { LevelBadge } from "#web/ui/players/level-badge.tsx";

interface Person {
  readonly id: string | null;
  readonly username: string;
  readonly displayName: string;
  readonly profileImageUrl: string | null;
  readonly level: number | null;
}

interface PersonRowProps {
  readonly person: Person;
  /** The line below the name. */
  readonly note: ReactNode;
  /** What can be done about them. */
  readonly children: ReactNode;
}

/** A player in a list: name, details and actions. */
export function PersonRow({ person, note, children }: PersonRowProps) {
  const { id, username, displayName, profileImageUrl, level } = person;
  const name = <bdi>{displayName}</bdi>;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
        <Avatar name={displayName} url={profileImageUrl} className="size-10" />
        <div className="min-w-0">
          <p className="flex min-w-0 items-center gap-2">
            {id === null ? (
              <span className="truncate font-semibold text-ink">{name}</span>
            ) : (
              <Link
                href={`/players/${id}`}
                className="tap truncate font-semibold text-ink underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            )}
            {level !== null && <LevelBadge level={level} />}
          </p>
          <p className="text-muted text-sm [overflow-wrap:anywhere]">
            @{username}
            {note && <> · {note}</>}
          </p>
        </div>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">{children}</div>
    </li>
  );
}

/** A list of players. */
export const PersonList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="divide-y divide-line">
    {children}
  </ul>
);
