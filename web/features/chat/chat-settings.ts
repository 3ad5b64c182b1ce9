import { createStore } from "#web/lib/store.ts";

const STORAGE_KEY = "florin.chat";
/** So many players can be ignored. */
const IGNORED_MAX = 200;

/** How somebody likes to read the chat, kept in this browser. */
export interface ChatSettings {
  /** Whether mild swearing is covered. */
  readonly masksSwearing: boolean;
  readonly showsWins: boolean;
  /** Whether new messages are read out. */
  readonly announces: boolean;
  /** Whether the chat stays open beside every page. */
  readonly panelOpen: boolean;
  /** Ids of players whose messages are not shown, with their names. */
  readonly ignored: Readonly<Record<string, string>>;
}

const DEFAULTS: ChatSettings = {
  masksSwearing: true,
  showsWins: true,
  announces: true,
  panelOpen: false,
  ignored: {},
};

function ignoredIn(kept: unknown): Readonly<Record<string, string>> {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept)
      .filter((entry): entry is [string, string] => typeof entry[1] === "string")
      .slice(0, IGNORED_MAX),
  );
}

/** Reads what a browser kept; anything strange is as if it were not there. */
export function readChatSettings(text: string | null): ChatSettings {
  try {
    const kept = JSON.parse(text ?? "{}") as Partial<ChatSettings>;
    const flag = (name: "masksSwearing" | "showsWins" | "announces" | "panelOpen"): boolean =>
      typeof kept[name] === "boolean" ? kept[name] : DEFAULTS[name];
    return {
      masksSwearing: flag("masksSwearing"),
      showsWins: flag("showsWins"),
      announces: flag("announces"),
      panelOpen: flag("panelOpen"),
      ignored: ignoredIn(kept.ignored),
    };
  } catch {
    return DEFAULTS;
  }
}

const load = (): string | null => {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
};

/** The settings in force. */
export const chatSettings = createStore<ChatSettings>(readChatSettings(load()));

/** Changes some of the settings and keeps them for the next visit. */
export function changeChat(change: Partial<ChatSettings>): void {
  chatSettings.set({ ...chatSettings.get(), ...change });
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(chatSettings.get()));
  } catch {
    // A browser that keeps nothing still shows the chat as it was asked to, for this visit.
  }
}

/** Shows no message of a player any more. */
export function ignore(id: string, username: string): void {
  const { ignored } = chatSettings.get();
  if (Object.keys(ignored).length < IGNORED_MAX) changeChat({ ignored: { ...ignored, [id]: username } });
}

/** Shows a player's messages again. */
export function heed(id: string): void {
  const { [id]: _, ...ignored } = chatSettings.get().ignored;
  changeChat({ ignored });
}
