import { hasTried } from "#web/features/sign-in/oauth-test.ts";
import { ADMIN_SCREENS } from "#web/layout/admin-screens.ts";
import { type LazyPage, lazyPage } from "#web/lib/lazy-page.ts";

/** Who sees a page: only people without a session, only signed-in players, both, or only admins. */
export type Access = "visitor" | "player" | "everyone" | "admin";

/** One page of the site. */
export interface PageRoute {
  readonly path: string;
  /** The document's title. */
  readonly title: string;
  /** Its name in the header's navigation; pages without are not linked there. */
  readonly nav?: string;
  readonly access: Access;
  /** Opens the page to others as well. */
  readonly alsoWhen?: () => boolean;
  readonly page: LazyPage;
  /** Shown without header and footer. */
  readonly bare?: boolean;
}

/** What a visitor sees at any address that has no page for visitors. */
export const landingRoute: PageRoute = {
  path: "/",
  title: "Florin",
  access: "visitor",
  page: lazyPage(() => import("#web/features/sign-in/landing-page.tsx")),
};

/** What a signed-in player sees at any address that has no page. */
export const notFoundRoute: PageRoute = {
  path: "*",
  title: "404 Page Not Found",
  access: "player",
  page: lazyPage(() => import("#web/layout/not-found-page.tsx")),
};

/** The admin console's screens. */
export const adminRoutes: readonly PageRoute[] = [
  {
    path: ADMIN_SCREENS.overview.path,
    title: "Overview",
    access: "admin",
    page: lazyPage(() => import("#web/features/console/overview-page.tsx")),
  },
  {
    path: ADMIN_SCREENS.review.path,
    title: "Review Queue",
    access: "admin",
    page: lazyPage(() => import("#web/features/deposits/review-page.tsx")),
  },
  {
    path: ADMIN_SCREENS.proposals.path,
    title: "Needs a Second Admin",
    access: "admin",
    page: lazyPage(() => import("#web/pages/second-admin-page.tsx")),
  },
  {
    path: ADMIN_SCREENS.players.path,
    title: "Players",
    access: "admin",
    page: lazyPage(() => import("#web/features/audit/players-page.tsx")),
  },
  {
    path: `${ADMIN_SCREENS.players.path}/:id`,
    title: "Player",
    access: "admin",
    page: lazyPage(() => import("#web/pages/admin-player-page.tsx")),
  },
  {
    path: ADMIN_SCREENS.accounts.path,
    title: "Accounts",
    access: "admin",
    page: lazyPage(() => import("#web/features/audit/accounts-page.tsx")),
  },
  {
    path: `${ADMIN_SCREENS.accounts.path}/:account`,
    title: "Account",
    access: "admin",
    page: lazyPage(() => import("#web/features/audit/account-page.tsx")),
  },
  {
    path: ADMIN_SCREENS.events.path,
    title: "Events",
    access: "admin",
    page: lazyPage(() => import("#web/features/audit/events-page.tsx")),
  },
  {
    path: `${ADMIN_SCREENS.events.path}/:position`,
    title: "Event",
    access: "admin",
    page: lazyPage(() => import("#web/features/audit/event-page.tsx")),
  },
  {
    path: ADMIN_SCREENS.house.path,
    title: "House",
    access: "admin",
    page: lazyPage(() => import("#web/features/revenue/page.tsx")),
  },
  {
    path: ADMIN_SCREENS.catalogue.path,
    title: "Catalogue",
    access: "admin",
    page: lazyPage(() => import("#web/features/limiteds/values-page.tsx")),
  },
  {
    path: ADMIN_SCREENS.settings.path,
    title: "Settings",
    access: "admin",
    page: lazyPage(() => import("#web/features/settings/page.tsx")),
  },
  {
    path: ADMIN_SCREENS.system.path,
    title: "System",
    access: "admin",
    page: lazyPage(() => import("#web/features/system/page.tsx")),
  },
  {
    path: ADMIN_SCREENS.roles.path,
    title: "Roles",
    access: "admin",
    page: lazyPage(() => import("#web/features/roles/holders-page.tsx")),
  },
  {
    path: ADMIN_SCREENS.reads.path,
    title: "Access Log",
    access: "admin",
    page: lazyPage(() => import("#web/features/roles/reads-page.tsx")),
  },
];

