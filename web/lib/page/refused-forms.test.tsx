import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type FormEvent, useEffect, useState } from "react";
import { describe, expect, it } from "vitest";
import { followRefusedForms } from "#web/lib/page/refused-forms.ts";
import { laterAnswer } from "#web/testing/later-answer.ts";
import "#web/testing/render.tsx";
import { Field } from "#web/ui/forms/field.tsx";

interface FormProps {
  /** Labels of the fields that are refused when the form is sent. */
  readonly wrong: readonly string[];
  /** Whether the refusal comes later, from the service. */
  readonly answer?: Promise<undefined>;
}

function Form({ wrong, answer }: FormProps) {
  const [refused, setRefused] = useState<readonly string[]>([]);
  useEffect(followRefusedForms, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer === undefined) setRefused(wrong);
    else void answer.then(() => setRefused(wrong));
  };
  const errorOf = (label: string) => (refused.includes(label) ? "Not so" : undefined);
  return (
    <form noValidate onSubmit={submit}>
      <Field label="Title" error={errorOf("Title")} />
      <fieldset>
        <input type="radio" aria-label="Sold" disabled />
        <input type="radio" aria-label="Hat" />
        {errorOf("Item") && <p role="alert">Choose an item</p>}
      </fieldset>
      <Field label="Price" error={errorOf("Price")} />
      <button type="submit">Send</button>
      <button type="button">Elsewhere</button>
    </form>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
function send() {
  button("Send").focus();
  fireEvent.click(button("Send"));
}

describe("the focus of a refused form", () => {
  it.each([
    ["its first wrong field", ["Price", "Title"], "Title"],
    ["a choice that was not made, on what can be chosen", ["Item", "Price"], "Hat"],
    ["the last field, if only that is wrong", ["Price"], "Price"],
  ])("is on %s", async (_, wrong, focused) => {
    render(<Form wrong={wrong} />);
    send();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(focused)));
  });

  it("waits for the answer of the service", async () => {
    const { promise, come } = laterAnswer(undefined);
    render(<Form wrong={["Price"]} answer={promise} />);
    send();
    await come();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Price")));
  });

  it("stays where its user has moved it before the answer", async () => {
    const { promise, come } = laterAnswer(undefined);
    render(<Form wrong={["Price"]} answer={promise} />);
    send();
    button("Elsewhere").focus();
    await come();
    expect(await screen.findByText("Not so")).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.activeElement).toBe(button("Elsewhere"));
  });

  it.each(["pointerDown", "keyDown"] as const)(
    "stays on its button after %s, whatever is wrong then",
    async (move) => {
      const { promise, come } = laterAnswer(undefined);
      render(<Form wrong={["Price"]} answer={promise} />);
      send();
      fireEvent[move](document.body);
      await come();
      expect(await screen.findByText("Not so")).toBeTruthy();
      await new Promise((resolve) => setTimeout(resolve));
      expect(document.activeElement).toBe(button("Send"));
    },
  );

  it("stays on the button of a form that is taken", async () => {
    render(<Form wrong={[]} />);
    send();
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.activeElement).toBe(button("Send"));
  });
});
