const underWay = new Map<string, Promise<unknown>>();

/**
 * Runs work of one content once at a time; whoever asks meanwhile gets the same answer. A button is off only once its
 * page was drawn again, and on a busy page the next press comes before that.
 * @param content tells works apart
 */
export function once<T>(content: string, work: () => Promise<T>): Promise<T> {
  const running = underWay.get(content);
  if (running !== undefined) return running as Promise<T>;
  const answer = work().finally(() => underWay.delete(content));
  underWay.set(content, answer);
  return answer;
}

/** Whether work of this content is under way. */
export const isUnderWay = (content: string): boolean => underWay.has(content);

/** Waits for nothing any more, as a fresh page would. */
export const forgetUnderWay = (): void => underWay.clear();
