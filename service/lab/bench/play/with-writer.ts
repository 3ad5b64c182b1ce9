import type { OpenDatabase } from "#service/db/database.ts";
import type { Writer } from "#service/event-store/writer.ts";
import { createLogWriter, type LogWriterOptions } from "#service/features/log-writer.ts";
import { benchSealer } from "../settings.ts";

/** Runs work on a database, and closes it. */
export async function withDb<T>(
  opening: Promise<OpenDatabase>,
  work: (db: OpenDatabase) => Promise<T>,
): Promise<T> {
  const db = await opening;
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Runs a writer on a database during `work`. */
export async function withWriter<T>(
  options: Omit<LogWriterOptions, "sealer">,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  const writer = createLogWriter({ sealer: benchSealer, ...options });
  await writer.start();
  try {
    return await work(writer);
  } finally {
    await writer.stop();
  }
}
