import type { EventDefinition } from "../../kernel/event-definition.ts";
import { eventTypes } from "../registry.ts";
import { PLAYER_TOPICS, PUBLIC_TOPICS, REVIEWER_TOPICS, type Topic } from "./contract.ts";

/** The topics that an event touches, by whom they are for. */
export interface TouchedTopics {
  readonly player: readonly Topic[];
  readonly everybody: readonly Topic[];
  readonly reviewers: readonly Topic[];
  /** Whether its player may see more or less from now on. */
  readonly changesAccess: boolean;
}

/** The declared topics that are among these, in the order of their declaration: so they are sent. */
const known = (topics: readonly Topic[], declared: readonly string[] = []): readonly Topic[] =>
  declared.flatMap((name) => topics.filter((topic) => topic === name));

const touchedBy = ({ live }: EventDefinition): TouchedTopics => ({
  player: known(PLAYER_TOPICS, live.player),
  everybody: known(PUBLIC_TOPICS, live.everybody),
  reviewers: known([...REVIEWER_TOPICS, ...PLAYER_TOPICS], live.reviewers),
  changesAccess: live.changesAccess === true,
});

/** The topics of every event type, as its definition declares them. */
export const topicsOfEvents: ReadonlyMap<string, TouchedTopics> = new Map(
  Object.values(eventTypes).map((definition) => [definition.type, touchedBy(definition)]),
);
