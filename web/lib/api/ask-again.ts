import { nanoid } from "nanoid";
import { useRef } from "react";
import { isOpen } from "#web/lib/api/api.ts";

/** The waits before a command with a lost answer is sent again. */
export const ASK_AGAIN_AFTER_MS: readonly number[] = [500, 1000, 2000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a command with a key, and retries while its outcome is unknown: the key makes it one command.
 * @throws the last error, when it was refused or its answer stayed lost
 */
export async function askAgain<T>(send: () => Promise<T>): Promise<T> {
  for (const delay of ASK_AGAIN_AFTER_MS) {
    try {
      return await send();
    } catch (error) {
      if (!isOpen(error)) throw error;
      await wait(delay);
    }
  }
  return send();
}

/**
 * Sends commands under keys; after a lost answer the same input keeps its key, so it is not done twice. While an input
 * is under way, sending it again waits for the same answer: a button is off only once its page was drawn again, and on
 * a busy page the next press comes before that.
 * @param send reads everything that can change between two calls from its input or its `target`: the key depends on
 * nothing else
 */
export function useKeyed<Input, Output>(
  send: ((input: Input, key: string) => Promise<Output>) & { readonly target?: string },
): (input: Input) => Promise<Output> {
  const open = useRef<{ readonly text: string; readonly key: string } | null>(null);
  const underWay = useRef(new Map<string, Promise<Output>>());
  const sendOnce = async (input: Input, text: string): Promise<Output> => {
    const key = open.current?.text === text ? open.current.key : nanoid();
    try {
      const output = await askAgain(() => send(input, key));
      open.current = null;
      return output;
    } catch (error) {
      open.current = isOpen(error) ? { text, key } : null;
      throw error;
    } finally {
      underWay.current.delete(text);
    }
  };
  return (input) => {
    const text = JSON.stringify([send.target, input]);
    const answer = underWay.current.get(text) ?? sendOnce(input, text);
    underWay.current.set(text, answer);
    return answer;
  };
}
