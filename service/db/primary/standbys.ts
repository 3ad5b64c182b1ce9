import { setTimeout as sleep } from "node:timers/promises";
import { asError } from "#service/db/errors.ts";
import { askOnce, choosePrimary, hostUrls, NoPrimaryError, TIMELINE } from "./primary.ts";

/** How long a standby may take to reach the primary's position at the time of asking, in milliseconds. */
const BEHIND_MAX_MS = 2_000;
const LOOK_AGAIN_MS = 100;

/** One server's own report. */
export interface StandbyFacts {
  /** Host and port. */
  readonly name: string;
  readonly url: string;
  /** Null for a server that takes no writes. */
  readonly timeline: number | null;
  /** The last position of its log; null if it did not answer. */
  readonly position: number | null;
  /** The error instead of an answer. */
  readonly error?: Error;
}

/** The primary's report on its standbys. */
export interface ReplicationFacts {
  readonly names: string;
  readonly commit: string;
  /** Null if the user lacks permission. */
  readonly senders: readonly { readonly name: string; readonly sync: string | null }[];
}

/** A report on the servers, and their problems. */
export interface StandbyReport {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}

/** Judges whether a promotion would lose acknowledged events. */
export function judgeStandbys(
  servers: readonly StandbyFacts[],
  primary: StandbyFacts,
  replication: ReplicationFacts,
): StandbyReport {
  const lines = [
    `${primary.name} is the primary, on timeline ${primary.timeline}, at position ${primary.position}.`,
  ];
  const problems = [...replicationProblems(replication)];
  if (servers.length === 1)
    problems.push("DATABASE_URL names no standby: the service would not find a promoted one.");
  for (const server of servers) {
    if (server === primary) continue;
    const problem = problemOf(server, primary);
    if (problem !== null) problems.push(problem);
    else lines.push(`${server.name} is a standby and has every event.`);
  }
  const waited = replication.senders.filter(isWaitedFor).map(({ name }) => name);
  if (waited.length > 0) lines.push(`Commits wait for ${waited.join(", ")}.`);
  return { lines, problems };
}

const isWaitedFor = ({ sync }: ReplicationFacts["senders"][number]): boolean =>
  sync === "sync" || sync === "quorum";

function problemOf({ name, timeline, position, error }: StandbyFacts, primary: StandbyFacts): string | null {
  if (position === null) return `${name} does not answer: ${error?.message}`;
  if (timeline !== null)
    return `${name} takes writes on timeline ${timeline} and is no standby: make it one before it is used again.`;
  const due = primary.position ?? 0;
  return position < due ? `${name} lacks the positions ${position + 1} to ${due}.` : null;
}

function replicationProblems({ names, commit, senders }: ReplicationFacts): string[] {
  if (names === "")
    return ["Commits wait for no standby, so a promotion loses events: set synchronous_standby_names."];
  if (commit === "off" || commit === "local")
    return [`Commits wait for no standby while synchronous_commit is ${commit}: turn it on.`];
  if (senders.length === 0) return ["No standby is connected to the primary: commits wait until one is."];
  if (senders.every(({ sync }) => sync === null))
    return ["Whether commits wait cannot be seen: grant pg_monitor to the user of DATABASE_URL."];
  return senders.some(isWaitedFor) ? [] : ["No standby that is connected is one that commits wait for."];
}

/**
 * Asks every server of a URL for its state.
 * @throws NoPrimaryError without a primary to compare with; the first server's error when none answers
 */
export async function askStandbys(url: string): Promise<StandbyReport> {
  const urls = hostUrls(url);
  const first = await Promise.all(urls.map(factsOf));
  const [one] = first;
  if (one?.error !== undefined && first.every(({ error }) => error !== undefined)) throw one.error;
  const chosen = choosePrimary(first, 0);
  const primary = first.find((server) => server.url === chosen.url);
  if (primary === undefined) throw new NoPrimaryError("the one that was found did not answer again");
  const due = primary.position ?? 0;
  const servers = await Promise.all(
    first.map((server) => (server === primary ? server : caughtUp(server, due))),
  );
  const [settings] = await askOnce<{ names: string; commit: string }>(primary.url, SETTINGS);
  const senders = await askOnce<{ name: string; sync: string | null }>(primary.url, SENDERS);
  return judgeStandbys(servers, primary, {
    names: settings?.names ?? "",
    commit: settings?.commit ?? "",
    senders,
  });
}

const SETTINGS = `select current_setting('synchronous_standby_names') as names,
  current_setting('synchronous_commit') as commit`;
const SENDERS = "select application_name as name, sync_state as sync from pg_stat_replication order by 1";
const STANDING = `select ${TIMELINE} as timeline, position::int8::text as position from log_heads where log_id = 1`;

async function factsOf(url: string): Promise<StandbyFacts> {
  const { host } = new URL(url);
  try {
    const [row] = await askOnce<{ timeline: number | null; position: string }>(url, STANDING);
    return { name: host, url, timeline: row?.timeline ?? null, position: Number(row?.position ?? 0) };
  } catch (error) {
    return { name: host, url, timeline: null, position: null, error: asError(error) };
  }
}

/** Waits some time for a standby to reach the primary's position. */
async function caughtUp(server: StandbyFacts, due: number): Promise<StandbyFacts> {
  let facts = server;
  const until = performance.now() + BEHIND_MAX_MS;
  while (facts.position !== null && facts.position < due && performance.now() < until) {
    await sleep(LOOK_AGAIN_MS);
    facts = await factsOf(server.url);
  }
  return facts;
}
