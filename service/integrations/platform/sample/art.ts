import { type Motif, type SampleItem, sampleItem } from "./items.ts";

/** Shapes are drawn on a square of this size. */
const SIZE = 240;

/** A motif's colours: light, middle and dark of the item's colour, and an accent from across the wheel. */
interface Paints {
  readonly light: string;
  readonly mid: string;
  readonly dark: string;
  readonly accent: string;
}

const MOTIFS: { readonly [motif in Motif]: (p: Paints) => string } = {
  crown: (p) => `<path d="M52 164 44 84l38 34 38-58 38 58 38-34-8 80z" fill="${p.mid}"/>
<path d="M52 164h136l-3 22H55z" fill="${p.dark}"/><path d="M120 60l38 58 38-34-8 80h-68z" fill="${p.light}" opacity=".28"/>
<g fill="${p.accent}"><circle cx="44" cy="80" r="7"/><circle cx="120" cy="56" r="8"/><circle cx="196" cy="80" r="7"/>
<path d="M120 126l13 17-13 17-13-17z"/></g>`,
  halo: (p) => `<ellipse cx="120" cy="120" rx="78" ry="32" fill="none" stroke="${p.dark}" stroke-width="20"/>
<ellipse cx="120" cy="116" rx="78" ry="32" fill="none" stroke="${p.mid}" stroke-width="14"/>
<path d="M46 108a78 32 0 0 1 148 0" fill="none" stroke="${p.light}" stroke-width="6" stroke-linecap="round"/>
<g fill="${p.accent}"><circle cx="120" cy="62" r="4"/><circle cx="86" cy="72" r="3"/><circle cx="154" cy="72" r="3"/></g>`,
  horns: (p) => `<path d="M98 170C52 168 38 118 58 62c6 44 26 60 54 74z" fill="${p.mid}"/>
<path d="M142 170c46-2 60-52 40-108-6 44-26 60-54 74z" fill="${p.mid}"/>
<path d="M58 62c6 44 26 60 54 74l-6 14C70 138 52 110 58 62z" fill="${p.light}" opacity=".4"/>
<rect x="84" y="158" width="72" height="22" rx="11" fill="${p.dark}"/><circle cx="120" cy="169" r="6" fill="${p.accent}"/>`,
  fedora: (p) => `<ellipse cx="120" cy="158" rx="88" ry="22" fill="${p.dark}"/>
<path d="M66 152c0-52 8-82 30-80 10 1 14 8 24 8s14-7 24-8c22-2 30 28 30 80-30 14-78 14-108 0z" fill="${p.mid}"/>
<path d="M66 142c32 14 76 14 108 0l1 12c-32 14-78 14-110 0z" fill="${p.accent}"/>
<path d="M84 128c2-28 6-44 16-48" fill="none" stroke="${p.light}" stroke-width="6" stroke-linecap="round"/>`,
  helm: (p) => `<path d="M62 170V122c0-40 24-66 58-66s58 26 58 66v48l-30 14v-44H92v44z" fill="${p.mid}"/>
<path d="M120 56c34 0 58 26 58 66v48l-30 14v-44h-28z" fill="${p.dark}" opacity=".55"/>
<rect x="84" y="118" width="72" height="12" rx="6" fill="#0c1018"/><path d="M114 44h12v72h-12z" fill="${p.accent}"/>
<path d="M78 112c2-20 10-34 24-42" fill="none" stroke="${p.light}" stroke-width="6" stroke-linecap="round"/>`,
  hood: (
    p,
  ) => `<path d="M56 184c0-70 18-128 64-128s64 58 64 128c-20 8-44 8-64-6-20 14-44 14-64 6z" fill="${p.mid}"/>
<path d="M84 160c0-40 12-68 36-68s36 28 36 68c-12 10-60 10-72 0z" fill="#0c1018"/>
<path d="M72 168c2-46 14-84 40-94" fill="none" stroke="${p.light}" stroke-width="5" stroke-linecap="round"/>
<circle cx="120" cy="178" r="8" fill="${p.accent}"/>`,
  mask: (
    p,
  ) => `<path d="M48 96c24-14 48-4 72-4s48-10 72 4c4 44-20 78-50 82-10 1-16-6-22-6s-12 7-22 6c-30-4-54-38-50-82z" fill="${p.mid}"/>
<path d="M120 92c24 0 48-10 72 4 4 44-20 78-50 82-10 1-16-6-22-6z" fill="${p.dark}" opacity=".5"/>
<g fill="#0c1018"><path d="M70 120c12-10 28-8 36 4-10 10-28 10-36-4z"/><path d="M170 120c-12-10-28-8-36 4 10 10 28 10 36-4z"/></g>
<path d="M112 140l8-14 8 14z" fill="${p.accent}"/>`,
  shades: (
    p,
  ) => `<path d="M40 104h160v10c0 30-14 44-36 44s-32-12-36-32h-16c-4 20-14 32-36 32s-36-14-36-44z" fill="${p.dark}"/>
<path d="M52 114h50c0 22-10 34-26 34s-24-12-24-34z" fill="${p.mid}"/><path d="M138 114h50c0 22-8 34-24 34s-26-12-26-34z" fill="${p.mid}"/>
<path d="M58 120l16-2-14 18zM144 120l16-2-14 18z" fill="${p.light}"/><path d="M36 98h168v8H36z" fill="${p.accent}"/>`,
  smile: (
    p,
  ) => `<circle cx="120" cy="120" r="70" fill="${p.mid}"/><path d="M120 50a70 70 0 0 1 0 140c30-38 30-102 0-140z" fill="${p.dark}" opacity=".3"/>
<g fill="#0c1018"><circle cx="97" cy="106" r="8"/><circle cx="143" cy="106" r="8"/></g>
<path d="M84 132q36 36 72 0" fill="none" stroke="#0c1018" stroke-width="8" stroke-linecap="round"/>
<path d="M68 104a56 56 0 0 1 32-38" fill="none" stroke="${p.light}" stroke-width="7" stroke-linecap="round"/>`,
  blade: (
    p,
  ) => `<path d="M176 44l20-4-4 20-92 92-16-16z" fill="${p.light}"/><path d="M196 40l-4 20-92 92-8-8z" fill="${p.mid}"/>
<path d="M66 126l48 48-10 10-48-48z" fill="${p.accent}"/><path d="M74 150l16 16-26 26-16-16z" fill="${p.dark}"/>
<circle cx="52" cy="188" r="10" fill="${p.accent}"/>`,
  orb: (
    p,
  ) => `<circle cx="120" cy="110" r="60" fill="${p.mid}"/><path d="M120 50a60 60 0 0 1 0 120c24-34 24-86 0-120z" fill="${p.dark}" opacity=".45"/>
<circle cx="98" cy="88" r="16" fill="${p.light}" opacity=".75"/><path d="M70 164h100l-12 26H82z" fill="${p.dark}"/>
<path d="M74 164h92v8H74z" fill="${p.accent}"/><path d="M84 124q36 22 72-6" fill="none" stroke="${p.light}" stroke-width="4" opacity=".6"/>`,
  wings: (
    p,
  ) => `<path d="M114 176C70 172 34 130 36 64c30 6 66 34 78 76z" fill="${p.mid}"/><path d="M126 176c44-4 80-46 78-112-30 6-66 34-78 76z" fill="${p.mid}"/>
<g fill="none" stroke="${p.light}" stroke-width="5" stroke-linecap="round"><path d="M52 84c24 14 44 38 54 70M54 116c18 8 34 24 44 44"/><path d="M188 84c-24 14-44 38-54 70M186 116c-18 8-34 24-44 44"/></g>
<circle cx="120" cy="160" r="10" fill="${p.accent}"/>`,
  cape: (p) => `<path d="M84 60h72l34 118c-20 14-38-2-50 8-12 8-28 8-40 0-12-10-30 6-50-8z" fill="${p.mid}"/>
<path d="M120 60h36l34 118c-20 14-38-2-50 8-6 4-13 6-20 6z" fill="${p.dark}" opacity=".5"/>
<path d="M80 54h80l6 20H74z" fill="${p.accent}"/><path d="M94 86l-22 82M120 86v92" stroke="${p.light}" stroke-width="4" opacity=".5"/>`,
  scarf: (p) => `<path d="M56 92c36 24 92 24 128 0l8 28c-42 30-102 30-144 0z" fill="${p.mid}"/>
<path d="M132 126l36-10 10 70h-36z" fill="${p.dark}"/><path d="M138 172h38l2 14h-38z" fill="${p.accent}"/>
<path d="M58 104c36 24 88 24 124 0" fill="none" stroke="${p.light}" stroke-width="5"/>`,
  satchel: (p) => `<path d="M72 108C72 60 168 60 168 108" fill="none" stroke="${p.dark}" stroke-width="10"/>
<rect x="56" y="100" width="128" height="86" rx="14" fill="${p.mid}"/><path d="M56 114a14 14 0 0 1 14-14h100a14 14 0 0 1 14 14v18c-40 20-88 20-128 0z" fill="${p.dark}"/>
<rect x="108" y="132" width="24" height="24" rx="6" fill="${p.accent}"/><path d="M70 168h100" stroke="${p.light}" stroke-width="4" opacity=".5"/>`,
  hair: (
    p,
  ) => `<path d="M62 170c-16-70 8-116 58-116s74 46 58 116c-10 8-16-2-18-14-4-26-12-42-24-50-14 14-40 20-56 18-2 16-2 34-4 44-4 10-10 8-14 2z" fill="${p.mid}"/>
<path d="M136 106c12 8 20 24 24 50 2 12 8 22 18 14 10-46 4-82-16-102 4 16-8 30-26 38z" fill="${p.dark}" opacity=".6"/>
<path d="M82 96c8-18 22-28 42-28" fill="none" stroke="${p.light}" stroke-width="6" stroke-linecap="round"/><circle cx="166" cy="92" r="7" fill="${p.accent}"/>`,
};

