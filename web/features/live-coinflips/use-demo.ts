import { useEffect, useRef, useState } from "react";
import { DEMO_LOSS, DEMO_WIN } from "#web/features/live-coinflips/limiteds-messages.ts";
import { doubleOrNothing, resultSound } from "#web/lib/effects/result-effects.ts";
import { playSound } from "#web/lib/effects/sound.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";
import type { CoinState } from "#web/ui/coin/coin.tsx";

/** How long the demo's coin flies, and when its result is shown after that. */
export const DEMO_FLIGHT_MS = 2000;
export const DEMO_RESULT_MS = 300;

/** A coin without consequences. */
export type Demo =
  | { readonly phase: "idle" }
  | { readonly phase: "flipping"; readonly result: Side }
  | { readonly phase: "landed" | "told"; readonly result: Side; readonly called: Side };

/** Either side, each as likely as the other. */
function anySide(): Side {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte % 2 === 0 ? "rbx" : "tix";
}

/** Where the demo's coin is. */
export const demoCoin = (demo: Demo): CoinState =>
  demo.phase === "idle"
    ? demo
    : { phase: demo.phase === "flipping" ? "flipping" : "result", face: demo.result };

/** Flips a coin for show: nothing is staked, and nothing is sent. */
export function useDemo(called: Side) {
  const [demo, setDemo] = useState<Demo>({ phase: "idle" });
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(
    () => () => {
      for (const timer of timers.current) clearTimeout(timer);
    },
    [],
  );
  const isBusy = demo.phase === "flipping" || demo.phase === "landed";
  const flip = () => {
    if (isBusy) return;
    const result = anySide();
    const won = result === called;
    setDemo({ phase: "flipping", result });
    playSound("coin-flip");
    const land = () => {
      setDemo({ phase: "landed", result, called });
      playSound("coin-land");
    };
    const tell = () => {
      setDemo({ phase: "told", result, called });
      resultSound(doubleOrNothing(won));
      const description = `The coin landed on ${result.toUpperCase()}. Nothing was staked.`;
      toast({
        title: won ? DEMO_WIN : DEMO_LOSS,
        description,
        ...(!won && { variant: "destructive" as const }),
      });
    };
    timers.current = [setTimeout(land, DEMO_FLIGHT_MS), setTimeout(tell, DEMO_FLIGHT_MS + DEMO_RESULT_MS)];
  };
  return { demo, isBusy, flip };
}
