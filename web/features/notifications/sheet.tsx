import { NoticeList } from "#web/features/notifications/notice-list.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The list of notifications beside the page. */
export default function Sheet({ open, onClose }: SheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Notifications" place="right">
      <NoticeList onFollow={onClose} />
    </Dialog>
  );
}
