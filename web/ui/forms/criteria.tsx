import type { ReactNode } from "react";
import { SEARCH_CHARS_MAX } from "#domain/kernel/search.ts";
import { cx } from "#web/lib/cx.ts";
import { Field } from "#web/ui/forms/field.tsx";

/** The filters of a list; each change applies at once. */
export const Criteria = ({ className, children }: { className: string; children: ReactNode }) => (
  <search className={cx("rounded-card border border-line bg-panel p-3 sm:p-4", className)}>{children}</search>
);

/**
 * What a field for one of several criteria is given.
 * @example const field = fieldsOf(criteria, onChange); <Select label="Sort" options={SORTS} {...field("sort")} />
 */
export const fieldsOf =
  <C extends object>(criteria: C, onChange: (criteria: C) => void) =>
  <K extends keyof C>(name: K) => ({
    value: criteria[name],
    onChange: (value: C[K]) => onChange({ ...criteria, [name]: value }),
  });

interface TypedProps {
  readonly label?: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly className?: string;
}

/** The words of a search, no more of them than are taken. */
export const SearchField = ({ label = "Search", onChange, ...rest }: TypedProps) => (
  <Field
    {...rest}
    label={label}
    type="search"
    autoComplete="off"
    maxLength={SEARCH_CHARS_MAX}
    onChange={(event) => onChange(event.target.value)}
  />
);

/** The least or the most of an amount; empty for any. */
export const BoundField = ({
  onChange,
  ...rest
}: Omit<TypedProps, "label" | "placeholder"> & { readonly label: string }) => (
  <Field
    {...rest}
    inputMode="decimal"
    placeholder="Any"
    autoComplete="off"
    onChange={(event) => onChange(event.target.value)}
  />
);
