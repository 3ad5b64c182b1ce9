import { useLocation } from "wouter";
import { chatSettings } from "#web/features/chat/chat-settings.ts";
import { useStore } from "#web/lib/store/store.ts";

/** Whether the chat may stand beside the page that is open: the chat's own pages show it themselves. */
export const useIsBesidePage = (): boolean => !useLocation()[0].startsWith("/chat");

/** The look of the panel, whatever is in it. */
export const PANEL =
  "sticky top-0 hidden h-dvh w-88 shrink-0 flex-col border-line border-l bg-panel 2xl:flex";

/** Keeps the place of an open panel until it is known who is there: the page does not move aside later. */
export function PanelPlace() {
  const isBesidePage = useIsBesidePage();
  const { panelOpen } = useStore(chatSettings);
  return panelOpen && isBesidePage ? <div className={PANEL} /> : null;
}
