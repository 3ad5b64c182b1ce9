/** Delay before a query is repeated, in milliseconds: the first may hang with its connection. */
export const ASKED_AGAIN_AFTER_MS = 500;

/**
 * The first answer to a read-only query. When many wait for one answer, a connection that went silent would keep all of
 * them waiting for half a minute, until it is given up: the same query is sent a second time.
 * @throws the query's first error
 */
export async function askedAgain<T>(ask: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const again = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => void ask().then(resolve, reject), ASKED_AGAIN_AFTER_MS);
  });
  try {
    return await Promise.race([ask(), again]);
  } finally {
    clearTimeout(timer);
  }
}
