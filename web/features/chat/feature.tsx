import { Suspense } from "react";
import { PanelPlace } from "#web/features/chat/panel-place.tsx";
import { UnreadCount } from "#web/features/chat/talk/unread-count.tsx";
import { levelOpenings } from "#web/layout/slots/level-openings.ts";
import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

const panel = lazyPage(() => import("#web/features/chat/panel.tsx"));

/** The chat beside every page, loaded after the page; its place is kept until then. */
const LazyChatPanel = () => (
  <Suspense fallback={<PanelPlace />}>
    <panel.View />
  </Suspense>
);

export const chat = defineFeature({
  name: "chat",
  routes: [
    page("/chat", "player", {
      title: "Chat",
      load: () => import("#web/features/chat/page.tsx"),
      header: { order: 32, label: "Chat", Count: UnreadCount },
    }),
    page("/chat", "visitor", {
      title: "Chat",
      load: () => import("#web/features/chat/signed-out-page.tsx"),
    }),
    page("/chat/moderation", "moderator", {
      title: "Chat Moderation",
      load: () => import("#web/features/chat/moderate/moderation-page.tsx"),
      console: { order: 65, label: "Chat" },
    }),
  ],
  watchers: [lazyPage(() => import("#web/features/chat/chat-watcher.tsx"))],
  fills: [
    settingsSections.fill(lazyPage(() => import("#web/features/chat/reading-card.tsx"))),
    levelOpenings.fill(lazyPage(() => import("#web/features/chat/level-opening.tsx"))),
  ],
  asides: [{ order: 10, View: LazyChatPanel, Place: PanelPlace }],
});
