import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "playwright-core";
import { picture, VIEWPORTS } from "./harness.ts";

/** Stops a journey when a condition does not hold. */
export function expectThat(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(`Expected that ${sentence}`);
}

const PATIENCE_MS = 20_000;
const PAUSE_MS = 100;

/** Waits until a condition holds: read models follow a moment later. */
export async function expectSoon(holds: () => Promise<boolean>, sentence: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    expectThat(performance.now() < until, sentence);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Waits for the end of transitions: intermediate colours are not judged. */
const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    return Promise.allSettled(passing.map(({ finished }) => finished));
  });

/** An answer that arrives during the check is half transparent: the page is checked once more. */
const LOOKS_MAX = 2;

/** The accessibility problems of a page at rest. */
async function violationsAtRest(page: Page, looks = 1): ReturnType<AxeBuilder["analyze"]> {
  await atRest(page);
  const results = await new AxeBuilder({ page }).analyze();
  return results.violations.length === 0 || looks === LOOKS_MAX ? results : violationsAtRest(page, looks + 1);
}

/** Stops a journey when the page has an accessibility problem. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await violationsAtRest(page);
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
  expectThat(told.length === 0, `${where} keeps nobody out, but: ${told.join("; ")}`);
}

/** Stops a journey when the page is wider than the window. */
export async function expectNoSideways(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expectThat(over <= 0, `${where} is no wider than the window, but it is by ${over} pixels`);
}

/** Stops a journey when a part of a card sticks out of its sides. */
export async function expectInCards(page: Page, where: string): Promise<void> {
  const out = await page.evaluate(() =>
    [...document.querySelectorAll(".rounded-card")].flatMap((card) => {
      const { left, right } = card.getBoundingClientRect();
      const parts = [...card.querySelectorAll("*")];
      const clips = parts.filter((part) => {
        const { overflowX, clipPath } = getComputedStyle(part);
        return overflowX !== "visible" || clipPath !== "none";
      });
      return parts
        .filter((part) => {
          const box = part.getBoundingClientRect();
          const isOut = box.width > 0 && (box.right > right + 1 || box.left < left - 1);
          return isOut && !clips.some((clip) => clip.contains(part));
        })
        .map((part) => part.getAttribute("aria-label") ?? part.textContent);
    }),
  );
  expectThat(out.length === 0, `${where} keeps everything on its cards, but: ${out.join("; ")}`);
}

/** Stops a journey when the actions on a row of a table are out of view. */
export async function expectActionsInView(page: Page, where: string): Promise<void> {
  const out = await page.evaluate(() =>
    [...document.querySelectorAll("tbody td:last-child button")]
      .filter((button) => button.getBoundingClientRect().right > window.innerWidth)
      .map((button) => button.getAttribute("aria-label") ?? button.textContent),
  );
  expectThat(out.length === 0, `${where} shows every action without scrolling, but: ${out.join("; ")}`);
}

/** Stops a journey when columns of a table are out of view. */
export async function expectTableWhole(page: Page, caption: string): Promise<void> {
  const over = await page
    .getByRole("region", { name: caption })
    .evaluate((region) => region.scrollWidth - region.clientWidth);
  expectThat(over <= 0, `${caption}: every column is in view, but ${over} pixels are not`);
}

/** Stops a journey when amounts of a region do not end in one column. */
export async function expectFiguresAligned(page: Page, region: string): Promise<void> {
  const amounts = await page
    .getByRole("region", { name: region })
    .getByText(/^[+-][\d,]+\.\d\d$/)
    .all();
  const ends = await Promise.all(
    amounts.map((amount) =>
      amount.evaluate((element) => {
        const figures = document.createRange();
        figures.selectNodeContents(element);
        return Math.round(figures.getBoundingClientRect().right);
      }),
    ),
  );
  expectThat(ends.length > 1 && new Set(ends).size === 1, `${region} end in one column, not at ${ends}`);
}

/** Room of the platform's arrow at the right of a select, in pixels. */
const ARROW_PX = 16;

/** The choices of a page's selects, or only the chosen ones, that have less room than they need. */
const cutChoices = (page: Page, which: "all" | "chosen"): Promise<(string | null)[]> =>
  page.evaluate(
    ({ arrow, isAll }) => {
      const ruler = document.createElement("canvas").getContext("2d");
      return [...document.querySelectorAll("select")].flatMap((select) => {
        const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select);
        if (ruler === null || select.clientWidth === 0) return [];
        // `font` is empty beside tabular figures, which it cannot say.
        ruler.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const room =
          select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrow;
        return [...(isAll ? select.options : select.selectedOptions)]
          .filter(({ text }) => ruler.measureText(text).width > room)
          .map(({ text }) => text);
      });
    },
    { arrow: ARROW_PX, isAll: which === "all" },
  );

