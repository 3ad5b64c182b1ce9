/** No receipt comes near this size. */
const FILE_BYTES_MAX = 1_000_000;

export const FILE_TOO_LARGE = "This file is too large to be a receipt.";
export const FILE_NOT_JSON = "This file is not a receipt: it does not hold JSON.";

/** Reads JSON from a file someone chose. @throws Error with a sentence for people */
export async function readReceiptFile(file: File): Promise<unknown> {
  if (file.size > FILE_BYTES_MAX) throw new Error(FILE_TOO_LARGE);
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(FILE_NOT_JSON);
  }
}
