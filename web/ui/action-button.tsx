import type { ComponentProps } from "react";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";

interface ActionButtonProps extends ComponentProps<typeof Button> {
  /** It is at work already, or there is nothing it could do. */
  readonly isUnavailable: boolean;
}

/** A button that does nothing for a while but keeps the focus, which a disabled one would lose. */
export function ActionButton({ isUnavailable, onClick, className, ...rest }: ActionButtonProps) {
  return (
    <Button
      {...rest}
      aria-disabled={isUnavailable || undefined}
      onClick={(event) => {
        if (isUnavailable) return event.preventDefault();
        onClick?.(event);
      }}
      className={cx("aria-disabled:cursor-default! aria-disabled:opacity-45", className)}
    />
  );
}
