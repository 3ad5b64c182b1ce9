import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** A site's request to an authenticator, as far as it matters. */
interface Asked {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** The parts of an answer that an attacker may change. */
export interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly crossOrigin?: boolean;
  readonly userHandle?: string;
  readonly isVerified?: boolean;
  /** The reported signature count, in place of the next one. */
  readonly counter?: number;
}

const CREDENTIAL_BYTES = 16;
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (data: Uint8Array | string): Buffer => createHash("sha256").update(data).digest();

/** A security key in software, which signs anything that a test asks for. */
export class Authenticator {
  readonly id = base64url(randomBytes(CREDENTIAL_BYTES));
  readonly #origin: string;
  readonly #keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  #counter = 0;
  #userHandle = "";

  constructor(origin: string) {
    this.#origin = origin;
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** A browser's answer to the options of a new passkey. */
  make({ challenge, user }: Asked, forgery: Forgery = {}) {
    this.#userHandle = user?.id ?? "";
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
    const authData = this.#authData(ATTESTED, attested, forgery);
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ["fmt", "none"],
      ["attStmt", new Map<string, string>()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge, forgery),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** A browser's answer to the options of a step-up. */
  sign({ challenge }: Asked, forgery: Forgery = {}) {
    const authData = this.#authData(0, Buffer.alloc(0), forgery);
    const clientDataJSON = this.#clientData("webauthn.get", challenge, forgery);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(sign("sha256", signed, this.#keys.privateKey)),
        userHandle: forgery.userHandle ?? this.#userHandle,
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {} };
  }

  #authData(flags: number, more: Uint8Array, { rpId, counter, isVerified = true }: Forgery): Buffer {
    this.#counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.#counter);
    const all = Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]);
    return Buffer.concat([sha256(rpId ?? new URL(this.#origin).hostname), all, count, more]);
  }

  #clientData(type: string, challenge: string, { origin, crossOrigin = false }: Forgery): string {
    return base64url(
      Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? this.#origin, crossOrigin })),
    );
  }
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decodes base 32, such as the secret for an authenticator app. */
export function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
