import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { replayLog, verifyLog } from "./programs.ts";
import { type Site, type SiteOptions, startSite } from "./site.ts";

/** Time limits for a step in the browser on a busy machine, and for a journey, in milliseconds. */
const ACTION_TIMEOUT_MS = 20_000;
const JOURNEY_TIMEOUT_MS = 300_000;

const SCREENSHOTS = "screenshots";

/** The widths to check, with heights of usual devices. */
export const VIEWPORTS = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
} as const;

/** The tools of a journey. */
export interface Travel {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Shared by the journeys of a run unless the journey has one of its own. */
  readonly site: Site;
  /** The user name of a person that no other journey knows. */
  readonly person: string;
  /** Signs in through the platform's sandbox without a click, and arrives at `returnTo`. */
  signIn(username?: string, returnTo?: string): Promise<void>;
  /** Another person in a browser context of their own, signed in if they have a user name. */
  another(username?: string): Promise<Page>;
  /** Saves a picture of the page as `screenshots/<name>.png`. */
  screenshot(name: string): Promise<void>;
}

export interface JourneyOptions {
  readonly browser?: BrowserContextOptions;
  /** A service of its own, for a journey that stops or kills it, or needs other settings. */
  readonly site?: SiteOptions;
  readonly timeoutMs?: number;
}

/** A declared journey. */
export interface Journey {
  readonly name: string;
  readonly options: JourneyOptions;
  readonly body: (travel: Travel) => Promise<void>;
}

const declared: Journey[] = [];

/**
 * Declares what a person does on the site, from the first page to the last.
 * @example journey("a visitor sees the way in", async ({ page }) => { await page.goto("/"); });
 */
export function journey(name: string, ...rest: [Journey["body"]] | [JourneyOptions, Journey["body"]]): void {
  const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  declared.push({ name, options, body });
}

/** Every journey declared so far. */
export const journeys = (): readonly Journey[] => declared;

/** Shared by the journeys of a run. */
export interface Stage {
  readonly browser: Browser;
  readonly site: Site;
}

/**
 * Runs one journey in a browser context of its own.
 * @throws the journey's error, or Error for a time-out and for uncaught errors in the page
 */
export async function travel(journey: Journey, stage: Stage): Promise<void> {
  const { options } = journey;
  const site = options.site === undefined ? stage.site : await startSite(options.site);
  try {
    await travelOn(journey, { ...stage, site });
    if (site !== stage.site && options.site?.program !== "start") await checkLog(site);
  } finally {
    if (site !== stage.site) await site.remove();
  }
}

// The shared site is checked once, after every journey.
async function checkLog(site: Site): Promise<void> {
  await site.stop();
  await verifyLog(site);
  await replayLog(site);
}

async function travelOn({ name, options, body }: Journey, { browser, site }: Stage): Promise<void> {
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  const open = async (): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: VIEWPORTS.desktop,
      locale: "en-US",
      timezoneId: "UTC",
      ...options.browser,
    });
    contexts.push(context);
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
    listen(context, complaints);
    return context.newPage();
  };
  try {
    const page = await open();
    const limit = options.timeoutMs ?? JOURNEY_TIMEOUT_MS;
    await withinTime(limit, body(travelOf(page, { site, open }))).catch(async (error: unknown) => {
      const pages = contexts.flatMap((context) => context.pages());
      for (const [index, one] of pages.entries())
        await picture(one, `failed-${slug(name)}${index === 0 ? "" : `-${index + 1}`}`).catch(() => {});
      throw error;
    });
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join("\n")}`);
  } finally {
    for (const context of contexts) await context.close();
  }
}

async function signInAs(page: Page, username: string, returnTo: string): Promise<void> {
  // A fresh sign-in, since admins act with it; the sandbox takes the hint for an answer.
  await page.goto(`/api/login?${new URLSearchParams({ fresh: "1", login_hint: username, returnTo })}`);
  await page.getByTestId("header-balance").filter({ visible: true }).first().waitFor();
}

interface Means {
  readonly site: Site;
  /** Opens a page in a context of its own. */
  readonly open: () => Promise<Page>;
}

function travelOf(page: Page, { site, open }: Means): Travel {
  const person = `e2e_${randomBytes(6).toString("hex")}`;
  return {
    page,
    context: page.context(),
    site,
    person,
    signIn: (username = person, returnTo = "/") => signInAs(page, username, returnTo),
    async another(username) {
      const theirs = await open();
      if (username !== undefined) await signInAs(theirs, username, "/");
      return theirs;
    },
    screenshot: (name) => picture(page, name),
  };
}

/** Saves a picture of a page as `screenshots/<name>.png`. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

// Uncaught errors and violations of the content security policy: no page may have either.
function listen(context: BrowserContext, complaints: string[]): void {
  context.on("weberror", (event) => complaints.push(event.error().stack ?? event.error().message));
  context.on("console", (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
}

async function withinTime(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The journey took more than ${ms / 1_000} s`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60);
