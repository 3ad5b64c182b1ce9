import { countdown } from "#web/lib/format.ts";
import { useNow } from "#web/lib/page/use-now.ts";

const COUNTDOWN_EVERY_MS = 250;

/** What is left until an instant of the service's time, as a clock. @param offset of the browser's clock */
export function Countdown({ until, offset }: { until: string; offset: number }) {
  const now = useNow(COUNTDOWN_EVERY_MS);
  return (
    <span role="timer" className="font-bold text-3xl text-ink tabular-nums">
      {countdown(Date.parse(until) - (now - offset))}
    </span>
  );
}
