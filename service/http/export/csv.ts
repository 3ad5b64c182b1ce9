/** The value of a cell. */
export type CsvValue = string | number | boolean | null;

/** A column of an export: its heading, and its value for an item. */
export interface Column<T> {
  readonly name: string;
  readonly of: (item: T) => CsvValue;
}

/** One column for each of these fields of an item, named after the field. */
export const fields = <N extends string>(...names: readonly N[]): Column<{ readonly [K in N]: CsvValue }>[] =>
  names.map((name) => ({ name, of: (item) => item[name] }));

/**
 * Characters that begin a formula in spreadsheets, also behind blanks and control characters, which some skip; and what
 * OWASP counts as such a beginning by itself (CSV injection): a tab or a line break.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}]*[=+\-@\uff0b\uff0d\uff1d\uff20])/u;
/**
 * The place before a formula within a text, where a spreadsheet might begin a cell: where the list separator is a
 * semicolon, it splits lines there, and quotes within a line do not keep it from that. Only a number between two
 * semicolons is a cell of its own. That of `a;-5` goes on with a comma and the next column, whoever wrote it:
 * `-5,1+cmd|…` is a formula where the comma is the decimal sign.
 */
const FORMULA_WITHIN =
  /(?=[=+\-@\uff0b\uff0d\uff1d\uff20])(?!(?<=; *)-\d+(?:\.\d+)?;)(?<=[;\t\r\n]["\s\p{Cc}]*)/gu;
/** A number is no formula, whatever its sign. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * One cell (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe in front, the spreadsheets' own
 * mark for text.
 * @example csvCell('=HYPERLINK("x")') // "\"'=HYPERLINK(\"\"x\"\")\""
 */
export function csvCell(value: CsvValue): string {
  if (value === null) return "";
  const text = String(value);
  const within = text.replaceAll(FORMULA_WITHIN, "'");
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${within}` : within;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One line of cells, with its line break. */
export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join(",")}\r\n`;
