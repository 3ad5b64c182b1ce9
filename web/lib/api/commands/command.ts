import { nanoid } from "nanoid";
import {
  type Answer,
  ApiError,
  type CommandArguments,
  call,
  contentOf,
  hasCode,
  isAnswered,
  isOpen,
  type Route,
} from "#web/lib/api/api.ts";
import { fingerprintOf } from "#web/lib/api/commands/fingerprint.ts";
import {
  forget,
  keepOpen,
  type OpenCommand,
  openBefore,
  openKeyOf,
  settle,
} from "#web/lib/api/commands/open-commands.ts";
import { isUnderWay, once } from "#web/lib/api/once.ts";

/** The waits before a command with a lost answer is sent again. */
export const ASK_AGAIN_AFTER_MS: readonly number[] = [500, 1000, 2000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** All answers to a command were lost; its cause is the last failure. */
export class LostAnswer extends Error {
  override readonly name = "LostAnswer";

  constructor(cause: unknown) {
    super("The connection was lost. Send the same again to see the result: it cannot happen twice.", {
      cause,
    });
  }
}

const send = call as <K extends Route>(route: K, input: object) => Promise<Answer<K>>;

/** What a command changes: its path up to the first parameter, two segments at most, in the singular. */
function placeOf(route: Route): string {
  const [, path = ""] = route.split(" ");
  const [fixed = ""] = path.split("/{");
  return fixed.split("/").slice(0, 3).join("/").replace(/s$/, "");
}

/**
 * Asks, and again while the outcome is unknown.
 * @param onLost hears that an answer was lost
 * @throws the last error
 */
async function askAgain<T>(ask: () => Promise<T>, onLost: () => void): Promise<T> {
  for (const delay of ASK_AGAIN_AFTER_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!isOpen(error)) throw error;
      onLost();
      await wait(delay);
    }
  }
  return ask();
}

/** Whether a command may be carried out although it failed: the service fails after it, as when it reads the answer. */
const mayBeDone = (error: unknown): boolean => error instanceof ApiError && error.status >= 500;

/**
 * Sends a command of the API, and again while its outcome is unknown: its key makes it one command. An equal command
 * that is under way is the same one. If all answers are lost, the next equal command of this tab has the same key, so
 * that nobody pays twice who closed a dialog or loaded the page again. It is another one once the outcome is known, and
 * once another command was carried out in its place, unless its contract says that it `makesOne`.
 * @throws ApiError when it was refused, or the service does not know its outcome yet
 * @throws LostAnswer when nothing was answered
 * @example await command("POST /games/coinflip", { body: { betAmount: 10, betSide: "rbx" } })
 */
export function command<K extends Route>(route: K, ...[input]: CommandArguments<K>): Promise<Answer<K>> {
  const content = fingerprintOf(contentOf(route, input ?? {}));
  return once(`command ${content}`, async () => {
    const { makesOne = false }: { readonly makesOne?: boolean } = input ?? {};
    const known = openKeyOf(content);
    const key = known ?? nanoid();
    const open: OpenCommand = { content, place: placeOf(route), key, makesOne };
    let isLost = known !== null;
    // What is still under way has its outcome ahead: only what was given up before is over once this one is done.
    const before = openBefore(open.place, (other) => isUnderWay(`command ${other}`));
    // Before it is sent: a page that is closed meanwhile hears no answer.
    keepOpen(open);
    try {
      const answer = await askAgain(
        () => send(route, { ...input, idempotencyKey: key }),
        () => {
          isLost = true;
        },
      );
      settle(content);
      forget(before);
      return answer;
    } catch (error) {
      // A refusal uses up no key. One that follows a lost answer may come from a check before the key is looked up.
      if (!hasCode(error, "idempotency_key_reused") && (isLost || mayBeDone(error))) keepOpen(open);
      else settle(content);
      throw isAnswered(error) ? error : new LostAnswer(error);
    }
  });
}
