import { keptStore } from "#web/lib/store/kept-store.ts";

export const VOLUME_DEFAULT = 0.7;

/** How loud the page plays, kept in this browser. */
export interface SoundSettings {
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

/** The settings in force. */
export const soundSettings = keptStore<SoundSettings>("florin.sound", ({ volume, muted }) => ({
  volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : VOLUME_DEFAULT,
  muted: muted === true,
}));

/** Changes some of the settings and keeps them for the next visit. */
export const changeSound = soundSettings.change;

/** Mutes, or sounds again. */
export const toggleMute = (): void => changeSound({ muted: !soundSettings.get().muted });
