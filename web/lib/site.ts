import { createContext, useContext } from "react";
import { invariant } from "#domain/kernel/invariant.ts";
import { isAdmin, isModerator, type Session } from "#web/lib/api/session.ts";
import {
  ANY_PATH,
  type AsidePart,
  type BannerPart,
  type Link,
  type PageRoute,
  type Placed,
  type ShellPart,
  type WebFeature,
} from "#web/lib/feature.ts";
import type { Fill, Slot } from "#web/lib/slot.ts";

/** A page in a list of links. */
export interface LinkedPage extends Link {
  readonly route: PageRoute;
}

/** What the features together bring. */
export interface Site {
  readonly routes: readonly PageRoute[];
  /** The header's links, and those of them that stand behind "More" where there is a bar. */
  readonly header: readonly LinkedPage[];
  readonly further: readonly LinkedPage[];
  readonly footer: readonly LinkedPage[];
  readonly account: readonly LinkedPage[];
  readonly console: readonly LinkedPage[];
  readonly watchers: NonNullable<WebFeature["watchers"]>;
  readonly headerTools: readonly ShellPart[];
  readonly accountParts: readonly ShellPart[];
  readonly banners: readonly BannerPart[];
  readonly asides: readonly AsidePart[];
  readonly consoleTools: readonly ShellPart[];
  readonly fills: readonly Fill[];
}

const inOrder = <T extends Placed>(placed: readonly T[]): readonly T[] =>
  placed.toSorted((a, b) => a.order - b.order);

/** Puts the site together. @param shellRoutes pages that belong to no feature */
export function siteOf(features: readonly WebFeature[], shellRoutes: readonly PageRoute[]): Site {
  const routes = [...features.flatMap((feature) => feature.routes ?? []), ...shellRoutes];
  const linked = (list: "header" | "footer" | "account" | "console") =>
    inOrder(routes.flatMap((route) => (route[list] ? [{ ...route[list], route }] : [])));
  const header = linked("header");
  return {
    // A catch-all page comes last, since the first match is shown.
    routes: routes.toSorted((a, b) => Number(a.path === ANY_PATH) - Number(b.path === ANY_PATH)),
    header,
    further: header.filter(({ route }) => route.header?.isFurther),
    footer: linked("footer"),
    account: linked("account"),
    console: linked("console"),
    watchers: features.flatMap((feature) => feature.watchers ?? []),
    headerTools: inOrder(features.flatMap((feature) => feature.headerTools ?? [])),
    accountParts: inOrder(features.flatMap((feature) => feature.accountParts ?? [])),
    banners: inOrder(features.flatMap((feature) => feature.banners ?? [])),
    asides: inOrder(features.flatMap((feature) => feature.asides ?? [])),
    consoleTools: inOrder(features.flatMap((feature) => feature.consoleTools ?? [])),
    fills: features.flatMap((feature) => feature.fills ?? []),
  };
}

/** Where components find the site. */
export const SiteContext = createContext<Site | null>(null);

/** The site of which this page is one. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  invariant(site !== null, "a site is provided");
  return site;
}

/** What the features put into a place. */
export const useParts = <T>(slot: Slot<T>): readonly T[] => slot.partsOf(useSite().fills);

/** Loads a page that is about to be shown, with what others put on it. @returns once all of it is there */
export const preload = async ({ fills }: Site, { page, sections }: PageRoute): Promise<void> => {
  await Promise.all([page, ...(sections?.partsOf(fills) ?? [])].map((part) => part.preload()));
};

/**
 * Preloads a path's page while the session is still being fetched.
 * @param isAt whether a pattern of paths fits
 */
export async function preloadFor(
  site: Site,
  audience: "player" | "visitor",
  isAt: (pattern: string) => boolean,
): Promise<void> {
  const route = site.routes.find(
    ({ access, path }) => (access === "everyone" || access === audience) && isAt(path),
  );
  if (route) await preload(site, route);
}

/** The pages for the current user, in matching order; an expected session is taken for a player's. */
export function pagesFor({ routes }: Site, session: Session): readonly PageRoute[] {
  if (session.status === "setup-required") return routes.filter(({ access }) => access === "setup");
  const isPlayer = session.status === "signed-in" || (session.status === "loading" && session.expected);
  const audience = isPlayer ? "player" : "visitor";
  return routes.filter(
    ({ access, alsoWhen }) =>
      access === "everyone" ||
      access === audience ||
      (access === "admin" && isAdmin(session)) ||
      (access === "moderator" && isModerator(session)) ||
      (access !== "setup" && alsoWhen?.()),
  );
}
