import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { playSound, type Sound } from "#web/lib/effects/sound.ts";
import { changeSound, soundSettings, toggleMute, VOLUME_DEFAULT } from "#web/lib/effects/sound-settings.ts";

const SOUNDS: readonly Sound[] = ["coin-flip", "win", "lose", "bet-place", "coin-land"];

/** Counts what a real audio context would play. */
const heard = { contexts: 0, tones: 0, volumes: [] as number[] };

const node = () => ({ connect: (next: unknown) => next, start: () => undefined, stop: () => undefined });
const param = () => ({ setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined });

class FakeAudioContext {
  currentTime = 0;
  state = "running";
  destination = {};
  constructor() {
    heard.contexts += 1;
  }
  createOscillator() {
    heard.tones += 1;
    return { ...node(), type: "sine", frequency: param() };
  }
  createGain() {
    const gain = { ...param() };
    Object.defineProperty(gain, "value", { set: (volume: number) => heard.volumes.push(volume) });
    return { ...node(), gain };
  }
}

const gesture = (made: boolean) =>
  vi.stubGlobal("navigator", Object.assign(navigator, { userActivation: { hasBeenActive: made } }));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(heard, { contexts: 0, tones: 0, volumes: [] });
  vi.stubGlobal("AudioContext", FakeAudioContext);
  soundSettings.change({ volume: VOLUME_DEFAULT, muted: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const play = (sound: Sound) => {
  playSound(sound);
  vi.runAllTimers();
};

describe("sounds", () => {
  it("make no audio before the first gesture", () => {
    gesture(false);
    for (const sound of SOUNDS) play(sound);
    expect(heard).toMatchObject({ contexts: 0, tones: 0 });
  });

  it("are all synthesised, at the volume set, 0.7 by default", () => {
    gesture(true);
    for (const sound of SOUNDS) {
      const before = heard.tones;
      play(sound);
      expect(heard.tones, sound).toBeGreaterThan(before);
    }
    expect(heard.volumes).toEqual([0.7, 0.7, 0.7, 0.7, 0.7]);
    changeSound({ volume: 0.2 });
    play("win");
    expect(heard.volumes.at(-1)).toBe(0.2);
  });

  it("are silent when muted or turned down, and remember both", () => {
    gesture(true);
    toggleMute();
    play("win");
    toggleMute();
    changeSound({ volume: 0 });
    play("win");
    expect(heard.tones).toBe(0);
    expect(JSON.parse(localStorage.getItem("florin.sound") ?? "")).toEqual({ volume: 0, muted: false });
  });
});
