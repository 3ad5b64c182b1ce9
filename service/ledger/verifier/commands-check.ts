import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { canonicalJson, type Json, type JsonObject } from "#domain/kernel/json.ts";
import { HASH_BYTES } from "#domain/ledger/block.ts";
import type { SeenIds } from "../exported/seen-ids.ts";
import { type AmountOf, answerDue, type LogCheck } from "./log-check.ts";
import { expectAt } from "./problem.ts";
import type { StoredCommand } from "./slices.ts";

/** Checks that each command has an id of its own, and one answer, at its last event, which agrees with it. */
export class CommandsCheck {
  #position = 0;
  #commandId = "";
  #isAnswered = true;
  readonly #checks: readonly LogCheck[];
  readonly #seen: SeenIds | null;

  /**
   * @param checks the checks that know the answers due
   * @param seen the ids before; null where a primary key keeps them apart, as in a database
   */
  constructor(checks: readonly LogCheck[], seen: SeenIds | null) {
    this.#checks = checks;
    this.#seen = seen;
  }

  /** Checks, at an event of another command, that the one before was answered, and that its id is new. */
  begin({ commandId, position }: Pick<RecordedEvent, "commandId" | "position">): void {
    if (commandId === this.#commandId) return;
    this.close();
    expectAt(position, this.#seen?.add(commandId) !== false, () => {
      return `The command "${commandId}" writes here again: another command, further up, has the same id.`;
    });
    this.#commandId = commandId;
    this.#isAnswered = false;
  }

  /** Records an event, and checks the answers at its position. */
  event(event: RecordedEvent, commands: readonly StoredCommand[], amountOf: AmountOf): void {
    expectAt(this.#position, !this.#isAnswered, () => {
      return `The answer to the command "${this.#commandId}" stands here, before the last event that it wrote.`;
    });
    this.#position = event.position;
    for (const command of commands) {
      expectAt(event.position, command.commandId === event.commandId && !this.#isAnswered, () => {
        return `The answer to the command "${command.commandId}" stands here, where "${event.commandId}" wrote.`;
      });
      checkAnswer(command, answerDue(this.#checks, event, amountOf));
      this.#isAnswered = true;
    }
  }

  /** Checks that the newest command was answered. */
  close(): void {
    expectAt(this.#position, this.#isAnswered, () => {
      return `The command "${this.#commandId}", which wrote its last event here, has no answer.`;
    });
  }
}

function checkAnswer(
  { position, commandId, requestHash, answer: text }: StoredCommand,
  due: JsonObject,
): void {
  expectAt(position, requestHash.length === HASH_BYTES, () => {
    return `The command "${commandId}" has a request hash of ${requestHash.length} bytes.`;
  });
  // Most answers equal the due one as text, and need no parsing.
  if (text === JSON.stringify(due)) return;
  const answer = objectOf(text);
  expectAt(position, answer !== null, () => `The answer to the command "${commandId}" is not JSON.`);
  for (const [name, value] of Object.entries(due)) {
    const isSame = name in answer && spell(answer[name] as Json) === spell(value);
    expectAt(position, isSame, () => {
      return `The answer to the command "${commandId}" does not say the ${name} that its event says.`;
    });
  }
}

/** Most values are primitive: only composite ones need serializing for a comparison. */
const spell = (value: Json): Json =>
  typeof value === "object" && value !== null ? canonicalJson(value) : value;

function objectOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : null;
  } catch {
    return null;
  }
}
