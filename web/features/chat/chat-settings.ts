import { keptStore } from "#web/lib/store/kept-store.ts";

/** So many players can be ignored. */
const IGNORED_MAX = 200;

/** The reader's chat settings, kept in this browser. */
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

/** Reads the stored settings; anything malformed is ignored. */
export function chatSettingsIn(kept: Readonly<Record<string, unknown>>): ChatSettings {
  const flag = (name: "masksSwearing" | "showsWins" | "announces" | "panelOpen"): boolean => {
    const value = kept[name];
    return typeof value === "boolean" ? value : DEFAULTS[name];
  };
  return {
    masksSwearing: flag("masksSwearing"),
    showsWins: flag("showsWins"),
    announces: flag("announces"),
    panelOpen: flag("panelOpen"),
    ignored: ignoredIn(kept.ignored),
  };
}

/** The settings in force, in every window. */
export const chatSettings = keptStore("florin.chat", chatSettingsIn);

/** Changes some of the settings and keeps them for the next visit. */
export const changeChat = chatSettings.change;

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
