/** Joins class names and leaves out what is false. @example cx("a", wide && "b") */
export const cx = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(" ");
