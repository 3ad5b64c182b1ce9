import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { experienceOfLevel } from "#domain/features/players/level.ts";
import { aUser } from "#domain/testing/shown/users.ts";
import OwnLevel from "#web/features/players/own-level.tsx";
import { renderAs } from "#web/testing/render.tsx";

const widthOfBar = () => document.querySelector<HTMLElement>("[aria-hidden='true'] > div")?.style.width ?? "";

describe("the level in the menu", () => {
  it("shows the experience missing for the next one", () => {
    const [from, to] = [experienceOfLevel(20), experienceOfLevel(21)];
    renderAs(aUser({ level: 20, experience: from + 1 }), <OwnLevel />);
    expect(screen.getByText("Level 20")).toBeTruthy();
    expect(screen.getByText(`${(to - from - 1).toLocaleString("en-GB")} XP to level 21`)).toBeTruthy();
  });

  it.each([
    [0, "0%"],
    [1, "100%"],
  ])("shows the progress: %s of the way", (share, width) => {
    const [from, to] = [experienceOfLevel(5), experienceOfLevel(6)];
    renderAs(aUser({ level: 5, experience: from + share * (to - from) }), <OwnLevel />);
    expect(widthOfBar()).toBe(width);
  });
});
