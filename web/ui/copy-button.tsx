import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { toast } from "#web/lib/toast.ts";
import { buttonClass } from "#web/ui/button.tsx";

/** How long the button says that it copied. */
const COPIED_MS = 2000;

const COPY_FAILED = {
  title: "Not copied",
  description: "This browser does not let the page copy. Select the text and copy it by hand.",
  variant: "destructive",
} as const;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as in 'Copy server seed'. */
  readonly what: string;
  /** Shown beside the icon; without it the button is the icon alone. */
  readonly label?: string;
  readonly className?: string;
}

const ICON_ONLY =
  "grid size-11 shrink-0 place-items-center rounded-lg text-faint transition-colors hover:bg-raised hover:text-ink sm:size-9";

/** Copies a text and says so. */
export function CopyButton({ text, what, label, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast(COPY_FAILED);
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={label ? undefined : `Copy ${what}`}
      className={cx(label ? buttonClass({ size: "sm" }) : ICON_ONLY, copied && "text-gain!", className)}
    >
      <Icon className="size-4" aria-hidden="true" />
      {label}
      <span role="status" className="sr-only">
        {copied && "Copied"}
      </span>
    </button>
  );
}