/** What everybody sees at every address until sign-in is configured. */
export const setupRoute: PageRoute = {
  path: "*",
  title: "Setup Required",
  access: "everyone",
  page: lazyPage(() => import("#web/features/sign-in/setup-page.tsx")),
};

/** Every page, in the order of the navigation. */
export const routes: readonly PageRoute[] = [
  landingRoute,
  {
    path: "/",
    title: "Casino",
    nav: "Casino",
    access: "player",
    page: lazyPage(() => import("#web/pages/casino-page.tsx")),
  },
  {
    path: "/limiteds",
    title: "Roblox Limiteds",
    nav: "Limiteds",
    access: "player",
    page: lazyPage(() => import("#web/pages/limiteds-page.tsx")),
  },
  {
    path: "/my-limiteds",
    title: "My Roblox Limiteds",
    access: "player",
    page: lazyPage(() => import("#web/features/inventory/page.tsx")),
  },
  {
    path: "/my-limiteds",
    title: "Demo: Roblox Limiteds",
    access: "visitor",
    page: lazyPage(() => import("#web/features/inventory/demo-page.tsx")),
  },
  {
    path: "/deposits",
    title: "Deposits",
    nav: "Deposits",
    access: "player",
    page: lazyPage(() => import("#web/features/deposits/page.tsx")),
  },
  {
    path: "/sessions",
    title: "Where You Are Signed In",
    access: "player",
    page: lazyPage(() => import("#web/features/sessions/page.tsx")),
  },
  {
    path: "/limiteds-coinflip",
    title: "Limiteds Coinflip",
    access: "everyone",
    page: lazyPage(() => import("#web/features/live-coinflips/limiteds-page.tsx")),
  },
  {
    path: "/spectator",
    title: "Spectator",
    access: "player",
    page: lazyPage(() => import("#web/features/spectator/page.tsx")),
  },
  {
    path: "/leaderboard",
    title: "Leaderboard",
    nav: "Leaderboard",
    access: "everyone",
    page: lazyPage(() => import("#web/features/leaderboard/page.tsx")),
  },
  {
    path: "/fairness",
    title: "Fairness",
    nav: "Fairness",
    access: "everyone",
    page: lazyPage(() => import("#web/features/seed-pairs/page.tsx")),
  },
  {
    path: "/history",
    title: "History",
    nav: "History",
    access: "player",
    page: lazyPage(() => import("#web/features/house-flips/history-page.tsx")),
  },
  {
    path: "/ledger",
    title: "Ledger",
    nav: "Ledger",
    access: "everyone",
    page: lazyPage(() => import("#web/features/ledger/page.tsx")),
  },
  {
    path: "/games/:id",
    title: "Proof",
    access: "everyone",
    page: lazyPage(() => import("#web/pages/proof-page.tsx")),
  },
  {
    path: "/game-info",
    title: "Game Info",
    access: "everyone",
    page: lazyPage(() => import("#web/features/info/game-info-page.tsx")),
  },
  {
    path: "/support",
    title: "Support",
    access: "everyone",
    page: lazyPage(() => import("#web/features/info/support-page.tsx")),
  },
  {
    path: "/responsible-gaming",
    title: "Responsible Gaming",
    access: "everyone",
    page: lazyPage(() => import("#web/features/info/responsible-gaming-page.tsx")),
  },
  {
    path: "/oauth-test",
    title: "OAuth Test",
    access: "visitor",
    alsoWhen: hasTried,
    page: lazyPage(() => import("#web/features/sign-in/oauth-test-page.tsx")),
  },
  {
    path: "/find-url",
    title: "Find URL",
    access: "visitor",
    page: lazyPage(() => import("#web/features/sign-in/find-url-page.tsx")),
    bare: true,
  },
];

/** The pages of the header's navigation. */
export const navigation = routes.filter((route) => route.nav !== undefined);

/** The pages of an audience. */
export const routesFor = (audience: "visitor" | "player"): readonly PageRoute[] =>
  routes.filter(({ access, alsoWhen }) => access === "everyone" || access === audience || alsoWhen?.());
