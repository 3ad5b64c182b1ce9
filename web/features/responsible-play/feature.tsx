import { AGE_TEXT } from "#domain/features/responsible-play/age-text.ts";
import { ExcludedWatcher } from "#web/features/responsible-play/excluded-watcher.tsx";
import { LazySessionBar } from "#web/features/responsible-play/lazy-bar.tsx";
import { depositNotes } from "#web/layout/slots/deposit-notes.ts";
import { responsibleGamingSections } from "#web/layout/slots/responsible-gaming-sections.ts";
import { signInNotes } from "#web/layout/slots/sign-in-notes.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const responsiblePlay = defineFeature({
  name: "responsible-play",
  banners: [{ order: 20, View: LazySessionBar }],
  watchers: [{ View: ExcludedWatcher }],
  fills: [
    depositNotes.fill(lazyPage(() => import("#web/features/responsible-play/deposit-prompt.tsx"))),
    signInNotes.fill(`By signing in you confirm: “${AGE_TEXT.text}”`),
    responsibleGamingSections.fill(lazyPage(() => import("#web/features/responsible-play/section.tsx"))),
    responsibleGamingSections.fill(lazyPage(() => import("#web/features/responsible-play/help-card.tsx"))),
  ],
});
