import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { Link } from "wouter";
import type { Notification } from "#domain/features/notifications/contract.ts";
import { noticesQuery } from "#web/features/notifications/queries.ts";
import { useRead } from "#web/features/notifications/use-read.ts";
import { dateAndTime, shortTime, withAmounts } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** Rows that hold the place of the list. */
const SKELETONS = 4;

interface NoticeListProps {
  /** Told when a notification's page is opened. */
  readonly onFollow?: () => void;
}

interface NoticeRowProps extends NoticeListProps {
  readonly notice: Notification;
  readonly onRead: () => void;
}

function NoticeRow({ notice, onRead, onFollow }: NoticeRowProps) {
  const { title, message, isRead, actionUrl, createdAt } = notice;
  const follow = () => {
    if (!isRead) onRead();
    onFollow?.();
  };
  return (
    <li className="border-line border-t py-3 first:border-t-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-ink text-sm">
            {actionUrl === null ? (
              title
            ) : (
              <Link href={actionUrl} onClick={follow} className="tap underline-offset-4 hover:underline">
                {title}
              </Link>
            )}
            {!isRead && <Badge tone="accent">New</Badge>}
          </p>
          <p className="mt-1 break-words text-muted text-sm">{withAmounts(message)}</p>
          <time dateTime={createdAt} title={dateAndTime(createdAt)} className="mt-1 block text-faint text-xs">
            {shortTime(createdAt)}
          </time>
        </div>
        {!isRead && (
          <Button size="sm" variant="ghost" onClick={onRead} aria-label={`Mark Read: ${title}`}>
            Mark Read
          </Button>
        )}
      </div>
    </li>
  );
}

/** The player's notifications, newest first. */
export function NoticeList({ onFollow }: NoticeListProps) {
  const { data, error, refetch } = useQuery(noticesQuery);
  const { mutate } = useRead();
  if (!data)
    return <Unloaded {...{ error, refetch }} what="Your notifications" rows={SKELETONS} className="h-20" />;
  const newest = data[0];
  if (newest === undefined)
    return (
      <EmptyState
        icon={Bell}
        title="No Notifications"
        text="News about your account and games appears here."
      />
    );
  return (
    <>
      <div className="flex min-h-11 justify-end sm:min-h-9">
        {data.some(({ isRead }) => !isRead) && (
          <Button size="sm" variant="ghost" onClick={() => mutate({ upTo: newest.position })}>
            Mark All Read
          </Button>
        )}
      </div>
      <ul aria-label="Notifications">
        {data.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            onRead={() => mutate({ id: notice.id })}
            {...(onFollow && { onFollow })}
          />
        ))}
      </ul>
    </>
  );
}
