import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import "#web/testing/render.tsx";
import { Rounded } from "#web/ui/charts/rounded.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { Noted, TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from "#web/ui/floating/tooltip.tsx";

// jsdom has no pointer events, so the kind of pointer would be lost.
class FakePointerEvent extends MouseEvent {
  readonly pointerType: string;
  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerType = init.pointerType ?? "mouse";
  }
}

const words = (name = "1,235") => screen.getByRole("button", { name });
const note = () => screen.queryByRole("tooltip")?.textContent ?? null;
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const hover = (name?: string) => fireEvent.pointerEnter(words(name), { pointerType: "mouse" });
const leave = (name?: string) => fireEvent.pointerLeave(words(name), { pointerType: "mouse" });
/** A browser's events for a tap: the press, then the focus, then the click. */
const tap = () => {
  fireEvent.pointerEnter(words(), { pointerType: "touch" });
  fireEvent.pointerDown(words(), { pointerType: "touch" });
  fireEvent.pointerLeave(words(), { pointerType: "touch" });
  act(() => words().focus());
  fireEvent.click(words(), { detail: 1 });
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("PointerEvent", FakePointerEvent);
  // No tooltip of an earlier test closed a moment ago.
  vi.advanceTimersByTime(60_000);
});

describe("a note on words", () => {
  beforeEach(() => void render(<Noted note="1,234.50 RBX">1,235</Noted>));

  it("opens when the pointer has rested on them, and closes when it leaves", () => {
    hover();
    wait(TOOLTIP_DELAY_MS - 1);
    expect(note()).toBeNull();
    wait(1);
    expect(note()).toBe("1,234.50 RBX");
    leave();
    wait(200);
    expect(note()).toBeNull();
  });

  it("opens at once for a pointer that comes from another note", () => {
    render(<Noted note="The other">Other</Noted>);
    hover();
    wait(TOOLTIP_DELAY_MS);
    leave();
    wait(200);
    wait(TOOLTIP_SKIP_DELAY_MS - 1);
    hover("Other");
    wait(0);
    expect(note()).toBe("The other");
  });

  it("stays while the pointer is on it", () => {
    hover();
    wait(TOOLTIP_DELAY_MS);
    leave();
    fireEvent.pointerEnter(screen.getByRole("tooltip"));
    wait(1000);
    expect(note()).toBe("1,234.50 RBX");
    fireEvent.pointerLeave(screen.getByRole("tooltip"));
    wait(200);
    expect(note()).toBeNull();
  });

  it("opens by a tap, and closes by another, on it or elsewhere", () => {
    tap();
    expect(note()).toBe("1,234.50 RBX");
    tap();
    expect(note()).toBeNull();
    tap();
    fireEvent.pointerDown(document.body);
    expect(note()).toBeNull();
  });

  it("opens on keyboard focus, describes its words, and closes when focus leaves", () => {
    expect(words().getAttribute("aria-describedby")).toBeNull();
    act(() => words().focus());
    expect(words().getAttribute("aria-describedby")).toBe(screen.getByRole("tooltip").id);
    act(() => words().blur());
    expect(note()).toBeNull();
  });

  it("is toggled by a key that presses its words", () => {
    act(() => words().focus());
    fireEvent.click(words(), { detail: 0 });
    expect(note()).toBeNull();
    fireEvent.click(words(), { detail: 0 });
    expect(note()).toBe("1,234.50 RBX");
  });

  it("closes when the page scrolls under it", () => {
    tap();
    fireEvent.scroll(document);
    expect(note()).toBeNull();
  });
});

it("Escape closes a note and leaves the dialog around it open", () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Dialog" onClose={onClose}>
      <Noted note="1,234.50 RBX">1,235</Noted>
    </Dialog>,
  );
  tap();
  fireEvent.keyDown(words(), { key: "Escape" });
  expect([note(), onClose.mock.calls.length]).toEqual([null, 0]);
  fireEvent.keyDown(words(), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
});

it.each([
  ["whole", "1,234,568", {}],
  ["compact", "1,234.6K RBX", { isCurrencyShown: true }],
] as const)("a figure rounded as %s has the exact one as its note", (as, shown, props) => {
  render(<Rounded as={as} amount={123_456_789n} currency="RBX" {...props} />);
  const figure = screen.getByRole("button");
  expect(figure.textContent).toBe(shown);
  fireEvent.click(figure);
  expect(note()).toBe("1,234,567.89 RBX");
});
