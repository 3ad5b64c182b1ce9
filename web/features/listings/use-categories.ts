import { useQuery } from "@tanstack/react-query";
import { categoriesQuery } from "#web/features/listings/queries.ts";

/** The categories that take listings, by number; with a first choice in its own words. */
export function useCategories<K extends string>(
  first: Readonly<Record<K, string>>,
): Readonly<Record<string, string>> {
  const { data = [] } = useQuery(categoriesQuery);
  const active = data.filter(({ isActive }) => isActive);
  return { ...first, ...Object.fromEntries(active.map(({ id, name }) => [String(id), name])) };
}
