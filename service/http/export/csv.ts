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

/** Characters that begin a formula in spreadsheets, or that they skip before one. */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
/**
 * The place before a formula within a text, where a spreadsheet might begin a cell: where the list separator is a
 * semicolon, it splits lines there, and quotes within a line do not keep it from that.
 */
const FORMULA_WITHIN = /(?=[=+\-@\uff0b\uff0d\uff1d\uff20])(?<=[;\t\r\n]["\s]*)/g;
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
