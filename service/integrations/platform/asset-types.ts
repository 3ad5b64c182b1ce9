/** The platform's numbers of the kinds of items, by the names of its newer API. */
export const ASSET_TYPES = {
  HAT: 8,
  HEAD: 17,
  FACE: 18,
  GEAR: 19,
  TORSO: 27,
  RIGHT_ARM: 28,
  LEFT_ARM: 29,
  LEFT_LEG: 30,
  RIGHT_LEG: 31,
  PACKAGE: 32,
  HAIR_ACCESSORY: 41,
  FACE_ACCESSORY: 42,
  NECK_ACCESSORY: 43,
  SHOULDER_ACCESSORY: 44,
  FRONT_ACCESSORY: 45,
  BACK_ACCESSORY: 46,
  WAIST_ACCESSORY: 47,
} as const;

export type AssetTypeName = keyof typeof ASSET_TYPES;

const UNKNOWN_TYPE = 0;

/** The number of a kind of item by its name; 0 for an unknown one. */
export const assetTypeOf = (name: string): number =>
  Object.hasOwn(ASSET_TYPES, name) ? ASSET_TYPES[name as AssetTypeName] : UNKNOWN_TYPE;
