import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ShareButton } from "#web/ui/share-button.tsx";

const hasShare = (share: unknown) =>
  Object.defineProperty(navigator, "share", { value: share, configurable: true });

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, "share");
});

describe("the share button", () => {
  it("passes title and address of the page to the device", () => {
    const share = vi.fn(async () => undefined);
    hasShare(share);
    render(<ShareButton title="A game" />);
    fireEvent.click(screen.getByRole("button", { name: "Share" }));
    expect(share.mock.calls).toEqual([[{ title: "A game", url: window.location.href }]]);
  });

  it("does not treat a closed list of apps as an error", async () => {
    const closed = Promise.reject(new DOMException("Closed.", "AbortError"));
    const caught = vi.spyOn(closed, "catch");
    hasShare(() => closed);
    render(<ShareButton title="A game" />);
    fireEvent.click(screen.getByRole("button", { name: "Share" }));
    expect(caught).toHaveBeenCalledOnce();
    await expect(caught.mock.results[0]!.value).resolves.toBeUndefined();
  });

  it("copies the address if the device has no share function", () => {
    render(<ShareButton title="A game" />);
    expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
    expect(screen.getByRole("button", { name: /link/i })).toBeTruthy();
  });
});
