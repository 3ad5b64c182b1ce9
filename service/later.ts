/** Calls `work` once after a delay, without keeping the process alive for it. @returns what calls it off */
export function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
