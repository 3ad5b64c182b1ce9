import { act, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useLocation } from "wouter";
import { navigate } from "wouter/use-browser-location";
import "#web/testing/render.tsx";
import { useFreeEdge } from "#web/lib/page/free-edge.ts";
import { KEEP_CLEAR } from "#web/lib/page/keep-clear.ts";

/** What changed its size since the last look, by the observers that are told of it. */
const told = new Map<Element, () => void>();

beforeEach(() => {
  told.clear();
  window.history.replaceState(null, "", "/");
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #look: () => void;
      readonly #observed = new Set<Element>();
      constructor(look: () => void) {
        this.#look = look;
      }
      observe(part: Element) {
        this.#observed.add(part);
        told.set(part, this.#look);
      }
      disconnect() {
        for (const part of this.#observed) told.delete(part);
      }
    },
  );
});

/** A page whose marked part is its own, and a result that floats over every page. */
function Site() {
  const [path] = useLocation();
  const floating = useRef<HTMLParagraphElement>(null);
  const edge = useFreeEdge(floating, true);
  return (
    <>
      <div key={path} data-testid="marked" {...KEEP_CLEAR} />
      <p ref={floating}>at the {edge}</p>
    </>
  );
}

const boxOf = (top: number, height: number) => () => new DOMRect(0, top, 300, height);

it("a floating part makes way for what grows at the foot of a page that was opened under it", () => {
  render(<Site />);
  act(() => navigate("/history"));
  const marked = screen.getByTestId("marked");
  screen.getByText(/^at the/).getBoundingClientRect = boxOf(0, 100);
  marked.getBoundingClientRect = boxOf(window.innerHeight - 50, 50);
  act(() => told.get(marked)?.());
  expect(screen.getByText("at the top")).toBeTruthy();
});
