import { useEffect, useRef } from "react";
import { cx } from "#web/lib/cx.ts";
import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { CoinFace } from "#web/ui/coin/coin-face.tsx";
import { restOf, type Spin, spin } from "#web/ui/coin/coin-spin.ts";

/** Where a coin is; the face is null while nobody knows yet where it lands. */
export type CoinState =
  | { readonly phase: "idle" }
  | { readonly phase: "flipping" | "result"; readonly face: Side | null };

/** How long a coin flies by default. */
export const FLIGHT_MS = 2500;
const SIZE = "size-28 xs:size-36 md:size-52 xl:size-68";

/** The coin's thickness as discs behind one another. */
const EDGE_LAYERS_PX: readonly number[] = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5];

const shownSide = (state: CoinState): Side | null => (state.phase === "result" ? state.face : null);

/** Spins the coin while it is in the air; visitors who asked for less motion see only its faces. */
function useSpin(state: CoinState, flightMs: number) {
  const ref = useRef<HTMLDivElement>(null);
  const flight = useRef<Spin | null>(null);
  const resting = useRef(0);
  const isFlying = state.phase === "flipping";
  const landing = state.phase === "idle" ? null : state.face;

  useEffect(() => {
    const coin = ref.current;
    if (!isFlying || !coin || typeof coin.animate !== "function" || prefersReducedMotion()) return;
    flight.current?.stop();
    flight.current = spin(coin, { from: resting.current, flightMs });
  }, [isFlying, flightMs]);

  useEffect(() => {
    if (landing === null) return;
    resting.current = restOf(landing);
    flight.current?.land(landing);
  }, [landing]);

  useEffect(() => {
    if (state.phase !== "idle") return;
    flight.current?.stop();
    resting.current = 0;
  }, [state.phase]);

  return ref;
}

/** What stands on the two faces: blank until the first flip, then one side on each. */
function facesOf(state: CoinState) {
  if (state.phase === "idle") return { front: "flip", back: "flip", angle: "" } as const;
  if (state.phase === "flipping" && prefersReducedMotion())
    return { front: "flip", back: "flip", angle: "" } as const;
  const angle = shownSide(state) === "tix" ? "rotate-x-180" : "";
  return { front: "rbx", back: "tix", angle } as const;
}

interface CoinProps {
  readonly state: CoinState;
  readonly flightMs?: number;
  /** Its size. */
  readonly className?: string;
}

/** The coin: FLIP while idle, spinning while in the air, then the face it landed on. */
export function Coin({ state, flightMs = FLIGHT_MS, className = SIZE }: CoinProps) {
  const ref = useSpin(state, flightMs);
  const { front, back, angle } = facesOf(state);
  const isFlying = state.phase === "flipping";
  const side = shownSide(state);
  const label = isFlying
    ? "Coin in the air"
    : side
      ? `Coin showing ${side.toUpperCase()}`
      : "Coin, not yet flipped";
  return (
    <div
      role="img"
      aria-label={label}
      data-phase={state.phase}
      className={cx("relative shrink-0", className)}
    >
      <div
        className={cx(
          "absolute -bottom-4 left-[12%] h-6 w-[76%] rounded-[50%] bg-sunken [filter:blur(12px)]",
          isFlying && "animate-toss-shadow",
        )}
      />
      <div className={cx("size-full perspective-[1000px]", isFlying && "animate-toss")}>
        <div ref={ref} className={cx("relative size-full transform-3d", angle)}>
          {EDGE_LAYERS_PX.map((z) => (
            <Edge key={z} z={z} />
          ))}
          <CoinFace face={front} className="backface-hidden absolute inset-0 size-full translate-z-[6px]" />
          <CoinFace
            face={back}
            className="backface-hidden absolute inset-0 size-full rotate-x-180 -translate-z-[6px]"
          />
        </div>
      </div>
    </div>
  );
}

function Edge({ z }: { z: number }) {
  return (
    <span
      className="absolute inset-px rounded-full bg-steel-dark"
      style={{ transform: `translateZ(${z}px)` }}
    />
  );
}
