import { createStore, useStore } from "#web/lib/store/store.ts";

const demoPlayers = createStore(false);

/** Learns from an answer of the API whether programs play here, as they do in the demo. */
export const hearOfDemoPlayers = (headers: Headers): void => demoPlayers.set(headers.has("Demo-Players"));

export const useHasDemoPlayers = (): boolean => useStore(demoPlayers);
