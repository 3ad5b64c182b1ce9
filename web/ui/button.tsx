import type { ComponentProps } from "react";
import { cx } from "#web/lib/cx.ts";

/** The look of a link within text. */
export const LINKED = "text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "destructive";
export type ButtonSize = "sm" | "md" | "lg";

const BASE =
  "inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded-control font-semibold transition-[background-color,border-color,color,transform] duration-150 active:scale-[0.98] disabled:pointer-events-none disabled:opacity-45";

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: "bg-action text-action-ink hover:bg-action-hover",
  secondary: "border border-field bg-raised text-ink hover:border-faint hover:bg-hover",
  ghost: "text-muted hover:bg-raised hover:text-ink",
  destructive: "border border-loss/50 bg-loss-deep text-loss hover:border-loss",
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: "min-h-11 px-3 text-sm sm:min-h-9",
  md: "min-h-11 px-4 text-sm",
  lg: "min-h-13 px-6 text-base",
};

interface Look {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
}

/** The classes of a button, for links that look like one. */
export const buttonClass = ({ variant = "secondary", size = "md" }: Look = {}): string =>
  cx(BASE, VARIANTS[variant], SIZES[size]);

/** A button; one `primary` to a screen. */
export function Button({ variant, size, className, ...rest }: ComponentProps<"button"> & Look) {
  const look = { ...(variant && { variant }), ...(size && { size }) };
  return <button type="button" {...rest} className={cx(buttonClass(look), className)} />;
}
