import { expect, it } from "vitest";
import { clientName } from "./client-name.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/150.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15", "Safari on macOS"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/150.0 Safari/537.36`, "Chrome on Linux"],
  ["curl/8.0", "Unknown program"],
  ["<script>alert(1)</script> Linux", "Unknown program on Linux"],
  ["", "Unknown program"],
  [undefined, "Unknown program"],
])("%s is called %s", (header, name) => {
  expect(clientName(header)).toBe(name);
});
