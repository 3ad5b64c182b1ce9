import { describe, expect, it } from "vitest";
import { ConfigError } from "#service/config.ts";
import { DataFolderError } from "#service/db/pglite/data-folder.ts";
import { MigrationError } from "#service/db/schema/migrate.ts";
import { LogNumberError } from "#service/event-store/log-number.ts";
import { BindError } from "#service/http/listening/bind.ts";
import { startTrouble } from "./start-trouble.ts";

const failing = (message: string, facts: object) => Object.assign(new Error(message), facts);
const refused = (host: string) =>
  failing(`connect ECONNREFUSED ${host}`, { code: "ECONNREFUSED", syscall: "connect" });

describe("an operator whose service cannot start", () => {
  it.each([
    [new ConfigError("MASTER_KEYS: is needed"), "MASTER_KEYS: is needed"],
    [new LogNumberError("The database holds log 1"), "The database holds log 1"],
    [new MigrationError("it belongs to a newer version"), "it belongs to a newer version"],
    [
      refused("127.0.0.1:5432"),
      "DATABASE_URL: the database cannot be used: connect ECONNREFUSED 127.0.0.1:5432",
    ],
    [
      new AggregateError([refused("::1:5432"), refused("127.0.0.1:5432")]),
      "DATABASE_URL: the database cannot be used: connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432",
    ],
    [
      failing('database "florin" does not exist', { code: "3D000", severity: "FATAL" }),
      'DATABASE_URL: the database cannot be used: database "florin" does not exist',
    ],
    [
      new Error("The server does not support SSL connections"),
      "DATABASE_URL: the database cannot be used: The server does not support SSL connections",
    ],
    [
      new DataFolderError("/data", "permission denied"),
      "The data folder /data cannot be used: permission denied",
    ],
    [
      new BindError({ port: 80, host: "::1" }, failing("", { code: "EACCES" })),
      "PORT: this user may not listen on 80; choose a port above 1023",
    ],
  ])("is told what to mend: %s", (error, text) => {
    expect(startTrouble(error)).toEqual({ isKnown: true, text });
  });

  it("is shown anything else whole", () => {
    const error = new Error("a fault of ours");
    expect(startTrouble(error)).toEqual({ isKnown: false, text: error.stack });
  });
});
