import { NoticeList } from "#web/features/notifications/notice-list.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";

interface SheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The list of notifications beside the page. */
export default function Sheet({ open, onOpenChange }: SheetProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Notifications" place="right">
      <NoticeList onFollow={() => onOpenChange(false)} />
    </Dialog>
  );
}
