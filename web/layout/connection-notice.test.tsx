import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { ConnectionNotice } from "#web/layout/connection-notice.tsx";
import { renderAs } from "#web/testing/render.tsx";

it("says that the device is offline, until it is online again", () => {
  vi.useFakeTimers();
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const become = (isOnline: boolean) =>
    act(() => {
      onLine.mockReturnValue(isOnline);
      window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
      vi.advanceTimersByTime(3_000);
    });
  renderAs(aUser(), <ConnectionNotice />);
  expect(screen.queryByText("You are offline.")).toBeNull();
  become(false);
  act(() => void vi.advanceTimersByTime(3_000));
  expect(screen.getByText("You are offline.")).toBeTruthy();
  become(true);
  expect(screen.queryByText("You are offline.")).toBeNull();
  onLine.mockRestore();
});
