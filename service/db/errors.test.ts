import { describe, expect, it } from "vitest";
import { asError, classify, sqlState } from "#service/db/errors.ts";

const withCode = (code: string, more: object = {}): Error => Object.assign(new Error("x"), { code, ...more });

describe("the SQLSTATE of an error", () => {
  it("is the code of a database error", () => {
    expect(sqlState(withCode("23505"))).toBe("23505");
    expect(sqlState(withCode("P0001"))).toBe("P0001");
    expect(sqlState(withCode("XX000"))).toBe("XX000");
  });

  it("is never a code of Node that looks like one", () => {
    expect(sqlState(withCode("EPIPE", { syscall: "write" }))).toBeNull();
    expect(sqlState(withCode("EPIPE"))).toBeNull();
    expect(sqlState(withCode("E2BIG", { syscall: "spawn" }))).toBeNull();
    expect(sqlState(withCode("ECONNRESET"))).toBeNull();
  });

  it("is null for anything but a database error", () => {
    for (const thrown of [new Error("x"), "23505", null, undefined, { code: "23505" }, withCode("")])
      expect(sqlState(thrown)).toBeNull();
  });
});

describe("classifying a failure", () => {
  it.each(["22012", "22P02", "23505", "23514", "P0001"])("finds a command at fault for %s", (code) => {
    expect(classify(withCode(code))).toBe("culprit");
  });

  it.each([
    "08006",
    "40001",
    "40P01",
    "53100",
    "53300",
    "55P03",
    "57014",
    "57P01",
    "58030",
    "25006",
    "25P03",
  ])("says to retry %s", (code) => {
    expect(classify(withCode(code))).toBe("retry");
  });

  it.each(["42P01", "42501", "25P02", "XX000", "0A000"])("returns unknown for %s", (code) => {
    expect(classify(withCode(code))).toBe("unknown");
  });

  it.each(["ECONNRESET", "EPIPE", "ECONNREFUSED", "ETIMEDOUT", "ENOTFOUND"])("says to retry %s", (code) => {
    expect(classify(withCode(code, { syscall: "x" }))).toBe("retry");
  });

  it.each([
    "Connection terminated",
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Client has encountered a connection error and is not queryable",
    "timeout exceeded when trying to connect",
    "Query read timeout",
  ])('says to retry "%s"', (message) => {
    expect(classify(new Error(message))).toBe("retry");
  });

  it("looks into an aggregate error", () => {
    expect(classify(new AggregateError([withCode("ECONNREFUSED"), withCode("ECONNREFUSED")]))).toBe("retry");
    expect(classify(new AggregateError([withCode("ECONNREFUSED"), new Error("a mistake")]))).toBe("unknown");
    expect(classify(new AggregateError([]))).toBe("unknown");
  });

  it("returns unknown for a bug of our own", () => {
    expect(classify(new TypeError("x is not a function"))).toBe("unknown");
    expect(classify("a string")).toBe("unknown");
  });
});

describe("asError", () => {
  it("keeps an error and wraps the rest", () => {
    const error = new Error("x");
    expect(asError(error)).toBe(error);
    expect(asError("text").message).toBe("text");
  });
});
