/** The mark and, where there is room, the name. */
export function Logo({ wordClassName = "" }: { wordClassName?: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
        <path className="fill-rbx" d="M16 2a14 14 0 0 0 0 28Z" />
        <path className="fill-tix" d="M16 2a14 14 0 0 1 0 28Z" />
        <circle cx="16" cy="16" r="10.5" className="fill-ground" />
        <path className="fill-action" d="M12.5 22.5v-13h8v2.6h-5v2.9h4.4v2.5h-4.4v5Z" />
      </svg>
      <span className={`font-bold text-ink text-lg tracking-tight ${wordClassName}`}>Florin</span>
    </span>
  );
}
