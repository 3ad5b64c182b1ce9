import { createHash } from "node:crypto";

const SKINS = ["#f2c9a0", "#d9a066", "#a9714b", "#7a4a2e", "#f7d774", "#9fd3c7"] as const;
const HAIRS = ["#2b2118", "#5a3420", "#c98a3b", "#b6432f", "#e6e0d4", "#3d4a8a"] as const;

/** The head shot of a user name as a square SVG: the same name always has the same face. */
export function avatarSvg(username: string): string {
  const traits = createHash("sha256").update(`avatar:${username.toLowerCase()}`).digest();
  const trait = (at: number, count: number): number => (traits[at] ?? 0) % count;
  const hue = (trait(0, 256) * 137) % 360;
  const skin = SKINS[trait(1, SKINS.length)] ?? SKINS[0];
  const hair = HAIRS[trait(2, HAIRS.length)] ?? HAIRS[0];
  return svg(`<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="hsl(${hue} 60% 42%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 65% 24%)"/>
</linearGradient></defs>
<rect width="96" height="96" fill="url(#g)"/>
<path d="M16 96c0-17 14-25 32-25s32 8 32 25z" fill="hsl(${(hue + 180) % 360} 45% 55%)"/>
<rect x="40" y="60" width="16" height="14" rx="4" fill="${skin}"/><rect x="40" y="62" width="16" height="5" fill="#00000022"/>
<rect x="27" y="24" width="42" height="42" rx="15" fill="${skin}"/>
${hairs(hair)[trait(3, HAIR_STYLES)] ?? ""}
${EYES[trait(4, EYES.length)] ?? EYES[0]}
${MOUTHS[trait(5, MOUTHS.length)] ?? MOUTHS[0]}`);
}

/** The placeholder for an account without a head shot. */
export function silhouetteSvg(): string {
  return svg(`<rect width="96" height="96" fill="#222936"/>
<rect x="30" y="22" width="36" height="38" rx="14" fill="#3b4557"/><path d="M16 96c0-19 14-28 32-28s32 9 32 28z" fill="#3b4557"/>`);
}

const EYES = [
  `<g fill="#1a1a22"><circle cx="40" cy="45" r="3.2"/><circle cx="56" cy="45" r="3.2"/></g>`,
  `<g fill="#1a1a22"><rect x="37" y="41" width="5" height="8" rx="2.5"/><rect x="54" y="41" width="5" height="8" rx="2.5"/></g>`,
  `<g fill="none" stroke="#1a1a22" stroke-width="2.6"><circle cx="39" cy="45" r="6"/><circle cx="57" cy="45" r="6"/><path d="M45 45h6"/></g><g fill="#1a1a22"><circle cx="39" cy="45" r="2"/><circle cx="57" cy="45" r="2"/></g>`,
  `<g fill="none" stroke="#1a1a22" stroke-width="2.8" stroke-linecap="round"><path d="M36 46q4-5 8 0M52 46q4-5 8 0"/></g>`,
] as const;

const MOUTHS = [
  `<path d="M41 55q7 6 14 0" fill="none" stroke="#1a1a22" stroke-width="2.6" stroke-linecap="round"/>`,
  `<path d="M41 54h14q-1 7-7 7t-7-7z" fill="#5a1f24"/>`,
  `<path d="M43 57h11" fill="none" stroke="#1a1a22" stroke-width="2.6" stroke-linecap="round"/>`,
  `<path d="M43 56q6 4 11-2" fill="none" stroke="#1a1a22" stroke-width="2.6" stroke-linecap="round"/>`,
] as const;

const HAIR_STYLES = 5;

function hairs(colour: string): readonly string[] {
  return [
    `<path d="M25 40V34q0-16 23-16t23 16v6l-5-9q-18 5-36 0z" fill="${colour}"/>`,
    `<path d="M24 60V36q0-18 24-18t24 18v24h-6V36q-18-1-27-6-3 6-9 8v22z" fill="${colour}"/>`,
    `<g fill="${colour}"><circle cx="32" cy="28" r="8"/><circle cx="42" cy="22" r="8"/><circle cx="54" cy="22" r="8"/><circle cx="64" cy="28" r="8"/></g>`,
    `<path d="M22 35q3-18 26-18 21 0 25 16h7q1 4-6 4z" fill="${colour}"/>`,
    `<path d="M28 32l4-13 7 7 6-12 7 11 8-8 1 9 7 6q-20-4-40 0z" fill="${colour}"/>`,
  ];
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img">${content}</svg>`;
}
