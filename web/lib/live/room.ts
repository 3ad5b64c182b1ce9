import { useEffect, useRef } from "react";
import { type RoomName, useLive } from "#web/lib/live/live.ts";

/** A component's handlers for a room's messages, by frame name. */
export type RoomHandlers<Frames> = {
  readonly [Name in keyof Frames]?: (data: Frames[Name]) => void;
} & {
  /** The room starts over, as after each opening of the stream: forget what was known. */
  readonly snapshot?: () => void;
};

/**
 * Listens to a room while the component is shown: a snapshot first, then changes.
 * @param room null for none @param handlers the same names each time
 * @example useRoom<RoundFrames>({ parameter: "watch", value: gameId }, { tick: ({ t }) => draw(t) })
 */
export function useRoom<Frames>(room: RoomName | null, handlers: RoomHandlers<Frames>): void {
  const live = useLive();
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const { parameter = null, value = "" } = room ?? {};
  const names = Object.keys(handlers).join(" ");
  useEffect(() => {
    if (parameter === null) return;
    return live.enter({ parameter, value }, names.split(" "), (name, data) => {
      const { snapshot, ...byName } = latest.current;
      if (name !== "snapshot") byName[name as keyof typeof byName]?.(data as never);
      else if ((data as { readonly room?: string }).room === parameter) snapshot?.();
    });
  }, [live, parameter, value, names]);
}
