import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { describe, expect, it } from "vitest";
import { lazyPage } from "#web/lib/lazy-page.ts";

const show = ({ View }: ReturnType<typeof lazyPage>) =>
  render(
    <Suspense fallback="Loading...">
      <View />
    </Suspense>,
  );

const Heading = () => "Heading";

describe("a lazy page", () => {
  it("is there at once if it was loaded before", async () => {
    const page = lazyPage(async () => ({ default: () => "Page" }));
    await page.preload();
    expect(show(page).container.textContent).toBe("Page");
  });

  it("has its first part once it is loaded", async () => {
    const page = lazyPage(async () => ({ default: () => "Page", First: Heading }));
    expect(page.first()).toBeUndefined();
    await page.preload();
    expect(page.first()).toBe(Heading);
  });

  it("is awaited otherwise, also after a failed load", async () => {
    let asks = 0;
    const page = lazyPage(async () => {
      asks += 1;
      if (asks === 1) throw new Error("away");
      return { default: () => "Page" };
    });
    await page.preload();
    expect(show(page).container.textContent).toBe("Loading...");
    await screen.findByText("Page");
  });
});
