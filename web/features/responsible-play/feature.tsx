import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { AGE_TEXT } from "#domain/features/responsible-play/age-text.ts";
import { responsiblePlayQuery } from "#web/features/responsible-play/query.ts";
import { useIsConsole } from "#web/layout/console/use-is-console.ts";
import { depositNotes } from "#web/layout/slots/deposit-notes.ts";
import { responsibleGamingSections } from "#web/layout/slots/responsible-gaming-sections.ts";
import { signInNotes } from "#web/layout/slots/sign-in-notes.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

const PAGE = "/responsible-gaming";
/** What stays open to self-excluded players: figures, help, their account, and claims. */
const OPEN =
  /^\/(responsible-gaming|history|ledger|support|sessions|proof|games|settings|cashouts|withdrawals|shop\/purchases)(\/|$)|^\/user-games$/;

/** Keeps self-excluded players on the remaining pages. */
function ExcludedWatcher() {
  const [path, navigate] = useLocation();
  const { data } = useQuery(responsiblePlayQuery);
  const isShut = data !== undefined && data.exclusion !== null && !OPEN.test(path);
  useEffect(() => {
    if (isShut) navigate(PAGE, { replace: true });
  }, [isShut, navigate]);
  return null;
}

const bar = lazyPage(() => import("#web/features/responsible-play/session-bar.tsx"));

/** The bar of the session of play. Its place is kept where the page is drawn before it has loaded. */
function LazySessionBar() {
  if (useIsConsole()) return null;
  return (
    <Suspense fallback={<div className="h-11 sm:h-12" />}>
      <bar.View />
    </Suspense>
  );
}

export const responsiblePlay = defineFeature({
  name: "responsible-play",
  banners: [
    {
      order: 20,
      View: LazySessionBar,
      preload: (client) => Promise.all([bar.preload(), client.prefetchQuery(responsiblePlayQuery)]),
    },
  ],
  watchers: [{ View: ExcludedWatcher }],
  fills: [
    depositNotes.fill(lazyPage(() => import("#web/features/responsible-play/deposit-prompt.tsx"))),
    signInNotes.fill(`By signing in you confirm: “${AGE_TEXT.text}”`),
    responsibleGamingSections.fill(lazyPage(() => import("#web/features/responsible-play/section.tsx"))),
    responsibleGamingSections.fill(lazyPage(() => import("#web/features/responsible-play/help-card.tsx"))),
  ],
});
