import { Download } from "lucide-react";
import { apiAddress } from "#web/lib/api/api.ts";
import { buttonClass } from "#web/ui/button.tsx";

interface ExportLinksProps {
  /** What the list is of, as in 'Export events as CSV'. */
  readonly of: string;
  /** The path of the list below `/api`, its parameters filled in. */
  readonly path: string;
  /** The filters in force. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly formats?: readonly Format[];
}

const ASKED = { CSV: "csv", JSON: "1" } as const;
type Format = keyof typeof ASKED;

/** The whole list as a file, with the current filters. */
export function ExportLinks({ of, path, query = {}, formats = ["CSV", "JSON"] }: ExportLinksProps) {
  return (
    <div className="flex gap-2">
      {formats.map((label) => (
        <a
          key={label}
          href={apiAddress(path, { query: { ...query, export: ASKED[label] } })}
          download
          aria-label={`Export ${of} as ${label}`}
          className={buttonClass({ size: "sm" })}
        >
          <Download className="size-4" aria-hidden="true" />
          {label}
        </a>
      ))}
    </div>
  );
}
