/** The part of `fetch` that calls to the platform need. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Most bytes read of an answer; the platform's are a few kilobytes. */
export const ANSWER_BYTES_MAX = 262_144;

const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * Wraps `fetch` so that an answer with its body arrives within the signal's time and within a number of bytes (256 KiB
 * by default), even if that fetch ignores signals.
 * @throws the signal's reason when it aborts; RangeError when the answer is too long
 */
export function boundedFetch(fetch: Fetch, signal: AbortSignal, bytesMax = ANSWER_BYTES_MAX): Fetch {
  return (url, init) => {
    const signals = init.signal ? [signal, init.signal] : [signal];
    const both = AbortSignal.any(signals);
    return beforeAbort(both, readWhole(fetch(url, { ...init, signal: both }), bytesMax));
  };
}

async function readWhole(pending: Promise<Response>, bytesMax: number): Promise<Response> {
  const response = await pending;
  const { status, statusText, headers } = response;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > bytesMax) throw new RangeError(`an answer is longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  // Bytes rather than a Blob, whose text is read in turns of the event loop.
  const body = NULL_BODY_STATUSES.has(status) ? null : Buffer.concat(chunks);
  return new Response(body, { status, statusText, headers });
}

function beforeAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}
