import { describe, expect, it } from "vitest";
import { eventTypes } from "../registry.ts";
import { NOTIFICATION_TYPES } from "./contract.ts";

const notices = Object.entries(eventTypes).flatMap(([name, { notify }]) =>
  notify === null ? [] : ([[name, notify]] as const),
);

describe("the notices of events", () => {
  it.each(notices)("%s are of a kind that the list of notifications knows", (_name, { type, link }) => {
    expect(NOTIFICATION_TYPES).toContain(type);
    if (link !== null) expect(link).toMatch(/^\/(?!\/)/);
  });
});
