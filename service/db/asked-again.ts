/** Delay before a query is repeated, in milliseconds: the first may hang with its connection. */
export const ASKED_AGAIN_AFTER_MS = 500;

/**
 * The first answer to a question that changes nothing. Where many wait for one answer, a connection that went silent
 * would keep all of them waiting until it is given up, half a minute later: the same question is asked once more.
 * @throws what the question throws first
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
