import { vi } from "vitest";
import type { LiveMessage } from "#domain/features/topics.ts";

/** Stands in for the browser's EventSource; tests open, break and feed it. */
export class FakeEventSource {
  static all: FakeEventSource[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  /** The address, without the question what happened lately. */
  readonly url: string;
  readonly asksLately: boolean;
  readonly #listeners = new Map<string, (event: { data: string }) => void>();

  constructor(url: string) {
    this.url = url.replace(/[?&]lately=1$/, "");
    this.asksLately = this.url !== url;
    FakeEventSource.all.push(this);
  }

  /** The stream that is open now. */
  static get current(): FakeEventSource {
    const newest = FakeEventSource.all.at(-1);
    if (!newest) throw new Error("no stream was opened");
    return newest;
  }

  addEventListener(topic: string, listener: (event: { data: string }) => void): void {
    this.#listeners.set(topic, listener);
  }

  close(): void {
    this.closed = true;
  }

  /** Tells what is no topic, under its name; undefined stands for what nobody can read. */
  frame(name: string, data: object | undefined): void {
    this.#listeners.get(name)?.({ data: JSON.stringify(data) ?? "{" });
  }

  tell(message: LiveMessage): void {
    this.#listeners.get(message.topic)?.({ data: JSON.stringify(message) });
  }
}

/** Puts the fake in place until the stubs are undone. */
export function fakeEventSource(): typeof FakeEventSource {
  FakeEventSource.all = [];
  vi.stubGlobal("EventSource", FakeEventSource);
  return FakeEventSource;
}
