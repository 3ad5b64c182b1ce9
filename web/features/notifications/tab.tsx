import { NoticeList } from "#web/features/notifications/notice-list.tsx";
import { Card } from "#web/ui/card.tsx";

/** The list of notifications in the social hub. */
export default function NotificationsTab() {
  return (
    <Card aria-label="Notifications">
      <NoticeList />
    </Card>
  );
}
