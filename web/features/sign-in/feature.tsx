import { hasTried } from "#web/features/sign-in/oauth-test.ts";
import { ANY_PATH, defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const signIn = defineFeature({
  name: "sign-in",
  routes: [
    {
      path: ANY_PATH,
      title: "Florin",
      access: "visitor",
      page: lazyPage(() => import("#web/features/sign-in/landing-page.tsx")),
    },
    {
      path: ANY_PATH,
      title: "Setup Required",
      access: "setup",
      page: lazyPage(() => import("#web/features/sign-in/setup-page.tsx")),
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
  ],
});
