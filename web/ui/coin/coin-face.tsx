import { useId } from "react";
import { SIDE_MARKS } from "#web/ui/coin/side-mark.tsx";

export type Face = "flip" | "rbx" | "tix";

const METALS: Readonly<Record<Face, { light: string; base: string; dark: string; ink: string }>> = {
  flip: {
    light: "[stop-color:var(--color-steel-light)]",
    base: "[stop-color:var(--color-steel)]",
    dark: "[stop-color:var(--color-steel-dark)]",
    ink: "text-steel-ink",
  },
  rbx: {
    light: "[stop-color:var(--color-rbx-light)]",
    base: "[stop-color:var(--color-rbx)]",
    dark: "[stop-color:var(--color-rbx-dark)]",
    ink: "text-rbx-ink",
  },
  tix: {
    light: "[stop-color:var(--color-tix-light)]",
    base: "[stop-color:var(--color-tix)]",
    dark: "[stop-color:var(--color-tix-dark)]",
    ink: "text-tix-ink",
  },
};

function Metal({ id, face }: { id: string; face: Face }) {
  const { light, base, dark } = METALS[face];
  return (
    <defs>
      <linearGradient id={`${id}-rim`} x1="0.15" y1="0" x2="0.85" y2="1">
        <stop offset="0" className={light} />
        <stop offset="0.45" className={base} />
        <stop offset="1" className={dark} />
      </linearGradient>
      <linearGradient id={`${id}-field`} x1="0.85" y1="1" x2="0.15" y2="0">
        <stop offset="0" className={light} />
        <stop offset="0.35" className={base} />
        <stop offset="1" className={dark} />
      </linearGradient>
      <linearGradient id={`${id}-disc`} x1="0.2" y1="0" x2="0.8" y2="1">
        <stop offset="0" className={light} />
        <stop offset="0.4" className={base} />
        <stop offset="0.75" className={base} />
        <stop offset="1" className={dark} />
      </linearGradient>
    </defs>
  );
}

/** One face of the coin, struck in the metal of its side; `flip` is the blank one. */
export function CoinFace({ face, className }: { face: Face; className?: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 200 200" className={`${METALS[face].ink} ${className ?? ""}`} aria-hidden="true">
      <Metal id={id} face={face} />
      <circle cx="100" cy="100" r="99" fill={`url(#${id}-rim)`} />
      <circle
        cx="100"
        cy="100"
        r="92"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.28"
        strokeWidth="7"
        strokeDasharray="1.6 4.42"
      />
      <circle cx="100" cy="100" r="83" fill={`url(#${id}-field)`} />
      <circle cx="100" cy="100" r="79" fill={`url(#${id}-disc)`} />
      <circle
        cx="100"
        cy="100"
        r="72"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.22"
        strokeWidth="1.5"
      />
      {face === "flip" ? (
        <Legend y={113} size={38} text="FLIP" />
      ) : (
        <>
          <path
            d={SIDE_MARKS[face]}
            transform="translate(69 44) scale(2.6)"
            fill="currentColor"
            fillRule="evenodd"
          />
          <Legend y={144} size={32} text={face.toUpperCase()} />
        </>
      )}
    </svg>
  );
}

function Legend({ y, size, text }: { y: number; size: number; text: string }) {
  return (
    <text
      x="102"
      y={y}
      textAnchor="middle"
      fontSize={size}
      fontWeight="800"
      letterSpacing="3"
      fill="currentColor"
    >
      {text}
    </text>
  );
}
