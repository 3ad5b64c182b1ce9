import type { Page } from "playwright-core";
import { see } from "./expectations.ts";

/** Values for the dialog; everything else keeps its default. */
interface MadeGame {
  readonly title: string;
  readonly kind?: string;
  readonly edge?: string;
}

/** Makes a game in the open dialog. @param told texts that the dialog must show before @returns its page's address */
export async function makeGame(
  page: Page,
  { title, kind, edge }: MadeGame,
  told: readonly (string | RegExp)[] = [],
): Promise<string> {
  const dialog = page.getByRole("dialog");
  if (kind !== undefined) await dialog.getByLabel("Game Type").selectOption({ label: kind });
  await dialog.getByLabel("Title").fill(title);
  if (edge !== undefined) await dialog.getByLabel("House Edge (%)").fill(edge);
  for (const text of told) await see(page, text);
  const answered = page.waitForResponse(
    (response) => response.url().endsWith("/api/user-games") && response.request().method() === "POST",
  );
  await dialog.getByRole("button", { name: "Create Game" }).click();
  const { id } = (await (await answered).json()) as { id: string };
  await see(page, "Game created successfully!");
  return `/user-games/${id}`;
}

/** The dialog's message for each wrong value. */
const MESSAGES = [
  ["Title", " ", "Title is required"],
  ["Minimum Bet", "0", "Minimum bet must be at least 0.01"],
  ["Minimum Bet", "2000", "Minimum bet must be at most the maximum bet"],
  ["Maximum Bet", "0.5", "Maximum bet must be at least 1"],
  ["House Edge (%)", "50.01", "House edge must be between 0-50%"],
] as const;

/** Enters wrong values in the open dialog, and checks its messages. */
export async function tryWrongTerms(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (const [label, wrong, message] of MESSAGES) {
    const field = dialog.getByLabel(label);
    const right = await field.inputValue();
    await field.fill(wrong);
    await dialog.getByRole("button", { name: "Create Game" }).click();
    await dialog.getByText(message, { exact: true }).waitFor();
    await field.fill(right);
  }
}
