import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

export type NoticeTone = "info" | "good" | "warn" | "bad";

const LOOKS: Readonly<Record<NoticeTone, { frame: string; tint: string; icon: LucideIcon }>> = {
  info: { frame: "border-line-strong bg-raised/60", tint: "text-accent", icon: Info },
  good: { frame: "border-gain/40 bg-gain/8", tint: "text-gain", icon: CircleCheck },
  warn: { frame: "border-warn/40 bg-warn/8", tint: "text-warn", icon: TriangleAlert },
  bad: { frame: "border-loss/60 bg-loss-deep", tint: "text-loss", icon: CircleAlert },
};

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title?: string;
  readonly children?: ReactNode;
  /** What can be done about it. */
  readonly action?: ReactNode;
  /** `alert` interrupts, `status` waits; none for what was there from the beginning. */
  readonly role?: "alert" | "status";
  readonly className?: string;
}

/** A word on the state of things, in a frame of its tone. */
export function Notice({ tone, title, children, action, role, className }: NoticeProps) {
  const { frame, tint, icon: Icon } = LOOKS[tone];
  return (
    <div role={role} className={cx("flex items-start gap-3 rounded-control border p-4", frame, className)}>
      <Icon className={cx("mt-0.5 size-5 shrink-0", tint)} aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-1 text-sm">
        {title && (
          <p className={cx("font-semibold", tone === "bad" ? "text-base text-loss" : "text-ink")}>{title}</p>
        )}
        {children && (
          <div className={cx("[overflow-wrap:anywhere]", tone === "bad" ? "text-ink" : "text-muted")}>
            {children}
          </div>
        )}
        {action && <div className="pt-2">{action}</div>}
      </div>
    </div>
  );
}
