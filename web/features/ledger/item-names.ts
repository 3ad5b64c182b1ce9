import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ItemNames, isOfItem } from "#web/features/ledger/labels.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

const itemsQuery = apiQuery("GET /limiteds", { topics: ["limiteds"] });

/** The names of the catalogue's items, asked for only where one of the assets is a copy of an item. */
export function useItemNames(assets: readonly string[]): ItemNames {
  const { data } = useQuery({ ...itemsQuery, enabled: assets.some(isOfItem) });
  return useMemo(
    () => new Map((data ?? []).map(({ robloxAssetId, name }) => [String(robloxAssetId), name])),
    [data],
  );
}
