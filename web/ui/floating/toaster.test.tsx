import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as numbers from "#web/lib/toast.ts";
import { dismissToast, TOAST_HOTKEY, toast, toasts } from "#web/lib/toast.ts";
import "#web/testing/render.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { Toaster } from "#web/ui/floating/toaster.tsx";
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from "#web/ui/floating/tooltip.tsx";

beforeEach(() => toasts.set([]));

describe("toasts", () => {
  it("have the documented numbers", () => {
    expect(numbers).toMatchObject({
      TOAST_LIMIT: 1,
      TOAST_REMOVE_DELAY_MS: 1_000_000,
      TOAST_DURATION_MS: 5000,
      TOAST_SWIPE_DIRECTION: "right",
      TOAST_SWIPE_THRESHOLD_PX: 50,
      TOAST_HOTKEY: "F8",
    });
    expect([TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS]).toEqual([700, 300]);
  });

  it("show one at a time, the newest", () => {
    render(<Toaster />);
    act(() => void toast({ title: "First" }));
    act(() => void toast({ title: "Second", description: "in its place" }));
    expect(screen.queryByText("First")).toBeNull();
    expect(screen.getByText("Second")).toBeTruthy();
    expect(screen.getByText("in its place")).toBeTruthy();
  });

  it("close by themselves after 5 seconds", () => {
    vi.useFakeTimers();
    render(<Toaster />);
    act(() => void toast({ title: "Short-lived" }));
    act(() => void vi.advanceTimersByTime(4999));
    expect(toasts.get()).toMatchObject([{ open: true }]);
    act(() => void vi.advanceTimersByTime(1));
    expect(toasts.get()).toMatchObject([{ open: false }]);
  });

  it("are removed a million milliseconds after they were dismissed", () => {
    vi.useFakeTimers();
    dismissToast(toast({ title: "Dismissed" }));
    vi.advanceTimersByTime(999_999);
    expect(toasts.get()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts.get()).toHaveLength(0);
  });

  it("are reached by F8", () => {
    render(<Toaster />);
    act(() => void toast({ title: "Here" }));
    fireEvent.keyDown(document, { code: TOAST_HOTKEY });
    expect(document.activeElement?.getAttribute("aria-live")).toBe("off");
  });

  it("stay within reach of assistive technology while a dialog is open", () => {
    render(
      <>
        <Toaster />
        <Dialog onClose={() => undefined} title="A question">
          <p>…</p>
        </Dialog>
      </>,
    );
    act(() => void toast({ title: "Still here", variant: "destructive" }));
    const shown = document.querySelector("[data-variant='destructive']");
    expect(shown).toBeTruthy();
    expect(shown?.closest("[aria-hidden='true']")).toBeNull();
  });

  it("keep to 420 pixels", () => {
    render(<Toaster />);
    expect(document.querySelector("ol")?.className).toContain("max-w-[420px]");
  });
});
