import type { Topic } from "#domain/features/topics.ts";

/** Passes on each change once, and holds back held topics. */
export interface TopicGate {
  /** News of topics at a position; position null means "whatever happened". */
  readonly changed: (topics: readonly Topic[], position: number | null) => void;
  /** Keeps topics back until the function it returns is called. */
  readonly hold: (topics: readonly Topic[]) => () => void;
  readonly isHeld: (topic: Topic) => boolean;
}

/**
 * Makes a gate.
 * @param refresh is given the topics whose figures are to be asked for again
 * @param unlogged topics of what is in no log, and changes while the log stands still
 */
export function createTopicGate(
  refresh: (topics: readonly Topic[]) => void,
  unlogged: ReadonlySet<Topic>,
): TopicGate {
  const seen = new Map<Topic, number>();
  const holds = new Map<Topic, number>();
  const kept = new Set<Topic>();
  const isHeld = (topic: Topic) => (holds.get(topic) ?? 0) > 0;

  const pass = (topics: readonly Topic[]) => {
    for (const topic of topics) if (isHeld(topic)) kept.add(topic);
    const due = topics.filter((topic) => !isHeld(topic));
    if (due.length > 0) refresh(due);
  };

  return {
    isHeld,
    changed: (topics, position) => {
      // After a gap even the log may be another one, in development: positions count from here on.
      if (position === null) seen.clear();
      const isNews = (topic: Topic) =>
        unlogged.has(topic) || position === null || position > (seen.get(topic) ?? 0);
      const news = topics.filter(isNews);
      if (position !== null) for (const topic of news) seen.set(topic, position);
      pass(news);
    },
    hold: (topics) => {
      for (const topic of topics) holds.set(topic, (holds.get(topic) ?? 0) + 1);
      let holding = true;
      return () => {
        if (!holding) return;
        holding = false;
        for (const topic of topics) holds.set(topic, (holds.get(topic) ?? 1) - 1);
        const due = topics.filter((topic) => kept.has(topic) && !isHeld(topic));
        for (const topic of due) kept.delete(topic);
        if (due.length > 0) refresh(due);
      };
    },
  };
}
