import { Bench, type Best, type Measures, type Spans } from "./bench.ts";
import { answerParent } from "./child.ts";
import { Databases, type Place } from "./databases.ts";
import { SUBJECTS } from "./subjects.ts";

/** What a run of a subject needs from earlier ones. */
export interface Run {
  readonly id: string;
  readonly spans: Spans;
  readonly folder: string;
  readonly place: Place;
  readonly best: Best;
}

/** A run's measurements, and its results for later runs. */
export interface Ran {
  readonly measures: Measures;
  readonly notes: readonly string[];
  readonly best: Best;
  readonly kept: Place["kept"];
}

async function run({ id, spans, folder, place, best }: Run): Promise<Ran> {
  const subject = SUBJECTS.find((other) => other.id === id);
  if (subject === undefined) throw new Error(`There is no subject ${id}`);
  const databases = Databases.at(place);
  const bench = new Bench({ databases, spans, folder, best });
  const measures = await subject.run(bench);
  const { kept } = await databases.place();
  return { measures, notes: bench.notes, best: bench.found, kept };
}

const handlers = { run };

export type SubjectHandlers = typeof handlers;

answerParent(handlers);
