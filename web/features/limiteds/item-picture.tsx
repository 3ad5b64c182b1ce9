import { useState } from "react";
import { cx } from "#web/lib/cx.ts";

interface ItemPictureProps {
  readonly url: string;
  /** Its size; the picture is square. */
  readonly className?: string;
}

/** The picture of an item, or a grey place with the word 'Item' when there is none or it does not load. */
export function ItemPicture({ url, className = "w-full" }: ItemPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const look = cx("aspect-square shrink-0 rounded-control bg-raised", className);
  if (url && broken !== url) {
    return (
      <img
        src={url}
        alt=""
        width={256}
        height={256}
        loading="lazy"
        onError={() => setBroken(url)}
        className={cx("object-contain", look)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={cx("grid place-items-center overflow-hidden font-medium text-faint text-xs", look)}
    >
      Item
    </span>
  );
}
