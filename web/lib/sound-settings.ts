import { createStore } from "#web/lib/store.ts";

export const VOLUME_DEFAULT = 0.7;
const STORAGE_KEY = "florin.sound";

/** How loud the page plays, kept in this browser. */
export interface SoundSettings {
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

const DEFAULTS: SoundSettings = { volume: VOLUME_DEFAULT, muted: false };

function load(): SoundSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<SoundSettings>;
    const volume =
      typeof kept.volume === "number" && kept.volume >= 0 && kept.volume <= 1 ? kept.volume : null;
    return { volume: volume ?? VOLUME_DEFAULT, muted: kept.muted === true };
  } catch {
    return DEFAULTS;
  }
}

/** The settings in force. */
export const soundSettings = createStore<SoundSettings>(load());

/** Changes some of the settings and keeps them for the next visit. */
export function changeSound(change: Partial<SoundSettings>): void {
  soundSettings.set({ ...soundSettings.get(), ...change });
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(soundSettings.get()));
  } catch {
    // A browser that keeps nothing still plays by the settings of this visit.
  }
}

/** Mutes, or sounds again. */
export const toggleMute = (): void => changeSound({ muted: !soundSettings.get().muted });
