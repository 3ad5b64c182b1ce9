import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { type LazyPage, lazyPage } from "#web/lib/lazy-page.ts";
import type { Fill, Slot } from "#web/lib/slot.ts";

/**
 * A page's audience: only people without a session, only signed-in players, both, only moderators and admins, only
 * admins, or everybody as long as sign-in is not configured.
 */
export type Access = "visitor" | "player" | "everyone" | "moderator" | "admin" | "setup";

/** The path of a page that is shown at every address without a page of its own. */
export const ANY_PATH = "*";

/** A place in a list of links or parts; the lowest order comes first. */
export interface Placed {
  readonly order: number;
}

/** A page's place in a list of links, and its name there. */
export interface Link extends Placed {
  readonly label: string;
  /** A suffix of the name, such as an unread count. */
  readonly Count?: ComponentType;
}

/** A page's place in the header: in the bar itself, or behind "More" where it is less often wanted. */
export interface HeaderLink extends Link {
  readonly isFurther?: true;
}

/** The module of a page. */
export interface PageModule {
  readonly default: ComponentType;
  /**
   * What stands at the top of the page whoever looks at it, mostly its heading. The build draws it into the document,
   * so that it is there before any script is; a page that needs no answer of the API may be drawn whole.
   */
  readonly First?: ComponentType;
}

/** One page of the site. */
export interface PageRoute {
  readonly path: string;
  /** The document's title. */
  readonly title: string;
  readonly access: Access;
  /** Opens the page to others as well. */
  readonly alsoWhen?: () => boolean;
  readonly page: LazyPage;
  /** Loads its module; the build draws the page by it. */
  readonly load?: () => Promise<PageModule>;
  /** What other features put on the page: it is loaded together with it. */
  readonly sections?: Slot<LazyPage>;
  /** Shown without header and footer. */
  readonly bare?: boolean;
  /** Its place in the header's navigation, which is the mobile menu's too. */
  readonly header?: HeaderLink;
  readonly footer?: Link;
  /** Its place in the menu of the player's own account. */
  readonly account?: Link;
  /** Its place in the navigation of the admin console. */
  readonly console?: Link;
}

/** What a page declares beside its path, its audience and the module that has it. */
type Declared = Omit<PageRoute, "path" | "access" | "page" | "load">;

/**
 * Declares a page that is loaded when it is first shown. @param declared its title, and `load` for its module
 * @example page("/orders", "player", { title: "Orders", load: () => import("…/page.tsx"), header: { order: 10, … } })
 */
export const page = (
  path: string,
  access: Access,
  { load, ...declared }: Declared & { readonly load: () => Promise<PageModule> },
): PageRoute => ({ ...declared, path, access, load, page: lazyPage(load) });

/** A part of the frame around the pages. */
export interface ShellPart extends Placed {
  readonly View: ComponentType;
}

/** What stands above every page. */
export interface BannerPart extends ShellPart {
  /** Loads what decides its height, or the first page of a visit would move down later. */
  readonly preload?: (queryClient: QueryClient) => Promise<unknown>;
}

/** What stands beside every page. */
export interface AsidePart extends ShellPart {
  /** Keeps its place while it is not yet known who is there, or the page would move aside later. */
  readonly Place: ComponentType;
}

/** All that a feature brings to the site. It is in the first chunk that a browser loads: pages are loaded lazily. */
export interface WebFeature {
  /** The name of its folder. */
  readonly name: string;
  readonly routes?: readonly PageRoute[];
  /** Mounted once while a player is signed in; they render nothing. */
  readonly watchers?: readonly { readonly View: ComponentType }[];
  /** Stand in the header of a signed-in player, beside the balance. */
  readonly headerTools?: readonly ShellPart[];
  /** Stand above the links in the menu of the player's own account. */
  readonly accountParts?: readonly ShellPart[];
  /** Stand above the page of a signed-in player. */
  readonly banners?: readonly BannerPart[];
  /** Stand beside the page of a signed-in player where there is room for them, and fill the height of the view. */
  readonly asides?: readonly AsidePart[];
  /** Stand above every screen of the admin console. */
  readonly consoleTools?: readonly ShellPart[];
  /** What it puts into the places of other features. */
  readonly fills?: readonly Fill[];
}

/** Declares what a feature brings to the site. */
export const defineFeature = (feature: WebFeature): WebFeature => feature;
