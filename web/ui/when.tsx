import { dateAndTime } from "#web/lib/format.ts";

/** An instant in a table: in one line, or in two where there is little room. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${at} (UTC)`} className="block min-w-22 lg:whitespace-nowrap">
      {dateAndTime(at)}
    </time>
  );
}
