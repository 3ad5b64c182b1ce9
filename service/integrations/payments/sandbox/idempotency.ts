/** Most answers kept. */
const KEPT_MAX = 5_000;

interface Kept {
  readonly question: string;
  readonly status: number;
  readonly body: string;
  readonly until: number;
}

/** Answers by the key of their first request, for as long as a provider keeps them. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #keepMs: number;

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** The answer under a key; "other" if the first request was different, null without one. */
  find(key: string, question: string, now: number): Response | "other" | null {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.until <= now) return null;
    if (kept.question !== question) return "other";
    return new Response(kept.body, {
      status: kept.status,
      headers: { "Content-Type": "application/json", "Idempotent-Replayed": "true" },
    });
  }

  async keep(
    key: string,
    question: string,
    { answer, now }: { readonly answer: Response; readonly now: number },
  ): Promise<void> {
    this.#kept.set(key, {
      question,
      status: answer.status,
      body: await answer.clone().text(),
      until: now + this.#keepMs,
    });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }
}
