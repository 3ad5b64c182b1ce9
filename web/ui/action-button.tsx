import type { ComponentProps } from "react";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";

interface ActionButtonProps extends ComponentProps<typeof Button> {
  /** It is already at work, or there is nothing to do. */
  readonly isUnavailable: boolean;
}

/** A button that can be inactive without losing focus, as a disabled one would. */
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
