import { Share2 } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";

/** Shares the page's address through the device's share sheet, or copies it. */
export function ShareButton({ title }: { title: string }) {
  const address = window.location.href;
  if (typeof navigator.share !== "function")
    return <CopyButton text={address} what="link" label="Copy link" />;
  // Closing the share sheet is no error.
  const share = () => void navigator.share({ title, url: address }).catch(() => undefined);
  return (
    <Button size="sm" onClick={share}>
      <Share2 className="size-4" aria-hidden="true" />
      Share
    </Button>
  );
}
