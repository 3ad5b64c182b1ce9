import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { ApiError, call, errorText } from "#web/lib/api/api.ts";
import { command } from "#web/lib/api/commands/command.ts";

/** Whether this browser can make passkeys and sign with them. */
export const canUsePasskeys = browserSupportsWebAuthn;

/** Has the browser make a passkey, and adds it. @throws what the browser or the API refused */
export async function addPasskey(name: string) {
  const options: unknown = await call("POST /me/passkeys/options", { body: {} });
  const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
  const { id, rawId, response } = made;
  // With a key: if its answer is lost, the next one shows recovery codes that work.
  return command("POST /me/passkeys", {
    body: { response: { id, rawId, type: "public-key", response }, name },
  });
}

/** Has the browser sign with a passkey, and confirms by that. @throws what the browser or the API refused */
export async function confirmByPasskey() {
  const options: unknown = await call("POST /me/step-up/options", { body: {} });
  const signed = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
  const { id, rawId, response } = signed;
  return call("POST /me/step-up", { body: { response: { id, rawId, type: "public-key", response } } });
}

/** What went wrong, for people: browsers' own errors are terse and technical. */
export function passkeyTrouble(error: unknown): string {
  if (error instanceof ApiError) return errorText(error, "Please try again.");
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "NotAllowedError" || name === "AbortError")
    return "The passkey was not used. Try again, and follow your device's prompts.";
  return "This browser could not use a passkey. Try another way.";
}
