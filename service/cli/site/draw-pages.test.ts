import { expect, it } from "vitest";
import { withDrawing } from "#service/cli/site/draw-pages.ts";

it("a drawing replaces the one that the page shows until its scripts have run", () => {
  const page = '<div id="root"></div><div id="first" class="bar"><div>bar</div></div><noscript>No</noscript>';
  expect(withDrawing(page, '<div id="first" inert>$&</div>')).toBe(
    '<div id="root"></div><div id="first" inert>$&</div>\n    <noscript>No</noscript>',
  );
  expect(() => withDrawing("<div></div>", "")).toThrow("a place for its first drawing");
});
