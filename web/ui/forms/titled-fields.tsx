import { Field, TextArea } from "#web/ui/forms/field.tsx";

interface Titled {
  readonly title: string;
  readonly description: string;
}

interface TitledFieldsProps {
  readonly draft: Titled;
  readonly faults: { readonly [F in keyof Titled]?: string };
  readonly disabled: boolean;
  readonly change: (part: Partial<Titled>) => void;
}

/** A title and an optional description. */
export const TitledFields = ({ draft, faults, disabled, change }: TitledFieldsProps) => (
  <>
    <Field
      label="Title"
      autoComplete="off"
      value={draft.title}
      disabled={disabled}
      error={faults.title}
      onChange={(event) => change({ title: event.target.value })}
    />
    <TextArea
      label="Description"
      hint="Optional"
      value={draft.description}
      disabled={disabled}
      error={faults.description}
      onChange={(event) => change({ description: event.target.value })}
    />
  </>
);
