import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";

/** How long a win is celebrated. */
export const CONFETTI_MS = 3000;
const BURST_EVERY_MS = 250;
const PARTICLES = 16;
const PAPER = ["#3ddc84", "#f5c945", "#f3efe6", "#9db0ff"];

/**
 * Rains confetti for three seconds; nothing for visitors who asked for less motion.
 * @returns a function that ends it at once
 */
export function celebrate(): () => void {
  if (prefersReducedMotion()) return () => undefined;
  const ending = new AbortController();
  void rain(ending.signal);
  return () => ending.abort();
}

async function rain(signal: AbortSignal): Promise<void> {
  const { default: confetti } = await import("canvas-confetti");
  if (signal.aborted) return;
  const canvas = document.createElement("canvas");
  canvas.className = "pointer-events-none fixed inset-0 z-60 h-full w-full";
  canvas.setAttribute("aria-hidden", "true");
  document.body.append(canvas);
  // No worker: it would be made from a blob, which the content security policy refuses.
  const fire = confetti.create(canvas, { resize: true, useWorker: false, disableForReducedMotion: true });
  const burst = () => {
    for (const side of [0, 1]) {
      void fire({
        particleCount: PARTICLES,
        spread: 70,
        startVelocity: 48,
        angle: side === 0 ? 60 : 120,
        origin: { x: side, y: 0.7 },
        colors: PAPER,
      });
    }
  };
  burst();
  const bursts = setInterval(burst, BURST_EVERY_MS);
  const end = () => {
    clearInterval(bursts);
    fire.reset();
    canvas.remove();
  };
  const timer = setTimeout(end, CONFETTI_MS);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    end();
  });
}