/**
 * The picture of a sample item as an SVG; null for any other item.
 * @example samplePicture(700_001)?.startsWith("<svg") // true
 */
export function samplePicture(assetId: number): string | null {
  const item = sampleItem(assetId);
  return item === undefined ? null : drawn(item);
}

function drawn({ hue, motif, name }: SampleItem): string {
  const paints: Paints = {
    light: `hsl(${hue} 85% 82%)`,
    mid: `hsl(${hue} 58% 54%)`,
    dark: `hsl(${hue} 52% 30%)`,
    accent: `hsl(${(hue + 165) % 360} 78% 66%)`,
  };
  return svg(`<title>${name.replaceAll("'", "&#39;")}</title><defs><radialGradient id="g" cx=".5" cy=".42" r=".75">
<stop offset="0" stop-color="hsl(${hue} 34% 27%)"/><stop offset="1" stop-color="hsl(${hue} 30% 11%)"/></radialGradient></defs>
<rect width="${SIZE}" height="${SIZE}" fill="url(#g)"/><ellipse cx="120" cy="202" rx="62" ry="9" fill="#000" opacity=".35"/>
${MOTIFS[motif](paints)}`);
}

/** The placeholder for a missing picture: grey, and labelled. */
export const placeholderPicture: string =
  svg(`<title>Item</title><rect width="${SIZE}" height="${SIZE}" fill="#2a303c"/>
<rect x="68" y="56" width="104" height="92" rx="14" fill="none" stroke="#6b7484" stroke-width="8"/>
<path d="M76 136l30-34 22 22 16-16 22 28" fill="none" stroke="#6b7484" stroke-width="8" stroke-linejoin="round"/>
<text x="120" y="190" text-anchor="middle" font-family="system-ui, sans-serif" font-size="26" fill="#9aa3b2">Item</text>`);

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}" role="img">${content}</svg>`;
}
