import type { Writer } from "#service/event-store/writer.ts";
import type { Submission } from "./submission.ts";

/**
 * Submits a command of the service itself. A refusal means that this or another process has done it already.
 * @returns whether it changed something
 * @throws Error when the command was not committed
 */
export async function submitted(writer: Pick<Writer, "submit">, command: Submission): Promise<boolean> {
  const outcome = await writer.submit(command);
  if (outcome.kind === "committed") return true;
  if (outcome.kind === "refused") return false;
  throw outcome.kind === "failed" ? outcome.error : new Error(`the log took nothing: ${outcome.kind}`);
}
