import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import CalculatorPage from "#web/features/proofs/calculator-page.tsx";
import { CLIENT_SEED, playedFlips, SERVER_SEED } from "#web/testing/examples/flips.ts";
import { fakeApi } from "#web/testing/fake-api.ts";
import { renderAs } from "#web/testing/render.tsx";

const paste = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function show(address = "/fairness/calculator") {
  const api = fakeApi({});
  window.history.replaceState(null, "", address);
  renderAs(aUser(), <CalculatorPage />);
  return api;
}

describe("the calculator page", () => {
  it("computes a flip step by step, without a request", () => {
    const api = show();
    const [{ proof }] = playedFlips(1) as [ReturnType<typeof playedFlips>[number]];
    paste("Server seed", SERVER_SEED);
    paste("Client seed", CLIENT_SEED);
    expect(screen.queryByRole("status")).toBeNull();
    paste("Nonce", "0");
    paste("Commitment (optional)", proof.serverSeedHash);
    expect(screen.getByRole("status").textContent).toBe(proof.result.toUpperCase());
    expect(screen.getByText(proof.serverSeedHash)).toBeTruthy();
    expect(screen.getByLabelText("Holds")).toBeTruthy();
    paste("Commitment (optional)", "0".repeat(64));
    expect(screen.getByLabelText("Does not hold")).toBeTruthy();
    expect(api.requests).toEqual([]);
  });

  it("shows a published example, marked as one until it is changed", () => {
    show("/fairness/calculator?scheme=rt1%7Ccrash");
    fireEvent.click(screen.getByRole("button", { name: "Try an example" }));
    expect(screen.getByRole("status").textContent).toBe("1.54x");
    expect(screen.getByText("Published example")).toBeTruthy();
    paste("House edge in percent", "0");
    expect(screen.getByRole("status").textContent).toBe("1.58x");
    expect(screen.queryByText("Published example")).toBeNull();
  });

  it("names the wrong field, and keeps the game in the address", () => {
    show();
    fireEvent.change(screen.getByLabelText("Game"), { target: { value: "rt1|crash" } });
    expect(window.location.search).toBe("?scheme=rt1%7Ccrash");
    expect(screen.queryByRole("alert")).toBeNull();
    paste("Round number in its game", "1");
    paste("House edge in percent", "many");
    expect(screen.getByRole("alert").textContent).toBe("Must be 0 to 99.99");
  });
});
