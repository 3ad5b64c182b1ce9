import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";

/** A query that shows the previous data until the new data has come. */
export const useSteadyQuery = <T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>) =>
  useQuery({ ...options, placeholderData: keepPreviousData });
