import { Close, Description, Provider, Root, Title, Viewport } from "@radix-ui/react-toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { cx } from "#web/lib/cx.ts";
import { withAmounts } from "#web/lib/format.ts";
import { useStore } from "#web/lib/store/store.ts";
import {
  dismissToast,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_SWIPE_DIRECTION,
  TOAST_SWIPE_THRESHOLD_PX,
  type Toast,
  type ToastVariant,
  toasts,
} from "#web/lib/toast.ts";

const LOOKS: Readonly<Record<ToastVariant, { frame: string; icon: typeof CircleCheck; tint: string }>> = {
  default: { frame: "border-line-strong", icon: CircleCheck, tint: "text-gain" },
  destructive: { frame: "border-loss/50", icon: CircleAlert, tint: "text-loss" },
};

function ToastItem({ shown }: { shown: Toast }) {
  const { frame, icon: Icon, tint } = LOOKS[shown.variant];
  return (
    <Root
      open={shown.open}
      onOpenChange={(open) => {
        if (!open) dismissToast(shown.id);
      }}
      duration={TOAST_DURATION_MS}
      data-variant={shown.variant}
      className={cx(
        "pointer-events-auto flex items-start gap-3 rounded-control border bg-raised p-4 shadow-float data-[state=open]:animate-toast-in data-[state=closed]:animate-toast-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
        frame,
      )}
    >
      <Icon className={cx("mt-0.5 size-5 shrink-0", tint)} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <Title className="font-semibold text-ink text-sm">{shown.title}</Title>
        {shown.description && (
          <Description className="mt-0.5 break-words text-muted text-sm">
            {withAmounts(shown.description)}
          </Description>
        )}
      </div>
      <Close
        aria-label="Close notification"
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-lg text-faint transition-colors hover:text-ink sm:size-9"
      >
        <X className="size-4" aria-hidden="true" />
      </Close>
    </Root>
  );
}

/** The notification area: at the top on narrow views, at the bottom right on wide ones. */
export function Toaster() {
  const shown = useStore(toasts);
  return (
    <Provider
      duration={TOAST_DURATION_MS}
      swipeDirection={TOAST_SWIPE_DIRECTION}
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
    >
      {shown.map((item) => (
        <ToastItem key={item.id} shown={item} />
      ))}
      {/* Any aria-live keeps an open dialog from hiding the area from assistive technology; "off" adds no speech. */}
      <Viewport
        hotkey={[TOAST_HOTKEY]}
        aria-live="off"
        className="pointer-events-none fixed inset-x-0 top-0 z-70 mx-auto flex w-full max-w-[420px] flex-col gap-2 p-4 outline-none sm:top-auto sm:right-0 sm:bottom-0 sm:left-auto sm:mx-0 lg:w-93"
      />
    </Provider>
  );
}
