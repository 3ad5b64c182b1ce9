import { Close, Content, Description, Portal, Root, Title } from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import {
  type ComponentProps,
  type ReactNode,
  startTransition,
  useEffect,
  useInsertionEffect,
  useRef,
} from "react";
import { cx } from "#web/lib/cx.ts";
import { ActionButton } from "#web/ui/action-button.tsx";

interface DialogProps {
  /** Without it the dialog is open for as long as it is rendered. */
  readonly open?: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
  /** In the middle of the page, or a sheet along its right edge. */
  readonly place?: "middle" | "right";
}

const PLACES = {
  middle:
    "top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 rounded-card border animate-fade-in",
  right: "inset-y-0 right-0 w-[min(22rem,calc(100vw-3rem))] border-l animate-fade-in",
} as const;

/** Locks the page's scrolling by a class; Radix's overlay would write a style element, which the CSP refuses. */
function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return;
    document.documentElement.classList.add("is-locked");
    return () => document.documentElement.classList.remove("is-locked");
  }, [locked]);
}

/**
 * Gives the focus back when a dialog closes: to what had it before, or to a dialog below or the page's heading if that
 * is gone or disabled, such as the button of a row that was removed. Radix does so only for a trigger of its own.
 */
function useFocusBack(open: boolean) {
  const opener = useRef<Element | null>(null);
  // Before the dialog is in the page: a field of it may take the focus at once.
  useInsertionEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return (event: Event) => {
    event.preventDefault();
    const isFree = () => (document.activeElement ?? document.body) === document.body;
    // A page that opened meanwhile has the focus already.
    if (!isFree()) return;
    if (opener.current instanceof HTMLElement) opener.current.focus();
    if (!isFree()) return;
    // A dialog below this one keeps the focus: the page behind it is out of reach.
    const below = [...document.querySelectorAll<HTMLElement>("[role=dialog]")].at(-1);
    (below ?? document.querySelector<HTMLElement>("h1[tabindex]"))?.focus({ preventScroll: true });
  };
}

/** A modal dialog with a title, closed by Escape, its button or a click beside it. */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  children,
  place = "middle",
}: DialogProps) {
  useScrollLock(open);
  const focusBack = useFocusBack(open);
  return (
    // The press that closes it is answered before the page behind it is drawn anew.
    <Root open={open} onOpenChange={(isOpen) => !isOpen && startTransition(onClose)}>
      <Portal>
        <div className="fixed inset-0 z-50 animate-fade-in bg-ground/85" />
        <Content
          onCloseAutoFocus={focusBack}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cx(
            "fixed z-50 overflow-y-auto border-line-strong bg-panel p-6 shadow-float",
            PLACES[place],
          )}
        >
          <div className="mb-5 flex items-start justify-between gap-4">
            <div>
              <Title className="font-semibold text-ink text-lg tracking-tight">{title}</Title>
              {description && <Description className="mt-1 text-muted text-sm">{description}</Description>}
            </div>
            <Close
              aria-label="Close"
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-ink"
            >
              <X className="size-5" aria-hidden="true" />
            </Close>
          </div>
          {children}
        </Content>
      </Portal>
    </Root>
  );
}

/** The footer of a dialog, such as its submit button: always in sight. */
export function DialogEnd({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 -mx-6 mt-4 -mb-6 space-y-3 border-line border-t bg-panel px-6 py-4">
      {children}
    </div>
  );
}

/** The end of a dialog that one button sends. */
export const DialogAction = (props: ComponentProps<typeof ActionButton>) => (
  <DialogEnd>
    <ActionButton variant="primary" className="w-full" {...props} />
  </DialogEnd>
);
