import type { LiveTopics } from "../kernel/events/event-definition.ts";
import { features } from "./all.ts";

type Feature = (typeof features)[number];
type DeclaredEvents = Extract<Feature, { readonly events: unknown }>["events"];
type FurtherTopics = Extract<Feature, { readonly topics: unknown }>["topics"];
/** The names in the lists of declarations. */
type NamesIn<D> = D extends unknown
  ? { [K in keyof D]: D[K] extends readonly (infer Name)[] ? Name : never }[keyof D]
  : never;

/** The topics of the live stream: every one that an event or a feature declares. */
export type Topic = NamesIn<DeclaredEvents[number]["live"]> | NamesIn<FurtherTopics>;

/** The data of one message of `GET /api/live`; the client then asks again for what it shows. */
export interface LiveMessage {
  readonly topic: Topic;
  readonly position: number;
}

const declared = features.flatMap(
  (feature): readonly { readonly type: string; readonly live: LiveTopics<Topic> }[] =>
    "events" in feature ? feature.events : [],
);

/** The topics that an event touches, by audience. */
export const topicsOfEvents: ReadonlyMap<string, LiveTopics<Topic>> = new Map(
  declared.map(({ type, live }) => [type, live]),
);

const further = features.flatMap((feature) => ("topics" in feature ? feature.topics : []));
const lives = declared.map(({ live }) => live);
const distinct = (topics: readonly Topic[]): readonly Topic[] => [...new Set(topics)];

/** Public topics. */
export const publicTopics = distinct([
  ...lives.flatMap(({ everybody = [] }) => everybody),
  ...further.flatMap((topics) => ("everybody" in topics ? topics.everybody : [])),
]);

/** A player's own topics, and those for every player. */
export const playerTopics = distinct([
  ...lives.flatMap(({ player = [] }) => player),
  ...further.flatMap((topics) => ("signedIn" in topics ? topics.signedIn : [])),
]);

/** Topics for moderators and admins only. */
export const reviewerTopics = distinct(lives.flatMap(({ reviewers = [] }) => reviewers)).filter(
  (topic) => !playerTopics.includes(topic),
);

/** Topics sent only on request. */
export const askedTopics = distinct(further.flatMap((topics) => ("asked" in topics ? topics.asked : [])));
