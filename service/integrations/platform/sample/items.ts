import type { AssetTypeName } from "#service/integrations/platform/asset-types.ts";

/** How the picture of a sample item is drawn: a motif in a colour of its own. */
export type Motif =
  | "crown"
  | "halo"
  | "horns"
  | "fedora"
  | "helm"
  | "hood"
  | "mask"
  | "shades"
  | "smile"
  | "blade"
  | "orb"
  | "wings"
  | "cape"
  | "scarf"
  | "satchel"
  | "hair";

/** An item of the sample catalogue, which only the sandbox has. */
export interface SampleItem {
  readonly assetId: number;
  readonly name: string;
  readonly description: string;
  readonly type: AssetTypeName;
  readonly motif: Motif;
  /** On the colour wheel, in degrees. */
  readonly hue: number;
  /** In whole units of the platform's currency. */
  readonly price: number;
  /** Whether copies have serial numbers. */
  readonly isNumbered: boolean;
}

/** Numbers of sample items begin here. */
export const SAMPLE_ASSET_MIN = 700_001;

type Line = readonly [
  name: string,
  type: AssetTypeName,
  motif: Motif,
  hue: number,
  price: number,
  description: string,
];

const LINES: readonly Line[] = [
  ["Crown of First Light", "HAT", "crown", 46, 4_250_000, "Forged before the first sunrise was counted."],
  ["Obsidian Regent", "HAT", "crown", 268, 2_980_000, "A crown that swallows the room's light."],
  ["Halo of the Quiet Choir", "HAT", "halo", 52, 1_640_000, "It hums, but only when nobody listens."],
  ["Stormcaller Horns", "HAT", "horns", 214, 1_120_000, "Warm to the touch before thunder."],
  ["Verdant Crown", "HAT", "crown", 142, 640_000, "Grows a new leaf every year."],
  ["Aurora Fedora", "HAT", "fedora", 172, 412_000, "Changes colour when you are not looking."],
  ["Emberplate Helm", "HAT", "helm", 14, 358_000, "Still glowing from the forge."],
  ["Wings of the Tidemaker", "BACK_ACCESSORY", "wings", 198, 305_000, "Salt still falls from them."],
  ["Sovereign Blade", "GEAR", "blade", 224, 271_000, "Named by the last who carried it."],
  ["Midnight Halo", "HAT", "halo", 246, 236_000, "For saints of the small hours."],
  ["Cinder Horns", "HAT", "horns", 4, 198_000, "Do not lean on the curtains."],
  ["Glacier Helm", "HAT", "helm", 192, 164_000, "Older than the river it came from."],
  ["Velvet Fedora", "HAT", "fedora", 328, 131_000, "Worn once, by somebody important."],
  ["Orb of Long Evenings", "GEAR", "orb", 284, 104_000, "It shows the day you would rather have had."],
  ["Gilded Grin", "FACE", "smile", 44, 88_000, "A smile that was paid for."],
  ["Phoenix Cape", "BACK_ACCESSORY", "cape", 18, 79_500, "Comes back from the cleaners every time."],
  ["Shades of the High Table", "FACE_ACCESSORY", "shades", 210, 66_000, "Nobody reads these eyes."],
  ["Masque of Reeds", "FACE_ACCESSORY", "mask", 96, 58_200, "Cut from the marsh at dawn."],
  ["Ironwood Helm", "HAT", "helm", 32, 51_700, "Heavier than it looks."],
  ["Lantern Orb", "GEAR", "orb", 40, 44_900, "Finds the door in any cellar."],
  ["Moonthread Scarf", "NECK_ACCESSORY", "scarf", 232, 39_400, "Woven on a single night."],
  ["Comet Tail", "HAIR_ACCESSORY", "hair", 190, 33_800, "A style that arrives before you do."],
  ["Brass Crown", "HAT", "crown", 30, 28_600, "A crown for beginners."],
  ["Gale Wings", "BACK_ACCESSORY", "wings", 168, 24_100, "Best on open hills."],
  ["Rosewater Shades", "FACE_ACCESSORY", "shades", 340, 19_900, "Everything looks kinder."],
  ["Thornwood Horns", "HAT", "horns", 110, 16_400, "Birds have nested there."],
  ["Courier's Satchel", "WAIST_ACCESSORY", "satchel", 26, 13_250, "Every letter in it was delivered."],
  ["Harbour Cape", "BACK_ACCESSORY", "cape", 204, 10_800, "Keeps out three kinds of rain."],
  ["Wry Smile", "FACE", "smile", 200, 8_700, "It knows."],
  ["Fox Masque", "FACE_ACCESSORY", "mask", 22, 7_150, "Sly, and a little too warm."],
  ["Market Fedora", "HAT", "fedora", 36, 5_900, "For bargaining."],
  ["Willow Scarf", "NECK_ACCESSORY", "scarf", 128, 4_800, "Soft as the tree it is named for."],
  ["Copper Curls", "HAIR_ACCESSORY", "hair", 20, 3_950, "They keep their shape in any wind."],
  ["Apprentice Blade", "GEAR", "blade", 150, 3_200, "Sharp enough to learn on."],
  ["Pilgrim's Hood", "HAT", "hood", 28, 2_450, "Has seen more roads than its owner."],
  ["Dusk Hood", "HAT", "hood", 262, 1_900, "For leaving early."],
  ["Beaming Face", "FACE", "smile", 120, 1_350, "Somebody had a good morning."],
  ["Baker's Satchel", "WAIST_ACCESSORY", "satchel", 48, 900, "Smells of Thursday."],
  ["Paper Crown", "HAT", "crown", 0, 520, "From a very good party."],
  ["Woollen Scarf", "NECK_ACCESSORY", "scarf", 350, 240, "It itches, but it is yours."],
];

/** The sample catalogue: made-up items of every rarity. */
export const sampleItems: readonly SampleItem[] = LINES.map(
  ([name, type, motif, hue, price, description], index) => ({
    assetId: SAMPLE_ASSET_MIN + index,
    name,
    description,
    type,
    motif,
    hue,
    price,
    isNumbered: index % 3 !== 2,
  }),
);

const BY_ID: ReadonlyMap<number, SampleItem> = new Map(sampleItems.map((item) => [item.assetId, item]));

/** A sample item by its number; undefined for any other number. */
export const sampleItem = (assetId: number): SampleItem | undefined => BY_ID.get(assetId);
