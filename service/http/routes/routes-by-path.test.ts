import fc from "fast-check";
import { TrieRouter } from "hono/router/trie-router";
import { describe, expect, it } from "vitest";
import { RoutesByPath } from "#service/http/routes/routes-by-path.ts";

const method = fc.constantFrom("GET", "POST", "ALL");
const asked = fc.record({
  method: fc.constantFrom("GET", "POST", "DELETE"),
  path: fc.constantFrom(
    "/",
    "/games",
    "/games/",
    "/games/new",
    "/games/7",
    "/games/7/x",
    "/else",
    "/constructor",
  ),
});
const route = fc.record({
  method,
  path: fc.constantFrom("/", "*", "/games", "/games/*", "/games/new", "/games/:id", "/games/:id/x", "/:any"),
});

describe("routes by path", () => {
  it("find the same handlers as Hono's router, the first time and later, also after further routes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(route, asked), { maxLength: 30 }),
        fc.array(asked, { maxLength: 8 }),
        (routes, calls) => {
          const [ours, plain] = [new RoutesByPath<number>(), new TrieRouter<number>()];
          routes.forEach(({ method, path }, handler) => {
            ours.add(method, path, handler);
            plain.add(method, path, handler);
            for (const call of [...calls, ...calls])
              expect(ours.match(call.method, call.path)).toEqual(plain.match(call.method, call.path));
          });
        },
      ),
    );
  });

  it("search for a path without parameters once", () => {
    const routes = new RoutesByPath<string>();
    routes.add("ALL", "*", "first");
    routes.add("POST", "/games", "play");
    routes.add("GET", "/games/:id", "look");
    expect(routes.match("POST", "/games")).toBe(routes.match("POST", "/games"));
    expect(routes.match("GET", "/games/7")).not.toBe(routes.match("GET", "/games/7"));
  });
});
