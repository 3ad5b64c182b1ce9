import { features } from "#web/features/all.ts";
import { ADMIN_PATH } from "#web/layout/console/admin-paths.ts";
import { ANY_PATH, type PageRoute } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";
import { siteOf } from "#web/lib/site.ts";

const notFound = {
  title: "404 Page Not Found",
  page: lazyPage(() => import("#web/layout/not-found-page.tsx")),
} as const;

/** For everyone but admins the console's addresses do not exist. */
const shellRoutes: readonly PageRoute[] = [
  { ...notFound, path: `${ADMIN_PATH}/*?`, access: "player", alsoWhen: () => true },
  { ...notFound, path: ANY_PATH, access: "player" },
];

/** The whole site, as its features declare it. */
export const site = siteOf(features, shellRoutes);
