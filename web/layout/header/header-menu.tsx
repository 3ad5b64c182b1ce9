import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cx } from "#web/lib/cx.ts";

interface HeaderMenuProps {
  /** What stands on the button that opens it. */
  readonly button: ReactNode;
  readonly buttonClassName: string;
  /** Along which edge of the button it hangs. */
  readonly edge: "left" | "right";
  /** What it holds; `close` is for links that lead away. */
  readonly children: (close: () => void) => ReactNode;
}

/** A header menu in keyboard order. Closes on Escape, which refocuses the button, and when focus leaves. */
export function HeaderMenu({ button, buttonClassName, edge, children }: HeaderMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setOpen(false);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !isOpen) return;
    close();
    opener.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles what bubbles from the menu, and is no control itself
    <div
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <button
        ref={opener}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={cx("inline-flex min-w-0 items-center", buttonClassName)}
      >
        {button}
        <ChevronDown
          className={cx("size-4 text-muted transition-transform", isOpen && "rotate-180")}
          aria-hidden="true"
        />
      </button>
      {isOpen && (
        <div
          id={id}
          // Takes the focus of clicks beside its links, which would otherwise close it.
          tabIndex={-1}
          className={cx(
            "absolute top-full z-40 mt-2 animate-fade-in rounded-card border border-line-strong bg-panel p-2 shadow-float outline-none",
            edge === "left" ? "left-0 w-52" : "right-0 w-72",
          )}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}
