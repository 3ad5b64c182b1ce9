import type { Fetch } from "#service/integrations/platform/bounded-fetch.ts";

/** Answers of the platform in the forms of its documents and pages, with names of people changed. */
const RECORDED: { readonly [address: string]: object } = {
  "apis.roblox.com/cloud/v2/users/1001/inventory-items": {
    inventoryItems: [
      {
        path: "cloud/v2/users/1001/inventory-items/Q09MTEVDVElCTEVfSVRFTV9JRC1hYmM",
        assetDetails: {
          assetId: "1365767",
          inventoryItemAssetType: "HAT",
          instanceId: "40213877",
          collectibleDetails: {
            itemId: "8d5a8c1a-2c3e-4d8e-9d5b-0f5b1d3a7c11",
            instanceId: "6f9d1e52-7a44-4a0f-a1d2-0a9b8c7d6e5f",
            instanceState: "AVAILABLE",
            serialNumber: 1207,
          },
        },
        addTime: "2023-11-04T17:20:11Z",
      },
      {
        path: "cloud/v2/users/1001/inventory-items/Q09MTEVDVElCTEVfSVRFTV9JRC1kZWY",
        assetDetails: {
          assetId: "494291269",
          inventoryItemAssetType: "FACE",
          instanceId: "0b6f6b1e-93f5-47a0-8d5c-6a5b7c8d9e0f",
          collectibleDetails: {
            itemId: "f3f0a7de-10f9-4a43-8f0e-1b2c3d4e5f60",
            instanceId: "0b6f6b1e-93f5-47a0-8d5c-6a5b7c8d9e0f",
            instanceState: "HOLD",
          },
        },
      },
      {
        path: "cloud/v2/users/1001/inventory-items/QVNTRVRfSUQtMTAzMTQyOQ",
        assetDetails: { assetId: "1031429", inventoryItemAssetType: "HAT", instanceId: "771204" },
      },
    ],
    nextPageToken: "",
  },
  "inventory.roblox.com/v1/users/1001/assets/collectibles": {
    previousPageCursor: null,
    nextPageCursor: null,
    data: [
      collectible(1365767, "Valkyrie Helm", 1207),
      collectible(494291269, "Super Super Happy Face", null),
      collectible(1031429, "Domino Crown", null),
    ],
  },
  "economy.roblox.com/v2/assets/1365767/details": {
    TargetId: 1365767,
    ProductType: "User Product",
    AssetId: 1365767,
    ProductId: 3018013,
    Name: "Valkyrie Helm",
    Description: "A helm of the north.",
    AssetTypeId: 8,
    PriceInRobux: null,
    Sales: 1_500,
    IsLimited: true,
    IsLimitedUnique: false,
  },
  "economy.roblox.com/v1/assets/1365767/resale-data": {
    assetStock: null,
    sales: 1_500,
    numberRemaining: null,
    recentAveragePrice: 260_431,
    originalPrice: 1_000,
    priceDataPoints: Array.from({ length: 180 }, (_, day) => ({
      value: 260_000 - day,
      date: new Date(Date.UTC(2027, 0, 15) - day * 86_400_000).toISOString(),
    })),
    volumeDataPoints: [],
  },
};

function collectible(assetId: number, name: string, serialNumber: number | null): object {
  return {
    userAssetId: assetId * 3,
    serialNumber,
    assetId,
    name,
    recentAveragePrice: 12_345,
    originalPrice: null,
    assetStock: null,
    buildersClubMembershipType: 0,
    isOnHold: false,
  };
}

/** The recorded platform, by host and path; anything else is unknown. */
export function recordedPlatform(): Fetch {
  return async (text) => {
    const url = new URL(text);
    if (url.host === "thumbnails.roblox.com") {
      const targetId = Number(url.searchParams.get("assetIds"));
      const known = targetId === 1_365_767;
      const imageUrl = known ? "https://tr.rbxcdn.com/180DAY-0a1b/420/420/Hat/Png/noFilter" : "";
      const state = known ? "Completed" : "Error";
      return Response.json({ data: [{ targetId, state, imageUrl, version: "TN3" }] });
    }
    const recorded = RECORDED[`${url.host}${url.pathname}`];
    if (recorded !== undefined) return Response.json(recorded);
    return Response.json({ errors: [{ code: 2, message: "Asset is invalid" }] }, { status: 400 });
  };
}
