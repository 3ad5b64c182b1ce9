import { act } from "@testing-library/react";

/**
 * An answer that comes when it is told to.
 * @example const { promise, come } = laterAnswer([]); fakeApi({ "GET /deposits": () => promise }); await come();
 */
export function laterAnswer<T>(answer: T) {
  let resolve: (answer: T) => void = () => undefined;
  const promise = new Promise<T>((resolved) => {
    resolve = resolved;
  });
  return { promise, come: () => act(async () => resolve(answer)) };
}
