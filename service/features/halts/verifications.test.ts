import { expect, it, vi } from "vitest";
import { Verifications, type VerificationsOptions } from "./verifications.ts";

const NOW = Date.parse("2026-01-01T12:00:00.000Z");
const submit = vi.fn(
  async () => ({ kind: "refused", refusal: { code: "halted_already", detail: "" } }) as const,
);

function made(verify: VerificationsOptions["verify"]) {
  const troubles: string[] = [];
  const verifications = new Verifications({
    verify,
    submit,
    head: () => ({ position: 90 }),
    newId: () => "1",
    now: () => NOW,
    onTrouble: (what) => troubles.push(what),
  });
  return { verifications, troubles };
}

it("shows its progress while it runs, and refuses a second one", async () => {
  let finish: () => void = () => {};
  const { verifications } = made(async ({ onProgress }) => {
    onProgress(40);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { position: 95, problem: null };
  });
  expect(verifications.newest).toBeNull();
  expect([verifications.start("p_admin"), verifications.start("p_other")]).toEqual([true, false]);
  expect(verifications.newest).toMatchObject({ by: "p_admin", position: 40, goal: 90, outcome: null });
  finish();
  await expect.poll(() => verifications.newest?.outcome).toBe("right");
  // Bets continued in the meantime.
  expect(verifications.newest).toMatchObject({ position: 95, goal: 95, problem: null });
  expect(submit).not.toHaveBeenCalled();
});

it("that fails shows no result, and can be started again", async () => {
  const { verifications, troubles } = made(() => Promise.reject(new Error("The connection is gone: secret")));
  verifications.start("p_admin");
  await expect.poll(() => verifications.newest?.outcome).toBe("failed");
  expect(verifications.newest?.problem).toBe("The verification did not finish. Start it again.");
  expect(troubles).toEqual(["a verification could not be done"]);
  expect(submit).not.toHaveBeenCalled();
  await expect.poll(() => verifications.start("p_admin")).toBe(true);
});

it("halts stakes before it shows a problem", async () => {
  const { verifications, troubles } = made(async () => ({ position: 7, problem: "Position 7 was changed." }));
  submit.mockImplementationOnce(async () => {
    expect(verifications.newest?.outcome).toBeNull();
    return { kind: "refused", refusal: { code: "halted_already", detail: "" } };
  });
  verifications.start("p_admin");
  await expect.poll(() => verifications.newest?.outcome).toBe("wrong");
  expect(submit).toHaveBeenCalledTimes(1);
  expect(troubles).toEqual(["a verification found the log wrong; stakes are halted"]);
});

it("ends with the service, and does not start again", async () => {
  const { verifications } = made(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  verifications.start("p_admin");
  await verifications.stop();
  expect(verifications.newest?.outcome).toBe("failed");
  expect(verifications.start("p_admin")).toBe(false);
});
