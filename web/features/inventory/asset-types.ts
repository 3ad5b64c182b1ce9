const LABELS: Readonly<Record<number, string>> = {
  8: "Hat",
  18: "Face",
  19: "Gear",
  27: "Head",
  28: "Face Accessory",
  29: "Neck Accessory",
  30: "Shoulder Accessory",
  31: "Front Accessory",
  32: "Back Accessory",
  33: "Waist Accessory",
  41: "Hair Accessory",
  42: "Face Accessory",
  43: "Neck Accessory",
  44: "Shoulder Accessory",
  45: "Front Accessory",
  46: "Back Accessory",
  47: "Waist Accessory",
};

/** What a kind of item is called. @example assetTypeLabel(8) // "Hat" */
export const assetTypeLabel = (assetType: number): string => LABELS[assetType] ?? "Limited";
