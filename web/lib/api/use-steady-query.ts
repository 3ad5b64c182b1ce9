import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";

/** Asks for something, and shows what was there until what is asked for now has come. */
export const useSteadyQuery = <T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>) =>
  useQuery({ ...options, placeholderData: keepPreviousData });
