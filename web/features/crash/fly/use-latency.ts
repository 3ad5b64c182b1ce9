import { useEffect, useState } from "react";

/** The fastest of this many answers measures the latency; slower ones waited for something else. */
const ANSWERS = 10;

const isAnswer = (entry: PerformanceEntry): entry is PerformanceResourceTiming =>
  entry.name.includes("/api/") && !entry.name.includes("/api/live") && "responseStart" in entry;

/** How long a request takes to the service and back, in milliseconds; null while that is not known. */
export function useLatency(): number | null {
  const [latency, setLatency] = useState<number | null>(null);
  useEffect(() => {
    if (typeof PerformanceObserver === "undefined") return;
    let recent: readonly number[] = [];
    const observer = new PerformanceObserver((list) => {
      const waits = list
        .getEntries()
        .filter(isAnswer)
        .map(({ requestStart, responseStart }) => responseStart - requestStart);
      recent = [...recent, ...waits.filter((ms) => ms > 0)].slice(-ANSWERS);
      if (recent.length > 0) setLatency(Math.max(1, Math.round(Math.min(...recent))));
    });
    observer.observe({ type: "resource", buffered: true });
    return () => observer.disconnect();
  }, []);
  return latency;
}
