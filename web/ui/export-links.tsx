import { Download } from "lucide-react";
import { apiAddress } from "#web/lib/api.ts";
import { buttonClass } from "#web/ui/button.tsx";

interface ExportLinksProps {
  /** What the list is of, as in 'Export events as CSV'. */
  readonly of: string;
  /** The path of the list below `/api`, its parameters filled in. */
  readonly path: string;
  /** The filters in force. */
  readonly query?: Readonly<Record<string, string | undefined>>;
}

const FORMATS = [
  { label: "CSV", asked: "csv" },
  { label: "JSON", asked: "1" },
] as const;

/** The whole list as a file, as it is filtered at the moment. */
export function ExportLinks({ of, path, query = {} }: ExportLinksProps) {
  return (
    <div className="flex gap-2">
      {FORMATS.map(({ label, asked }) => (
        <a
          key={label}
          href={apiAddress(path, { query: { ...query, export: asked } })}
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
