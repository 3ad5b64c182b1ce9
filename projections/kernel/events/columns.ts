import { textAt, wholeAt } from "./decoded-events.ts";

/** A key of a payload as columns are named: `orderId` is `order_id`. */
const columnOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const under =
  (expression: (key: string) => string) =>
  (...keys: readonly string[]): { readonly [column: string]: string } =>
    Object.fromEntries(keys.map((key) => [columnOf(key), expression(key)]));

/** Columns for texts of a parsed payload. @example texts("orderId") // { order_id: "payload ->> 'orderId'" } */
export const texts = under((key) => `payload ->> '${key}'`);
/** The same for whole numbers. */
export const wholes = under((key) => `(payload ->> '${key}')::bigint`);
/** Columns for texts that are cut out of a payload: `order_id: textAt("orderId")` by `textsAt("orderId")`. */
export const textsAt = under(textAt);
/** The same for whole numbers. */
export const wholesAt = under(wholeAt);

/** Columns that have the same name in what they are read from. */
export const same = (...names: readonly string[]): { readonly [column: string]: string } =>
  Object.fromEntries(names.map((name) => [name, name]));

/** Columns of a table that have one type. @example ofType("text not null", "order_id", "title") */
export const ofType = <const N extends string>(type: string, ...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, type])) as { readonly [K in N]: string };
