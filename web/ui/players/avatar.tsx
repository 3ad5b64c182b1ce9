import { useState } from "react";
import { cx } from "#web/lib/cx.ts";

interface AvatarProps {
  readonly name: string;
  readonly url: string | null;
  readonly className?: string;
}

/** A player's picture, or the first letter of the name when there is none or it does not load. */
export function Avatar({ name, url, className = "size-8" }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (url && broken !== url) {
    return (
      <img
        src={url}
        alt=""
        width={32}
        height={32}
        onError={() => setBroken(url)}
        className={cx("shrink-0 rounded-full bg-raised object-cover", className)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid shrink-0 place-items-center rounded-full border border-line-strong bg-raised font-semibold text-muted text-xs uppercase",
        className,
      )}
    >
      {name.slice(0, 1)}
    </span>
  );
}
