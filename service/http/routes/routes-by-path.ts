import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

const HAS_PATTERN = /[:*]/;

/**
 * Hono's router, except that it finds the handlers of a path without parameters once: searching takes 4 us, as much as
 * the three hashes of a bet's request. It keeps at most one result for each method and declared path.
 */
export class RoutesByPath<T> implements Router<T> {
  readonly name = "RoutesByPath";
  readonly #routes = new TrieRouter<T>();
  /** The results of declared paths, by path and method; empty until a path is asked for. */
  readonly #found = new Map<string, Map<string, Result<T>>>();

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler);
    // A further route may also take paths that were found before.
    for (const results of this.#found.values()) results.clear();
    if (!HAS_PATTERN.test(path)) this.#found.set(path, new Map());
  }

  match(method: string, path: string): Result<T> {
    const results = this.#found.get(path);
    if (results === undefined) return this.#routes.match(method, path);
    const before = results.get(method);
    if (before !== undefined) return before;
    const result = this.#routes.match(method, path);
    results.set(method, result);
    return result;
  }
}
