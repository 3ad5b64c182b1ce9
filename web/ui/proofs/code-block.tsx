import { CopyButton } from "#web/ui/copy-button.tsx";

/** Commands to be run elsewhere, with a button that copies them. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure className="relative rounded-control border border-line bg-sunken">
      <figcaption className="flex min-h-11 items-center justify-between border-line border-b py-1 pr-1.5 pl-4 text-faint text-xs">
        {label}
        <CopyButton text={code} what={label} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto whitespace-pre-wrap rounded-b-control p-4 font-mono text-[0.8125rem] text-ink leading-relaxed [overflow-wrap:anywhere]"
      >
        {code}
      </pre>
    </figure>
  );
}
