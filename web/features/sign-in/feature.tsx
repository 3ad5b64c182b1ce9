import { hasTried } from "#web/features/sign-in/oauth-test.ts";
import { ANY_PATH, defineFeature, page } from "#web/lib/feature.ts";

export const signIn = defineFeature({
  name: "sign-in",
  routes: [
    page(ANY_PATH, "visitor", {
      title: "Florin",
      load: () => import("#web/features/sign-in/landing-page.tsx"),
    }),
    page(ANY_PATH, "setup", {
      title: "Setup Required",
      load: () => import("#web/features/sign-in/setup-page.tsx"),
    }),
    page("/oauth-test", "visitor", {
      title: "OAuth Test",
      alsoWhen: hasTried,
      load: () => import("#web/features/sign-in/oauth-test-page.tsx"),
    }),
    page("/find-url", "visitor", {
      title: "Find URL",
      load: () => import("#web/features/sign-in/find-url-page.tsx"),
      bare: true,
    }),
  ],
});
