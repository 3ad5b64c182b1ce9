import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "#web/lib/cx.ts";

/** How long the pointer rests before a tooltip opens. */
export const TOOLTIP_DELAY_MS = 700;
/** Within this time after one tooltip the next opens at once. */
export const TOOLTIP_SKIP_DELAY_MS = 300;
/** How long a tooltip waits for the pointer that left its words to reach it. */
const LEAVE_MS = 120;
const GAP_PX = 6;
const MARGIN_PX = 12;

/** When the last tooltip closed, on the clock of the page. */
let closedAt = Number.NEGATIVE_INFINITY;

const hoverDelay = (): number =>
  performance.now() - closedAt < TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_DELAY_MS;

/** Puts the note above the words, or below them where there is no room, inside the view. */
function place(words: HTMLElement, note: HTMLElement): void {
  const at = words.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const most = window.innerWidth - width - MARGIN_PX;
  const left = Math.max(MARGIN_PX, Math.min(at.left + at.width / 2 - width / 2, most));
  const above = at.top - height - GAP_PX;
  note.style.left = `${left}px`;
  note.style.top = `${above < MARGIN_PX ? at.bottom + GAP_PX : above}px`;
}

/** Whether a note is open, and what pointer, finger and keyboard do to it. */
function useNote() {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Whether the note was open when the pointer went down; null between presses. */
  const pressed = useRef<boolean | null>(null);
  const turn = (open: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    if (afterMs === 0) return setIsOpen(open);
    timer.current = setTimeout(setIsOpen, afterMs, open);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      closedAt = performance.now();
    };
  }, [isOpen]);
  return {
    isOpen,
    close: () => turn(false, 0),
    stay: () => clearTimeout(timer.current),
    leave: () => turn(false, LEAVE_MS),
    words: {
      onPointerEnter: ({ pointerType }: { pointerType: string }) => {
        if (pointerType !== "touch" && !isOpen) turn(true, hoverDelay());
        else clearTimeout(timer.current);
      },
      onPointerLeave: ({ pointerType }: { pointerType: string }) => {
        if (pointerType !== "touch") turn(false, LEAVE_MS);
      },
      onPointerDown: () => {
        pressed.current = isOpen;
      },
      onPointerCancel: () => {
        pressed.current = null;
      },
      onFocus: () => {
        // A press focuses too, and decides by itself.
        if (pressed.current === null) turn(true, 0);
      },
      onBlur: () => {
        pressed.current = null;
        turn(false, 0);
      },
      onClick: () => {
        turn(!(pressed.current ?? isOpen), 0);
        pressed.current = null;
      },
    },
  };
}

/** Closes an open note on Escape, when the page scrolls under it, and when something else is pressed. */
function useDismissal(isOpen: boolean, words: HTMLElement | null, close: () => void) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // A dialog around the words stays open: this Escape was for the note.
      event.stopPropagation();
      latest.current();
    };
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node && words?.contains(target))) latest.current();
    };
    const onScroll = () => latest.current();
    window.addEventListener("keydown", onKey, true);
    window.addEventListener("pointerdown", onPress, true);
    window.addEventListener("scroll", onScroll, true);
    return () => {
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("pointerdown", onPress, true);
      window.removeEventListener("scroll", onScroll, true);
    };
  }, [isOpen, words]);
}

interface NotedProps {
  readonly note: ReactNode;
  readonly children: ReactNode;
  /** An accessible name where the text alone is unclear. */
  readonly label?: string;
  readonly className?: string | undefined;
}

/**
 * Words with a note: it opens on hover, on keyboard focus and by a tap.
 * @example <Noted note="1,234.50 RBX">1,235 RBX</Noted>
 */
export function Noted({ note, children, label, className }: NotedProps) {
  const id = useId();
  const words = useRef<HTMLButtonElement>(null);
  const shown = useRef<HTMLDivElement>(null);
  const { isOpen, close, stay, leave, words: handlers } = useNote();
  useDismissal(isOpen, words.current, close);
  useLayoutEffect(() => {
    if (isOpen && words.current && shown.current) place(words.current, shown.current);
  });
  return (
    <>
      <button
        ref={words}
        type="button"
        aria-label={label}
        aria-describedby={isOpen ? id : undefined}
        className={cx(
          "tap cursor-help rounded underline decoration-dotted decoration-faint underline-offset-4",
          className,
        )}
        {...handlers}
      >
        {children}
      </button>
      {isOpen &&
        createPortal(
          <div
            ref={shown}
            id={id}
            role="tooltip"
            onPointerEnter={stay}
            onPointerLeave={leave}
            className="fixed top-0 left-0 z-50 w-max max-w-[min(18rem,calc(100vw-1.5rem))] animate-fade-in rounded-lg border border-line-strong bg-raised px-3 py-2 text-left font-normal text-ink text-sm leading-snug shadow-float"
          >
            {note}
          </div>,
          document.body,
        )}
    </>
  );
}
