import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import "#web/testing/render.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";

/** A page with a button that opens a dialog. @param isOnce whether the dialog's button removes the page's */
function PageWithDialog({ isOnce = false, autoFocus = false }: { isOnce?: boolean; autoFocus?: boolean }) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  const finish = () => {
    setDone(isOnce);
    setOpen(false);
  };
  return (
    <>
      <h1 tabIndex={-1}>Page</h1>
      {!done && (
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title="Question">
        <input aria-label="Answer" autoFocus={autoFocus} />
        <button type="button" onClick={finish}>
          Done
        </button>
      </Dialog>
    </>
  );
}

/** A dialog whose field is disabled once another dialog has opened above it, as while a command is sent. */
function NestedDialogs() {
  const [isSent, setSent] = useState(false);
  const [open, setOpen] = useState(false);
  const send = () => {
    setSent(true);
    setOpen(true);
  };
  return (
    <>
      <h1 tabIndex={-1}>Page</h1>
      <Dialog onClose={() => {}} title="Card">
        <input aria-label="Number" disabled={isSent} />
        <button type="button" disabled={isSent} onClick={send}>
          Save
        </button>
      </Dialog>
      <Dialog open={open} onClose={() => setOpen(false)} title="Confirm">
        <button type="button" onClick={() => setOpen(false)}>
          Done
        </button>
      </Dialog>
    </>
  );
}

async function openDialog() {
  const opener = screen.getByRole("button", { name: "Open" });
  opener.focus();
  fireEvent.click(opener);
  await screen.findByRole("dialog", { name: "Question" });
  return opener;
}

describe("the focus after a dialog", () => {
  it("is on the button that opened it, however it was closed", async () => {
    render(<PageWithDialog />);
    const opener = await openDialog();
    await waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    await waitFor(() => expect(document.activeElement).toBe(opener));
    await openDialog();
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it("is there too when a field of the dialog took the focus as it opened", async () => {
    render(<PageWithDialog autoFocus />);
    const opener = await openDialog();
    expect(document.activeElement).toBe(screen.getByLabelText("Answer"));
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it("is on the page's heading when that button is gone", async () => {
    render(<PageWithDialog isOnce />);
    await openDialog();
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Page" })));
  });

  it("stays in the dialog below, whose field is disabled meanwhile", async () => {
    render(<NestedDialogs />);
    const field = await screen.findByLabelText("Number");
    field.focus();
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByRole("dialog", { name: "Confirm" });
    fireEvent.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Confirm" })).toBeNull());
    const outer = screen.getByRole("dialog", { name: "Card" });
    await waitFor(() => expect(outer.contains(document.activeElement)).toBe(true));
  });
});