/** Stops a journey when a choice of a select would have less room than it needs on a phone, were it chosen. */
export async function expectChoicesWhole(page: Page, where: string): Promise<void> {
  await page.setViewportSize(VIEWPORTS.phone);
  const cut = await cutChoices(page, "all");
  expectThat(cut.length === 0, `${where} shows every choice whole on a phone, but: ${cut.join("; ")}`);
}

/** Stops a journey when a heading's word, or a select's choice, has less room than it needs. */
export async function expectWordsWhole(page: Page, where: string): Promise<void> {
  const headings = await page.evaluate(() => {
    const words = document.createRange();
    return [...document.querySelectorAll("h1, h2")]
      .filter((heading) => {
        words.selectNodeContents(heading);
        const over = words.getBoundingClientRect().right - heading.getBoundingClientRect().right;
        return getComputedStyle(heading).clipPath === "none" && over > 1;
      })
      .map(({ textContent }) => textContent);
  });
  const cut = [...headings, ...(await cutChoices(page, "chosen"))];
  expectThat(cut.length === 0, `${where} shows every word whole, but: ${cut.join("; ")}`);
}

/** Smallest target for a finger, in pixels: what both makers of phones recommend. */
const FINGER_PX = 44;

/** Stops a journey when a control is too small for a finger; links in a sentence are as high as its words. */
export async function expectRoomForFingers(page: Page, where: string): Promise<void> {
  // Elements for screen readers alone are clipped to nothing.
  const small = await page.evaluate(
    (least) =>
      [...document.querySelectorAll("button, a[href], select, input, textarea, summary")].flatMap(
        (element) => {
          const { width, height } = element.getBoundingClientRect();
          const isWithinWords = element.tagName === "A" && getComputedStyle(element).display === "inline";
          const isClipped = getComputedStyle(element).clipPath !== "none";
          if (width === 0 || height === 0 || isClipped || isWithinWords) return [];
          const box = (element.closest("label") ?? element).getBoundingClientRect();
          const around = getComputedStyle(element, "::after");
          // A link's padding may make the whole row a target.
          const reach = around.position === "absolute" ? Number.parseFloat(around.height) : box.height;
          return reach < least
            ? [`${element.getAttribute("aria-label") ?? element.textContent} (${reach} px)`]
            : [];
        },
      ),
    FINGER_PX,
  );
  expectThat(small.length === 0, `${where} leaves room for fingers, but: ${small.join("; ")}`);
}

/** Checks a page on every device: accessible, not cut off; and saves a picture. */
export async function lookAt(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [device, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectNoSideways(page, `${name} on a ${device}`);
    await expectAccessible(page, `${name} on a ${device}`);
    if (device === "phone") await expectRoomForFingers(page, name);
    await expectWordsWhole(page, `${name} on a ${device}`);
    await expectInCards(page, `${name} on a ${device}`);
    await expectActionsInView(page, `${name} on a ${device}`);
    await picture(page, `${device}-${name}`);
  }
  if (before !== null) await page.setViewportSize(before);
}

/** Waits for a visible text. */
export const see = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

/** Presses the first button of a name. */
export const pressFirst = (within: Page | Locator, name: string | RegExp): Promise<void> =>
  within.getByRole("button", { name }).first().click();

/** Places a bet on the game page. */
export async function bet(page: Page, side: "RBX" | "TIX", amount: string): Promise<void> {
  await page.getByRole("button", { name: side, exact: true }).click();
  await page.getByLabel("Bet amount").fill(amount);
  await page.getByRole("button", { name: "Flip Coin!" }).click();
}

/** Waits until the coin has landed. @returns whether the flip was won */
export async function landed(page: Page): Promise<boolean> {
  await page.getByRole("link", { name: "Verify this flip" }).waitFor();
  return page.getByText(/^(RBX|TIX) WINS!$/).isVisible();
}

/** Plays until a flip ends as wanted; each is even, so that the limit is practically never reached. */
export async function flipUntil(page: Page, won: boolean): Promise<void> {
  const FLIPS_MAX = 40;
  for (let flips = 0; flips < FLIPS_MAX; flips += 1) {
    await bet(page, "TIX", "1");
    await page.getByRole("button", { name: "Flipping..." }).waitFor();
    await page.getByRole("button", { name: "Flip Coin!" }).waitFor();
    if ((await landed(page)) === won) return;
  }
  throw new Error(`${FLIPS_MAX} flips in a row were all ${won ? "lost" : "won"}`);
}

/** The balance that the header shows, a whole number. */
export async function headerBalance(page: Page): Promise<number> {
  const text = await page.getByTestId("header-balance").filter({ visible: true }).first().textContent();
  return Number((text ?? "").replace(/\D/g, ""));
}

/** Waits until the header shows a balance, in whole numbers: it follows a moment later. */
export async function expectBalance(page: Page, balance: number): Promise<void> {
  const shown = page.getByTestId("header-balance").filter({ visible: true }).first();
  await shown.filter({ hasText: new RegExp(`^\\D*${balance.toLocaleString("en-US")}\\D*$`) }).waitFor();
}
